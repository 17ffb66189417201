"""Arrange an Answer for its page: for each error that was read, its best match, the runners-up and what to say."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from kb.matching import Answer, Match, Outcome
from kb.paste import PastedError

_ROLES: Final = {
    "root": "the root cause",
    "wrapper": "raised from another",
    "handled": "was being handled when another was raised",
}
_SAYS: Final[dict[Outcome, str]] = {
    "exact": "This is the statement that raised it.",
    "ambiguous": "Several statements fit equally well.",
    "similar": "No known statement says just this. These say something similar, and may be other errors.",
    "unmatched": "No statement that is known here says this.",
}


@dataclass(frozen=True)
class Group:
    """One error of the paste. `role` is what it is in its chain, in words, "" outside of one; `says` its outcome."""

    error: PastedError
    role: str
    outcome: Outcome
    says: str
    best: Match | None
    others: tuple[Match, ...]


def groups(answer: Answer) -> list[Group]:
    """The errors that were looked up, the one with the best match first, those without any match last."""
    matches: dict[int, list[Match]] = {}
    for match in answer.matches:
        matches.setdefault(match.error_index, []).append(match)
    unmatched = [index for index in answer.outcomes if index not in matches]
    arranged = [_group(answer, index, matches.get(index, [])) for index in (*matches, *unmatched)]
    if arranged and answer.decides:
        # It is about the leading error, which stands first.
        arranged[0] = replace(arranged[0], says=f"{arranged[0].says} What would decide is {answer.decides}.")
    return arranged


def _group(answer: Answer, index: int, found: list[Match]) -> Group:
    error, outcome = answer.errors[index], answer.outcomes.get(index, "unmatched")
    return Group(
        error=error,
        role=_ROLES.get(error.role, ""),
        outcome=outcome,
        says=_SAYS[outcome],
        best=found[0] if found else None,
        others=tuple(found[1:]),
    )
