"""What an entry says, as the weighted words that typed searches look for: the same for every backend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from kb.models import ErrorEntry, MessageTemplate
from kb.models.among import Among
from kb.text import Piece, search_words

MAX_POSITION = 16383  # PostgreSQL's own limit
MAX_WORD = 60  # longer ones are hashes and blobs; no one types them
_SHORT = 100  # characters of a text that another entry may have too

# Weights as PostgreSQL calls them, best first.
MESSAGE, TYPE, PLACE, OPTION = "A", "B", "C", "D"

_COLUMNS = (
    "pk", "project_id", "project__owner", "project__name", "kind", "category", "exc_type", "exc_qualified", "message",
    "removed_in_id", "site__path", "site__qualname", "site__file_name", "site__facts__guards",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Said:
    """An entry as plain values, with the pieces of its templates; `path` and `qualname` are "" without a site."""

    id: str
    project_id: int
    owner: str
    project: str
    kind: str
    category: str
    exc_type: str
    exc_qualified: str
    message: str
    removed_in: int | None
    path: str
    qualname: str
    file_name: str
    guards: list[dict[str, Any]]
    templates: list[Sequence[Piece]]

    @property
    def module(self) -> str:
        """Where its class is defined, as a traceback writes it; "" for one of Python's own, which it leaves out."""
        module = self.exc_qualified.rpartition(".")[0]
        return "" if module == "builtins" else module


def read(ids: Sequence[str]) -> Iterator[Said]:
    """These entries, in no order, in two queries. Plain values: model instances cost three times as much."""
    templates: dict[str, list[Sequence[Piece]]] = {entry_id: [] for entry_id in ids}
    rows = MessageTemplate.objects.filter(Among("entry", ids)).order_by("ordinal", "id")
    for entry_id, pieces in rows.values_list("entry_id", "pieces"):
        templates[entry_id].append(pieces)
    for *values, path, qualname, file_name, guards in ErrorEntry.objects.filter(Among("pk", ids)).values_list(
        *_COLUMNS
    ):
        place = (path or "", qualname or "", file_name or "", guards or [])
        yield Said(*(*values, *place, templates[values[0]]))


def weighted(said: Said) -> Iterator[tuple[str, str]]:
    """(weight, text) pairs, the most telling first."""
    for pieces in said.templates:
        yield MESSAGE, " ".join(piece for piece in pieces if isinstance(piece, str))
    yield TYPE, said.exc_type
    yield TYPE, said.project
    yield PLACE, f"{said.qualname} {said.file_name} {said.module}"
    for pieces in said.templates:
        yield OPTION, " ".join(piece["hole"] for piece in pieces if not isinstance(piece, str))
    yield OPTION, " ".join(str(guard.get("text", "")) for guard in said.guards)


def tsvector(parts: Iterable[tuple[str, str]]) -> tuple[str, set[str]]:
    """In tsvector's own notation, since PostgreSQL's parser would split names in its own way; and the words."""
    lexemes: list[str] = []
    words: set[str] = set()
    last = 0
    for weight, text in parts:
        found: Sequence[str] = _often(text) if len(text) < _SHORT else search_words(text)
        placed: Iterable[tuple[int, str]] = enumerate(found, last + 1)
        last += len(found)
        if last > MAX_POSITION or max(map(len, found), default=0) > MAX_WORD:  # hardly ever, so asked once for all
            placed = [(min(at, MAX_POSITION), word) for at, word in placed if len(word) <= MAX_WORD]
            found = [word for _, word in placed]
        # No quotes needed: a word is letters, digits, _
        lexemes += [f"{word}:{at}{weight}" for at, word in placed]
        words.update(found)
        last += 8  # so that a phrase never spans two parts
    return " ".join(lexemes), words


@lru_cache(maxsize=16_384)
def _often(text: str) -> tuple[str, ...]:
    """The words of a text that many entries have: a type, a place, a guard."""
    return tuple(search_words(text))


def quoted(word: str) -> str:
    """A lexeme as tsquery literals write it."""
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"
