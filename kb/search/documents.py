"""What an entry says, as the weighted words that typed searches look for: the same for every backend."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kb.models import ErrorEntry
from kb.text import search_words

MAX_POSITION = 16383  # PostgreSQL's own limit
MAX_WORD = 60  # longer ones are hashes and blobs; no one types them

# Weights as PostgreSQL calls them, best first.
MESSAGE, TYPE, PLACE, OPTION = "A", "B", "C", "D"


def said(entry: ErrorEntry) -> Iterator[tuple[str, str]]:
    """(weight, text) pairs, the most telling first. Reads `site`, `project` and `templates`: load them with it."""
    templates = [template.pieces for template in entry.templates.all()]
    for pieces in templates:
        yield MESSAGE, " ".join(piece for piece in pieces if isinstance(piece, str))
    yield TYPE, entry.exc_type
    yield TYPE, entry.project.name
    if entry.site:
        yield PLACE, f"{entry.site.qualname} {entry.site.file_name}"
    for pieces in templates:
        yield OPTION, " ".join(piece["hole"] for piece in pieces if not isinstance(piece, str))
    if entry.site:
        yield OPTION, " ".join(str(guard.get("text", "")) for guard in entry.site.facts.get("guards", ()))


def weighted_words(parts: Iterable[tuple[str, str]]) -> dict[str, list[tuple[int, str]]]:
    """(weight, text) pairs in order -> each word's positions with their weights."""
    found: dict[str, list[tuple[int, str]]] = {}
    position = 0
    for weight, text in parts:
        for word in search_words(text):
            position = min(position + 1, MAX_POSITION)
            if len(word) <= MAX_WORD and len(places := found.setdefault(word, [])) < 8:
                places.append((position, weight))
        position += 8  # so that a phrase never spans two parts
    return found


def tsvector(found: dict[str, list[tuple[int, str]]]) -> str:
    """In tsvector's own notation: PostgreSQL's parser would split names in its own way."""
    return " ".join(f"{quoted(word)}:{','.join(f'{at}{weight}' for at, weight in places)}"
                    for word, places in found.items())  # fmt: skip


def quoted(word: str) -> str:
    """A lexeme as tsvector and tsquery literals write it."""
    return "'" + word.replace("\\", "\\\\").replace("'", "''") + "'"
