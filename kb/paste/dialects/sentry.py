"""Frames as an error tracker's page shows them: `app/stock.py in pick at line 23`, newest first."""

import re

from ..draft import Draft
from ..lines import Line
from .listed import take_listed

PLACE = re.compile(
    r"(?P<path>[\w./\\~-]{1,400}) in (?P<function>[\w.<>]{1,200}) at line (?P<line>\d{1,7})(?::\d{1,5})?$"
)
MAX_SOURCE_LINES = 14


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the frames; the type and message stand above them."""
    if " at line " not in lines[pos].body or PLACE.match(lines[pos].body) is None:
        return None
    draft = Draft("sentry", lines[pos].text.at[lines[pos].indent], lines[pos].text.end, is_cut=True)
    return draft, take_listed(draft, lines, pos, PLACE, lambda _, count: count < MAX_SOURCE_LINES)
