"""PURE: an error's frames and the statement that may have raised it -> whether the paste is of another version.

Only where that is sure: the innermost frame, where the error was raised, names the statement's file and function, and a
line that is none of the statement's here.
"""

from __future__ import annotations

from collections.abc import Iterable

from kb.matching.asked import Asked, Frame
from kb.matching.raising import raising_frame
from kb.matching.ranking import Rated
from kb.search.places import common_suffix


def pasted_line(asked: Asked, rated: Rated, rivals: Iterable[Rated]) -> int | None:
    """The line of the statement in the paste; None where that does not tell one, or the one that was read. `rivals`:
    all that the error was held against; where it names a line of one of them, that may be what raised it."""
    row, innermost = rated.row, raising_frame(asked)
    if innermost is None or row.line is None or not _is_there(innermost, rated):
        return None
    if not rated.has_line and any(one.has_line for one in rivals):
        return None
    return None if row.line <= (innermost.line or 0) <= (row.end_line or row.line) else innermost.line


def pasted_version(rated: Rated) -> str:
    """The version that has the statement at its `pasted_line`, of those that were read; "" if none has."""
    is_older = rated.place.pin_id != rated.row.pin_id
    return rated.place.version if is_older and rated.has_line else ""


def _is_there(frame: Frame, rated: Rated) -> bool:
    """Does it name the file whole, or as far as it is written, by more than its name, and the function?"""
    place = rated.place
    shared = common_suffix(frame.parts, place.parts)
    is_whole = shared in (len(frame.parts), len(place.parts)) and (shared > 1 or len(place.parts) == 1)
    return is_whole and frame.line is not None and frame.function == place.function
