"""Read a JSON body that may be hostile: too large, too deep, or not JSON."""

from __future__ import annotations

import io
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from api.exceptions import TooLarge
from kb.display.paste_limit import MOST_BODY_BYTES


class BoundedJSONParser(JSONParser):
    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:  # noqa: ANN401 - JSON may be anything
        body = stream.read(MOST_BODY_BYTES + 1)
        if len(body) > MOST_BODY_BYTES:
            raise TooLarge(f"The body is larger than {MOST_BODY_BYTES} bytes.")
        try:
            return super().parse(io.BytesIO(body), media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None
