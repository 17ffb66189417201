"""Answer requests that no view could: as JSON under /api/, as a page elsewhere.

Here, since it needs both the pages' and the API's way of saying so.
"""

from __future__ import annotations

import sys

from django.http import HttpRequest, HttpResponse

import api.errors
from api.exceptions import Unavailable
from kb.pages import failures


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:  # noqa: ARG001 - Django hands it over
    return api.errors.bad_request() if _is_api(request) else failures.bad_request(request)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return api.errors.not_found() if _is_api(request) else failures.not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """500, or 503 where it was the database that did not answer. Django calls it while the exception is handled."""
    if isinstance(sys.exc_info()[1], api.errors.AWAY):
        return api.errors.unavailable() if _is_api(request) else failures.unavailable(Unavailable.wait)
    return api.errors.server_error() if _is_api(request) else failures.server_error()


def _is_api(request: HttpRequest) -> bool:
    return request.path.startswith("/api/")
