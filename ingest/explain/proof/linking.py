"""What tests expect -> the one entry that each of them means, or none. Pure.

By the text that they expect, laid against the entries' wordings, and by what they call where that leaves several. One
without a text means an entry only if the function that it calls raises that class in one place alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ingest.explain.facts import Proof, Setting
from ingest.explain.proof.expectations import Expectation
from kb.text import key, words

MOST: Final = 2  # proofs of one entry
_LEAST_KEY: Final = 12  # characters, without spaces, that text and wording must share
_MOST_CANDIDATES: Final = 200


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry as tests may mean it; `pieces` as in MessageTemplate.pieces."""

    id: str
    exc_type: str
    bases: tuple[str, ...]
    qualname: str
    pieces: Sequence[Any]

    @property
    def called(self) -> tuple[str, ...]:
        """The names by which a test would call its function."""
        parts = [part for part in self.qualname.split(".") if part != "<locals>"]
        special = parts and parts[-1].startswith("__")
        return tuple(parts[-2:-1] if special else parts[-1:])

    @property
    def types(self) -> set[str]:
        """The names of its class and of those that this derives from."""
        return {self.exc_type, *(base.rpartition(".")[2] for base in self.bases)}

    @property
    def literals(self) -> list[str]:
        return [key(piece).lower() for piece in self.pieces if isinstance(piece, str)]


class Entries:
    """Finds the entry that an expectation means."""

    def __init__(self, candidates: Iterable[Candidate]) -> None:
        self._by_word: dict[str, list[Candidate]] = {}
        self._by_call: dict[str, list[Candidate]] = {}
        self._literals: dict[str, list[str]] = {}
        self._types: dict[str, set[str]] = {}
        for candidate in candidates:
            self._literals[candidate.id], self._types[candidate.id] = candidate.literals, candidate.types
            for word in {word for piece in candidate.pieces if isinstance(piece, str) for word in words(piece)}:
                self._by_word.setdefault(word, []).append(candidate)
            for name in candidate.called:
                self._by_call.setdefault(name, []).append(candidate)

    def meant(self, expected: Expectation) -> Candidate | None:
        literals = [piece for piece in expected.text if piece]
        if not literals:
            return self._by_its_call(expected)
        found = [item for item in self._near(literals) if not self._types[item.id].isdisjoint(expected.types)]
        longest, whole = key(max(literals, key=len)).lower(), key("".join(literals)).lower()
        found = [item for item in found if self._agrees(item, longest, whole)]
        if len(found) > 1:
            found = [item for item in found if set(item.called) & set(expected.calls)]
        return found[0] if len(found) == 1 else None

    def _near(self, literals: list[str]) -> list[Candidate]:
        """The entries that say the rarest word of the longest literal; its ends may be cut within a word."""
        longest = words(max(literals, key=len))
        inner = longest[1:-1] or longest
        known = [found for word in inner if (found := self._by_word.get(word))]
        nearest = min(known, key=len, default=[])
        return nearest if len(nearest) <= _MOST_CANDIDATES else []

    def _agrees(self, candidate: Candidate, longest: str, whole: str) -> bool:
        """Whether the longest literal stands in one of the entry's, or all of the entry's stand in the whole text."""
        own = self._literals[candidate.id]
        if len(longest) >= _LEAST_KEY and any(longest in literal for literal in own):
            return True
        if longest in own:
            return True
        # The test's text may have values where the entry has Holes: then all of the entry's must stand in it, in order.
        if sum(map(len, own)) < max(_LEAST_KEY, len(whole) / 2):
            return False
        at = 0
        for literal in own:
            at = whole.find(literal, at)
            if at < 0:
                return False
            at += len(literal)
        return True

    def _by_its_call(self, expected: Expectation) -> Candidate | None:
        if len(expected.calls) != 1 or len(expected.types) != 1:
            return None
        found = self._by_call.get(expected.calls[0], [])
        of_type = [item for item in found if item.exc_type == expected.types[0]]
        is_one_function = len({item.qualname for item in found}) == 1
        return of_type[0] if is_one_function and len(of_type) == 1 else None


def proof(expected: Expectation, setting: Setting | None) -> Proof:
    said = "".join(piece or "…" for piece in expected.text) if any(expected.text) else ""
    return Proof(expected.path, expected.line, expected.test, said, expected.code, expected.quote, setting)
