"""Show a paste with what was read in it marked; what was not read is cut short.

Pure: the paste and its PastedErrors in, segments out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kb.paste import PastedError

MOST_CHARACTERS: Final = 12_000
# Of a stretch in which nothing was read, so much is shown at either end.
EDGE: Final = 200


@dataclass(frozen=True)
class Segment:
    """A stretch of the paste: `part` is what it was read as, "" for nothing; `left_out` counts characters not shown."""

    text: str
    part: str = ""
    left_out: int = 0


def segments(text: str, errors: Sequence[PastedError]) -> list[Segment]:
    """The paste in order, at most about MOST_CHARACTERS of it."""
    shown: list[Segment] = []
    size = 0
    for segment in _all(text, errors):
        shown.append(segment)
        size += len(segment.text)
        if size >= MOST_CHARACTERS:
            break
    return shown


def _all(text: str, errors: Iterable[PastedError]) -> Iterator[Segment]:
    position = 0
    for start, end, part in sorted((s.start, s.end, s.part) for error in errors for s in error.spans):
        if start < position:
            continue
        yield from _unread(text[position:start])
        yield from _cut(text[start:end], part)
        position = end
    yield from _unread(text[position:])


def _unread(text: str) -> Iterator[Segment]:
    if len(text) <= 2 * EDGE:
        if text:
            yield Segment(text)
        return
    yield Segment(text[:EDGE])
    yield Segment("", left_out=len(text) - 2 * EDGE)
    yield Segment(text[-EDGE:])


def _cut(text: str, part: str) -> Iterator[Segment]:
    yield Segment(text[:MOST_CHARACTERS], part)
    if len(text) > MOST_CHARACTERS:
        yield Segment("", left_out=len(text) - MOST_CHARACTERS)
