"""PURE: the frames of an error -> the one that it left first, where they show that."""

from __future__ import annotations

import re
from typing import Final

from kb.matching.asked import Asked, Frame

_GOES_ON: Final = re.compile(r"\s*(?:[rbuf]{0,2}[\"']|[%+)\]}.])", re.IGNORECASE)
_RAISES: Final = re.compile(r"\b(?:raise|assert|exit|abort|error|warn|fail|throw)\b", re.IGNORECASE)


def raises(code: str) -> bool:
    """Does a line of source, or the first of a statement's lines, raise? Older Pythons show a statement's last line: of
    one that goes on from the line above, nobody sees what it does."""
    goes_on = _GOES_ON.match(code) is not None or code.count(")") > code.count("(")
    return goes_on or _RAISES.search(code) is not None


def raising_frame(asked: Asked) -> Frame | None:
    """The frame that the error left: one that shows so, or else stands right above the error's last line."""
    innermost = next((frame for frame in asked.frames if frame.depth == 0), None)
    if innermost is None:
        return None
    is_left = raises(innermost.code) if innermost.code else asked.error.ends_in_frame
    return innermost if is_left else None
