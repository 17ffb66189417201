"""Frames that are listed with the innermost first, each on a line of its own, and their source between them."""

import re
from collections.abc import Callable

from ..draft import Draft
from ..lines import Line
from ..reading import PastedFrame


def take_listed(
    draft: Draft, lines: list[Line], pos: int, place: re.Pattern[str], is_between: Callable[[str, int], bool]
) -> int:
    """Adds the frames from `pos` on, the outermost first, and returns where they end. `place` has the groups path, line
    and function; `is_between` tells from a line and how many came before it whether frames may still follow."""
    end = pos
    for at in range(pos, len(lines)):
        found = place.match(lines[at].body)
        if found is not None:
            draft.add_frame(PastedFrame(found["path"], int(found["line"]), found["function"]), lines[at].text)
            end = at + 1
        elif not is_between(lines[at].body, at - end):
            break
    draft.frames.reverse()
    return end
