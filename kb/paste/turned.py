"""A log that shows its newest line first, as `journalctl -r` does: its lines -> the same as they were printed.

It is told by its tracebacks alone, all of which must stand on their heads: the first line below the outermost frame,
source lines above their frames, the type on top. Half of that may be chance, and a log in its order shows none of it.
"""

from collections.abc import Sequence

from .anchors import FRAME, header_at
from .draft import Draft
from .located import Located
from .names import named_in


def oldest_first(lines: list[Located]) -> list[Located]:
    """`lines` themselves unless they are surely turned."""
    headers = [pos for pos, line in enumerate(lines) if header_at(line.text)]
    return lines[::-1] if headers and all(_is_turned(lines, pos) for pos in headers) else lines


def turn_spans(drafts: Sequence[Draft]) -> None:
    """Gives drafts that were read in turned lines the place that they have in the paste."""
    for draft in drafts:
        spans = draft.spans()
        draft.start = min([draft.start, *(span.start for span in spans)])
        draft.end = max([draft.end, *(span.end for span in spans)])


def _is_turned(lines: list[Located], header: int) -> bool:
    """Does the traceback with this first line stand on its head?"""
    if _frame_column(_filled(lines, header, 1)) is not None:
        return False
    column = _frame_column(_filled(lines, header, -1))
    if column is None:
        return False
    innermost: Located | None = None
    for pos in range(header - 1, -1, -1):
        if header_at(lines[pos].text):
            return False
        if not lines[pos].text.strip():
            continue
        if _indent(lines[pos]) < column:
            return innermost is not None and _indent(innermost) > column and _names_type(lines[pos])
        innermost = lines[pos]
    return False


def _filled(lines: list[Located], pos: int, step: int) -> Located | None:
    """The next line with text above (-1) or below (1); a blank one may stand between."""
    near = (lines[at] for at in (pos + step, pos + 2 * step) if 0 <= at < len(lines))
    return next((line for line in near if line.text.strip()), None)


def _frame_column(line: Located | None) -> int | None:
    found = FRAME.match(line.text, _indent(line)) if line is not None else None
    return found.start() if found else None


def _indent(line: Located) -> int:
    return len(line.text) - len(line.text.lstrip())


def _names_type(line: Located) -> bool:
    named = named_in(line)
    return named is not None and (named.strength != "weak" or named.has_colon)
