"""Long pastes: keeps the lines around what may be an error, so that the time goes with the errors, not with the log."""

from bisect import bisect_right
from collections.abc import Iterator

from .located import Located, ends_of_breaks, join

SHORT = 12_000
MAX_TEXT = 4_000_000
MAX_LINES = 7_500
MAX_SPOTS = 200_000
BEFORE, AFTER = 150, 80
SPOTS = (
    "most recent call",
    "Traceback",
    'File "',
    "File “",
    "File «",
    "File „",
    "File ‘",
    "File '",
    "File &quot;",
    "line ",
    "Error",
    "Exception",
    "Warning",
    "Failure",
    "Timeout",
    "NotExist",
    "NotFound",
    "Interrupt",
    "StopIteration",
    "Exit",
    "ename",
    "exc_",
    "panic",
    "Fatal",
    "error:",
    "\nE  ",
    " E  ",
    ": in ",
    "In[",
    "In [",
    "> in ",
    ".py in ",
    "❱",
    "<class '",
    "\tat ",
    "  at ",
    "Caused by",
)


def focus(paste: Located) -> Located:
    """The paste, or of a long one the lines near any spot that errors are made of.

    A line feed more stands between pieces that were apart. Beyond MAX_LINES the middle is left out: what failed first
    and what failed last are most likely to matter.
    """
    text = paste.text
    if len(text) <= SHORT:
        return paste
    if len(text) > MAX_TEXT:
        paste = join([paste.cut(0, MAX_TEXT // 4), paste.cut(len(text) - 3 * MAX_TEXT // 4)], "\n")
        text = paste.text
    starts = [0, *ends_of_breaks(text)]
    pieces = _trimmed(list(_pieces(text, starts)))
    if pieces == [(0, len(starts))]:
        return paste
    ends = [*starts[1:], len(text)]
    return join([paste.cut(starts[first], ends[last - 1]) for first, last in pieces], "\n")


def _spots(text: str) -> list[int]:
    spots: list[int] = []
    for spot in SPOTS:
        pos = text.find(spot)
        while pos >= 0 and len(spots) < MAX_SPOTS:
            spots.append(pos)
            pos = text.find(spot, pos + len(spot))
    return sorted(spots)


def _pieces(text: str, starts: list[int]) -> Iterator[tuple[int, int]]:
    """Ranges of lines, in order and apart from one another."""
    begin, end = 0, 0
    for spot in _spots(text):
        line = bisect_right(starts, spot) - 1
        if line - BEFORE > end or end == 0:
            if end:
                yield begin, end
            begin = max(0, line - BEFORE)
        end = min(len(starts), line + AFTER + 1)
    if end:
        yield begin, end


def _trimmed(pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    if sum(last - first for first, last in pieces) <= MAX_LINES:
        return pieces
    head = _taken(pieces, MAX_LINES // 3)
    tail = [(-last, -first) for first, last in _taken([(-b, -a) for a, b in reversed(pieces)], 2 * MAX_LINES // 3)]
    return [*head, *reversed(tail)]


def _taken(pieces: list[tuple[int, int]], room: int) -> list[tuple[int, int]]:
    taken = []
    for first, last in pieces:
        if room <= 0:
            break
        taken.append((first, min(last, first + room)))
        room -= last - first
    return taken
