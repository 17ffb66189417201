"""An Answer -> what is written of the entries that it names. Of what is only similar, advice would be a guess."""

from __future__ import annotations

from typing import Final

from kb.display.explanation import Explanation, Sentence
from kb.display.written import written_of
from kb.matching import Answer, Match

# What stands beside an answer; the entry's page has all.
MOST_SOLUTIONS: Final = 3


def explanations(answer: Answer) -> dict[str, Explanation]:
    """By entry: of each error's first match where that is certain, of all where a reader has to choose. At most two
    queries."""
    wanted = {match.id for match in certain(answer).values()}
    wanted |= {match.id for match in answer.matches if answer.outcomes.get(match.error_index) == "ambiguous"}
    return written_of(wanted) if wanted else {}


def certain(answer: Answer) -> dict[int, Match]:
    """By the index of an error: the match that raised it."""
    found: dict[int, Match] = {}
    for match in answer.matches:
        if answer.outcomes.get(match.error_index) == "exact":
            found.setdefault(match.error_index, match)
    return found


def first_solutions(explanation: Explanation) -> tuple[Sentence, ...]:
    return explanation.said.get("solution", ())[:MOST_SOLUTIONS]
