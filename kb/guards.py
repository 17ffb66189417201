"""PURE: the guards of a statement, as RaiseSite.facts hold them, told apart by what they are.

A guard is a condition that holds, or `for … in …`, `while …`, `except …`, `match …`, `case …` around the statement.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

MOST_DECIDING: Final = 3

_AROUND: Final = re.compile(r"(?:for|while|except)\b")
_HANDLER: Final = re.compile(r"except\b")
_PATTERN: Final = re.compile(r"(?:match|case)\b")
# A pattern or a subject that could be read as a call, an item or a sum of a name: these are written with no such space.
_BEGUN: Final = re.compile(r"(?:match|case) +(?:[(\[]|[-+*~](?! ))")
_OPPOSITE: Final = re.compile(r"not \(")


@lru_cache(4096)
def is_condition(guard: str) -> bool:
    return not _AROUND.match(guard) and not is_pattern(guard)


def is_handler(guard: str) -> bool:
    return bool(_HANDLER.match(guard))


def is_pattern(guard: str) -> bool:
    """Whether it is a `match` or a `case`, rather than a condition on a variable of that name."""
    return bool(_PATTERN.match(guard)) and (bool(_BEGUN.match(guard)) or not _is_expression(guard))


def _is_expression(text: str) -> bool:
    try:
        ast.parse(text, mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


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
