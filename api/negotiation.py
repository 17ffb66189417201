"""For answers that have one form, whatever was asked for."""

from __future__ import annotations

from collections.abc import Iterable

from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


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
