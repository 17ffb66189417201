"""Frames as an error tracker's page shows them: `app/stock.py in pick at line 23`, newest first."""

import re

from ..draft import Draft
from ..lines import Line
from ..reading import PastedFrame

PLACE = re.compile(
    r"(?P<path>[\w./\\~-]{1,400}) in (?P<function>[\w.<>]{1,200}) at line (?P<line>\d{1,7})(?::\d{1,5})?$"
)
MAX_SOURCE_LINES = 14


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the frames; the type and message stand above them."""
    if " at line " not in lines[pos].body or PLACE.match(lines[pos].body) is None:
        return None
    draft = Draft("sentry", lines[pos].text.at[lines[pos].indent], lines[pos].text.end, is_cut=True)
    end = pos
    for at in range(pos, len(lines)):
        place = PLACE.match(lines[at].body)
        if place is not None:
            draft.add_frame(PastedFrame(place["path"], int(place["line"]), place["function"]), lines[at].text)
            end = at + 1
        elif at - end >= MAX_SOURCE_LINES:
            break
    draft.frames.reverse()
    return draft, end
