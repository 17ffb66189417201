"""PURE: typed words -> the terms of a query, in text that no backend can misread."""

from __future__ import annotations

from dataclasses import dataclass

from kb.text import search_words

MOST_TERMS = 10  # Meilisearch reads no more, and no one types more
MOST_CHARACTERS = 1000
_WORD_BREAKS = str.maketrans(dict.fromkeys("\"'`()[]{}<>=,;:!?*|&^~$#@%+\\/", " "))


@dataclass(frozen=True, slots=True)
class Term:
    """One typed word: whole, and in parts where it is a name (`max_length`: max, length)."""

    word: str
    parts: tuple[str, ...] = ()


def terms_of(typed: str) -> list[Term]:
    """The first MOST_TERMS different words. Quotes, signs and dashes are separators: none of them is syntax."""
    return _terms(typed)[:MOST_TERMS]


def beyond(typed: str) -> tuple[str, ...]:
    """The words that `terms_of` leaves out, as they were many."""
    return tuple(term.word for term in _terms(typed)[MOST_TERMS:])


def _terms(typed: str) -> list[Term]:
    found: dict[str, Term] = {}
    for token in typed[:MOST_CHARACTERS].translate(_WORD_BREAKS).split():
        for piece in token.replace("-", " ").replace(".", " ").split():
            whole, *parts = search_words(piece) or [""]
            if whole:
                found.setdefault(whole, Term(whole, tuple(parts)))
    return list(found.values())


def is_unfinished(typed: str) -> bool:
    """Does the last word go on as the person types?"""
    return bool(typed) and not typed[-1].isspace()
