"""Pages for requests that cannot be answered; each says what to do next."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import Resolver404


def bad_request(request: HttpRequest) -> HttpResponse:
    return refusal(request, 400, "This request cannot be read", "Part of it is malformed. Start again from here:")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    # A Resolver404 lists our URL patterns, which helps no reader.
    is_ours = isinstance(exception, Http404) and not isinstance(exception, Resolver404)
    reason = str(exception) if is_ours else ""
    return render(request, "404.html", {"reason": reason}, status=404)


def server_error() -> HttpResponse:
    """Made of nothing but the template, so that it works whatever broke."""
    return HttpResponse(render_to_string("500.html"), status=500)


def refusal(request: HttpRequest, status: int, heading: str, reason: str) -> HttpResponse:
    """A page that says why the request was not taken, and offers to try again."""
    return render(request, "400.html", {"heading": heading, "reason": reason}, status=status)
