"""Either of several conditions will do for the error: for each that is known, what to set if it holds. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ingest.explain.conditions import alternatives, worded
from ingest.explain.expressions import is_private
from ingest.explain.static import comparisons, every, objects, operands, presence, wanted
from ingest.explain.static.apart import taken
from ingest.explain.static.options import kind
from ingest.explain.static.sentences import Case, Sentence, Tested, solution

_MOST: Final = 3
_RULES: Final = (comparisons.remedy, presence.remedy, operands.remedy, every.remedy)


def remedies(case: Case, tested: Tested) -> list[Sentence]:
    beside = [item for item in case.tested if item.condition is tested.condition and item is not tested]
    # What is left when other cases have been dealt with is wrong for what it is, not for what it lacks.
    is_left = tested.condition.text.startswith("not (") and case.evidence.kind != "assertion"
    return [] if beside or is_left else list(_each(case, tested))[:_MOST]


def _each(case: Case, tested: Tested) -> Iterator[Sentence]:
    for part in alternatives(tested.atom):
        one = taken(case.evidence, tested.condition, part)
        if wanted.takes_back(one) and not wanted.is_to_go(case, one):
            continue
        if is_private(part.node):
            continue
        if remedy := _remedy(case, one):
            said = worded(part, kind(one.binding if one.binding and one.binding.name == one.subject else None))
            # That it is so is what the sentence begins with.
            do = remedy.text.replace("; it is `None`", "")
            yield solution(f"If {said}: {do[0].lower()}{do[1:]}", remedy.sources, is_named=remedy.is_named)


def _remedy(case: Case, one: Tested) -> Sentence | None:
    if objects.is_given_whole(one.binding):
        return next(iter(objects.remedies(case, one)), None)
    return next((found for rule in _RULES if (found := rule(case, one))), None)
