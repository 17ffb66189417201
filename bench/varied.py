"""PURE: real entries varied, copy after copy, so that a million of them are as different as those of many projects.

In each copy a third of the literals' words become other words of real messages, drawn as often as they occur there, and
most folders, functions and exception classes get another name, the same one throughout the copy. What Python itself
names stays.
"""

from __future__ import annotations

import builtins
import hashlib
import random
import re
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from kb.text import Piece

OTHER_WORD, OTHER_NAME = 0.35, 0.7
_WORD = re.compile(r"[^\W\d_]{4,}")


class Real(NamedTuple):
    """What is stored of an entry, its site and the pieces of its wordings."""

    project: str
    kind: str
    category: str
    exc_type: str
    exc_qualified: str
    reason: str
    path: str
    line: int
    end_line: int
    qualname: str
    form: str
    facts: dict[str, Any]
    wordings: list[Sequence[Piece]]


def digest(entries: Sequence[Real]) -> str:
    """The same for the same entries in the same order."""
    found = hashlib.sha256()
    for real in entries:
        found.update(repr(real).encode(errors="replace"))
    return found.hexdigest()[:16]


def vocabulary(entries: Sequence[Real]) -> list[str]:
    """The words of all messages, as often as they occur."""
    literals = (piece for real in entries for pieces in real.wordings for piece in pieces if isinstance(piece, str))
    return [word.lower() for literal in literals for word in _WORD.findall(literal)]


def varying(copy: int, words: Sequence[str]) -> Callable[[Real], Real]:
    """How the copy of that number differs; copy 0 not at all, and the same number always alike."""
    if copy == 0:
        return lambda real: real
    chance = random.Random(copy)
    names: dict[str, str] = {}

    def name(real: str) -> str:
        if real not in names:
            is_other = chance.random() < OTHER_NAME and not real.startswith("__")
            names[real] = f"{chance.choice(words)}_{real}" if is_other else real
        return names[real]

    def exception(real: str) -> str:
        return real if hasattr(builtins, real) or not real else name(real)

    def word(found: re.Match[str]) -> str:
        if chance.random() >= OTHER_WORD:
            return found[0]
        other = chance.choice(words)
        return other.capitalize() if found[0][0].isupper() else other

    def vary(real: Real) -> Real:
        *folders, file = real.path.split("/")
        return real._replace(
            project=f"{real.project}-{copy}",
            path="/".join([*map(name, folders), file]),
            qualname=".".join(map(name, real.qualname.split("."))),
            exc_type=exception(real.exc_type),
            exc_qualified=".".join(map(exception, real.exc_qualified.split("."))),
            wordings=[
                [_WORD.sub(word, piece) if isinstance(piece, str) else piece for piece in pieces]
                for pieces in real.wordings
            ],
        )

    return vary
