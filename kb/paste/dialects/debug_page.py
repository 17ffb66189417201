"""A web framework's debug page as people copy it: `File /srv/a.py, line 3, in load` without quotes, innermost first."""

import re

from ..draft import Draft
from ..lines import Line
from ..reading import PastedFrame

PLACE = re.compile(
    r"File (?P<path>[^\s\"',][^\"',]{0,400}), line (?P<line>\d{1,7}), in (?P<function><?[\w.]{1,200}>?)(?: [+‒−-])?$"
)
SOURCE = re.compile(r"\d{1,7}\.(?:\s|$)")
MAX_SOURCE_LINES = 30


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the frames; the title with the type and the message stands above them."""
    if not lines[pos].body.startswith("File ") or PLACE.match(lines[pos].body) is None:
        return None
    draft = Draft("page", lines[pos].text.at[lines[pos].indent], lines[pos].text.end, is_cut=True)
    end = pos
    for at in range(pos, len(lines)):
        place = PLACE.match(lines[at].body)
        if place is not None:
            draft.add_frame(PastedFrame(place["path"], int(place["line"]), place["function"]), lines[at].text)
            end = at + 1
        elif at - end >= MAX_SOURCE_LINES or (lines[at].body and not SOURCE.match(lines[at].body)):
            break
    draft.frames.reverse()
    return draft, end
