"""An Answer -> what is written of the entries that it names for sure. Of all others, advice would be a guess."""

from __future__ import annotations

from typing import Final

from kb.display.explanation import Explanation, Sentence
from kb.display.written import written_of
from kb.matching import Answer

# What stands beside an answer; the entry's page has all.
MOST_SOLUTIONS: Final = 3


def advice(answer: Answer) -> dict[int, Explanation]:
    """By the index of the error: the Explanation of the one entry that raised it. Two queries at most."""
    certain: dict[int, str] = {}
    for match in answer.matches:
        if answer.outcomes.get(match.error_index) == "exact":
            certain.setdefault(match.error_index, match.id)
    found = written_of(certain.values()) if certain else {}
    return {index: found[entry] for index, entry in certain.items() if entry in found}


def first_solutions(explanation: Explanation) -> tuple[Sentence, ...]:
    return explanation.said.get("solution", ())[:MOST_SOLUTIONS]
