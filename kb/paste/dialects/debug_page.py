"""A web framework's debug page as people copy it: `File /srv/a.py, line 3, in load` without quotes, innermost first."""

import re

from ..draft import Draft
from ..lines import Line
from .listed import take_listed

PLACE = re.compile(
    r"File (?P<path>[^\s\"',][^\"',]{0,400}), line (?P<line>\d{1,7}), in (?P<function><?[\w.]{1,200}>?)(?: [+‒−-])?$"
)
# A line of source, or what unfolds it.
SOURCE = re.compile(r"\d{1,7}\.(?:\s|$)|[+‒−-]$")
MAX_SOURCE_LINES = 80


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the frames; the title with the type and the message stands above them."""
    if not lines[pos].body.startswith("File ") or PLACE.match(lines[pos].body) is None:
        return None
    draft = Draft("page", lines[pos].text.at[lines[pos].indent], lines[pos].text.end, is_cut=True)
    return draft, take_listed(draft, lines, pos, PLACE, _is_between)


def _is_between(body: str, count: int) -> bool:
    return count < MAX_SOURCE_LINES and (not body or SOURCE.match(body) is not None)
