"""In which form to answer: there is one."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.negotiation import BaseContentNegotiation, DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class UsuallyJson(DefaultContentNegotiation):
    """DRF's, which weighs every Accept header, passed over for those that nearly all programs send."""

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        if request.META.get("HTTP_ACCEPT", "*/*") in ("*/*", "application/json") and not request.META["QUERY_STRING"]:
            first = next(iter(renderers))
            return first, first.media_type
        chosen: tuple[BaseRenderer, str] = super().select_renderer(request, renderers, format_suffix)
        return chosen


class AnythingGoes(BaseContentNegotiation):
    """A download is sent to whoever asks for `application/x-ndjson`, `text/plain` or nothing in particular."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:  # noqa: ARG002 - asked of every one
        return next(iter(parsers), None)

    def select_renderer(
        self,
        request: Request,  # noqa: ARG002
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,  # noqa: ARG002
    ) -> tuple[BaseRenderer, str]:
        first = next(iter(renderers))
        return first, first.media_type
