"""Pages for requests that cannot be answered; each says what to do next."""

from __future__ import annotations

import re
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404

_PLAIN: Final = "text/plain; charset=utf-8"
# What asks for these is a program that reads no HTML.
_NO_PAGE: Final = re.compile(r"\.(?:atom|md|png|txt|xml)$")


def bad_request(request: HttpRequest) -> HttpResponse:
    return refusal(request, 400, "This request cannot be read", "Part of it is malformed. Start again from here:")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    # A Resolver404 lists our URL patterns, which helps no reader.
    is_ours = isinstance(exception, Http404) and not isinstance(exception, Resolver404)
    reason = str(exception) if is_ours else ""
    if _NO_PAGE.search(request.path):
        return HttpResponse(f"{reason or 'There is nothing at this address.'}\n", content_type=_PLAIN, status=404)
    return render(request, "404.html", {"reason": reason}, status=404)


def server_error() -> HttpResponse:
    reason = "The mistake is this site's, not yours, and it has been written to its log. Nothing was lost."
    return _broken(500, "Something broke here", reason)


def unavailable(retry_after: int) -> HttpResponse:
    reason = "The database, in which all errors are kept, does not answer just now. Nothing was lost."
    response = _broken(503, "Not there for a moment", reason)
    response["Retry-After"] = str(retry_after)
    return response


def _broken(status: int, heading: str, reason: str) -> HttpResponse:
    """Made without request and database, so that it works whatever broke."""
    return HttpResponse(render_to_string("500.html", {"heading": heading, "reason": reason}), status=status)


def refusal(request: HttpRequest, status: int, heading: str, reason: str) -> HttpResponse:
    """A page that says why the request was not taken, and offers to try again."""
    return render(request, "400.html", {"heading": heading, "reason": reason}, status=status)
