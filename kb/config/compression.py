"""Answers in brotli for who takes it, where they are not kept so already (`kb.display.kept`); gzip is Django's."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import has_vary_header, patch_vary_headers

from kb.display.codings import CODINGS, WORTH_CODING, accepted


def brotli(answer: Callable[[HttpRequest], HttpResponseBase]) -> Callable[[HttpRequest], HttpResponseBase]:
    """Django's middleware, inside of GZipMiddleware, which leaves alone what is coded already.

    So is what was made for one person: it may hold a secret that its size gives away (BREACH), against which Django's
    gzip pads and this does not.
    """

    def middleware(request: HttpRequest) -> HttpResponseBase:
        response = answer(request)
        if isinstance(response, HttpResponse) and _is_worth_coding(response):
            patch_vary_headers(response, ["Accept-Encoding"])
            if "br" in accepted(request.headers.get("Accept-Encoding", "")):
                _code(response)
        return response

    return middleware


def _is_worth_coding(response: HttpResponse) -> bool:
    is_bare = not response.has_header("Content-Encoding") and not has_vary_header(response, "Cookie")
    return is_bare and len(response.content) > WORTH_CODING


def _code(response: HttpResponse) -> None:
    coded = CODINGS["br"](response.content)
    if len(coded) < len(response.content):
        response.content = coded
        response["Content-Encoding"] = "br"
        response["Content-Length"] = str(len(coded))
        if response.get("ETag", "").startswith('"'):
            response["ETag"] = f"W/{response['ETag']}"  # other bytes of the same
