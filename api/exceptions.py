"""What the API refuses, beyond what DRF has exceptions for. Apart from `errors`, since DRF loads our parser first."""

from __future__ import annotations

from rest_framework import exceptions, status


class TooLarge(exceptions.APIException):
    status_code = status.HTTP_413_REQUEST_ENTITY_TOO_LARGE
    default_detail = "The request is too large."
    default_code = "too_large"


class PageOutOfRange(exceptions.NotFound):
    default_code = "page_out_of_range"


class Unavailable(exceptions.APIException):
    """The database does not answer, or not in time."""

    status_code = status.HTTP_503_SERVICE_UNAVAILABLE
    default_detail = "The site's database does not answer just now. Try again in a moment."
    default_code = "unavailable"
    wait = 5  # seconds, which DRF tells as Retry-After
