"""PURE: the guards of a statement, as RaiseSite.facts hold them, told apart by what they are.

A guard is a condition that holds, or `for … in …`, `while …`, `except …`, `match …`, `case …` around the statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

MOST_DECIDING: Final = 3

_AROUND: Final = re.compile(r"(?:for|while|except|match|case)\b")
_OPPOSITE: Final = re.compile(r"not \(")


def is_condition(guard: str) -> bool:
    return not _AROUND.match(guard)


def deciding(guards: Sequence[str]) -> list[str]:
    """The conditions that a reader looks at first, in order, at most MOST_DECIDING.

    These are the nearest ones that were found true. What was found false before them only led there; it counts when
    nothing was found true after it, as in the last branch of an `if … elif … else`.
    """
    found: list[str] = []
    seen_true = False
    for guard in reversed([guard for guard in guards if is_condition(guard)]):
        is_opposite = bool(_OPPOSITE.match(guard))
        if not (is_opposite and seen_true):
            found.append(guard)
        seen_true = seen_true or not is_opposite
    return found[:MOST_DECIDING][::-1]


def texts(facts_guards: Iterable[dict[str, object]]) -> list[str]:
    """The guards' texts out of RaiseSite.facts["guards"]."""
    return [str(guard["text"]) for guard in facts_guards]
