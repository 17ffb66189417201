"""PURE: one of an error's texts laid against one wording, and how much of what they share tells anything."""

from __future__ import annotations

from typing import Final, NamedTuple

from kb.matching.alignment import Alignment
from kb.matching.asked import Asked
from kb.text import HOLE, words

# Words that any English sentence may hold.
_WEAK: Final = frozenset(
    """a about after again all also am an and any anything are as at back be because been before being both but by can
    cannot could did do does doing don down each else few for found from get go going got had has have having he
    hello her here hi his how i if in instead into is it its just let like made make may me might more most must my
    need no not nothing now of off on once one only or other our out over own please problem same say see set she
    should so some something such t than thank thanks that the their them then there these they thing this those
    time to today too try type under until up use used very want was we went were what when where which while who
    why will with without would wrong yes yet you your""".split()  # noqa: SIM905 - a list of so many strings reads worse
)


class Shape(NamedTuple):
    """`words`: how many of its words are fixed."""

    id: int
    pattern: str
    words: int


class Reading(NamedTuple):
    """One of the error's texts laid against one of the entry's shapes, of which `words` are fixed; `score` 0 to 1.
    `telling`: how many different words that not everyone says are in both, where all agrees its signs for one more."""

    variant: int
    alignment: Alignment
    shape_id: int
    words: int
    score: float
    telling: int


def reading_of(asked: Asked, variant: int, alignment: Alignment, shape: Shape) -> Reading:
    telling = {word for word in words(shape.pattern.replace(HOLE, " ")) if word not in _WEAK}
    return Reading(
        variant=variant,
        alignment=alignment,
        shape_id=shape.id,
        words=shape.words + alignment.apart,
        score=alignment.score * asked.variants[variant].weight,
        telling=len(telling.intersection(asked.messages[variant].words)) + _has_signs(alignment, shape),
    )


def _has_signs(alignment: Alignment, shape: Shape) -> bool:
    return alignment.how == "whole" and any(not (sign.isalnum() or sign in f" _{HOLE}") for sign in shape.pattern)
