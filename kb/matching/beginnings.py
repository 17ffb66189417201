"""PURE: candidates whose wording goes on behind the message -> the same, with a reading of its first lines alone.

People paste the first line of a long message. A shape has no lines any more, so this takes the wordings themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from kb.matching.alignment import Alignment, align
from kb.matching.asked import Asked
from kb.matching.contenders import Entry
from kb.matching.ranking import Rated
from kb.matching.readings import Reading, Shape, reading_of
from kb.text import Piece, fixed_words, pattern

MOST = 30  # candidates of an error
MOST_ENDS = 12  # of lines and sentences that are tried, of one wording
_END: Final = re.compile(r"(?<=[.!?])\s|\s*\n")


def cut_off(ranked: Sequence[Rated]) -> list[Rated]:
    """Those that go on behind the message, as far as is known without their wordings."""
    return [one for one in ranked if one.reading is not None and one.reading.alignment.how == "cut"][:MOST]


def add_beginnings(asked: Asked, ranked: Sequence[Rated], told: Mapping[str, Entry]) -> bool:
    """Whether any candidate was given a reading, so that they must be ranked anew."""
    found = [(one, reading) for one in cut_off(ranked) if (reading := _begun(asked, one, told[one.row.id]))]
    for one, reading in found:
        one.candidate.readings.append(reading)
    return bool(found)


def _begun(asked: Asked, one: Rated, entry: Entry) -> Reading | None:
    if (cut := one.reading) is None:
        return None
    for pieces in _beginnings(entry.wordings.get(cut.shape_id, ())):
        begun = pattern(pieces)
        alignment = align(asked.messages[cut.variant], begun, loosely=False)
        if alignment is not None and alignment.how == "whole" and _ends_there(asked, cut.variant, alignment, pieces):
            shape = Shape(cut.shape_id, begun, fixed_words(pieces))
            return reading_of(asked, cut.variant, replace(alignment, how="begun"), shape)
    return None


def _ends_there(asked: Asked, variant: int, alignment: Alignment, pieces: Sequence[Piece]) -> bool:
    """Does a line end where the template's does? A value at the end of several lines has swallowed what may be more."""
    if not alignment.holes or any(isinstance(piece, str) and piece for piece in pieces[-1:]):
        return True
    message, text = asked.messages[variant], asked.variants[variant].text
    return "\n" not in text[message.offsets[alignment.holes[-1][0]] :].strip()


def _beginnings(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Where a line or a sentence ends and another follows, what stands before that; the shortest first."""
    return islice(_cut_at_ends(pieces), MOST_ENDS)


def _cut_at_ends(pieces: Iterable[Piece]) -> Iterator[list[Piece]]:
    before: list[Piece] = []
    for piece in pieces:
        if isinstance(piece, str):
            for end in _END.finditer(piece):
                yield [*before, piece[: end.start()]] if end.start() else list(before)
        before.append(piece)
