"""The one shape in which the API says that something went wrong: `{"error": {"code", "message", "fields"}}`.

`code` never changes once published, `message` is for people, `fields` says what is wrong with each field sent.
"""

from __future__ import annotations

import logging
from typing import Any, Final

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import Http404, JsonResponse
from rest_framework import exceptions, status
from rest_framework.response import Response
from rest_framework.views import exception_handler, set_rollback

from api.exceptions import TooLarge, Unavailable

logger = logging.getLogger(__name__)

# What Django raises when the database does not answer, or not in time.
AWAY: Final = (OperationalError, InterfaceError)


def answer(error: Exception, context: dict[str, Any]) -> Response:
    """DRF's EXCEPTION_HANDLER: any exception of an API view as JSON; one that is a fault of ours is logged."""
    if isinstance(error, AWAY):
        logger.error("The database does not answer: %s", error)
        error = Unavailable()
    elif isinstance(error, RequestDataTooBig):
        error = TooLarge()
    elif isinstance(error, SuspiciousOperation):
        error = exceptions.ParseError()
    response = exception_handler(error, context)
    if response is None:
        logger.exception("API request failed", exc_info=error)
        set_rollback()
        response = Response(status=status.HTTP_500_INTERNAL_SERVER_ERROR)
        response.data = shape("server_error", "The mistake is this site's, not yours, and is in its log. Try again.")
        return response
    response.data = _shaped(error)
    return response


def shape(code: str, message: str, fields: dict[str, Any] | None = None) -> dict[str, Any]:
    return {"error": {"code": code, "message": message, "fields": fields or {}}}


def bad_request() -> JsonResponse:
    return JsonResponse(shape("parse_error", "The request is malformed."), status=400)


def not_found() -> JsonResponse:
    return JsonResponse(shape("not_found", "There is nothing at this address; see /api/docs."), status=404)


def server_error() -> JsonResponse:
    return JsonResponse(shape("server_error", "The mistake is this site's, not yours. Try again."), status=500)


def unavailable() -> JsonResponse:
    away = Unavailable()
    headers = {"Retry-After": str(away.wait)}
    return JsonResponse(shape(away.default_code, str(away.detail)), status=away.status_code, headers=headers)


def _shaped(error: Exception) -> dict[str, Any]:
    """The three families that DRF's own handler answers: its exceptions, Http404 and PermissionDenied."""
    if isinstance(error, exceptions.ValidationError):
        fields = error.detail if isinstance(error.detail, dict) else {"": error.detail}
        named = ", ".join(name for name in fields if name)
        return shape("invalid", f"Not valid: {named}." if named else "Not valid.", fields)
    if isinstance(error, exceptions.APIException):
        codes = error.get_codes()
        return shape(codes if isinstance(codes, str) else "invalid", str(error.detail))
    if isinstance(error, Http404):
        return shape("not_found", str(error) or "There is nothing at this address.")
    return shape("permission_denied", "This is not allowed.")
