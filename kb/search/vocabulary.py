"""Which words documents hold: finishes an unfinished word, mends a wrongly spelt one, and tells rare from common."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from typing import Final

from django.db import connection
from rapidfuzz.distance import DamerauLevenshtein

MOST_FORMS = 12  # words that one typed word may stand for
SHORTEST_PREFIX = 2
SHORTEST_MENDED = 4
LONGEST_MENDED = 24  # what is longer has many spellings, and is copied rather than typed
SHORTEST_MENDED_TWICE = 8  # letters of a word in which two slips are forgiven
MOST_MENDED = 3

_TYPED: Final = string.ascii_lowercase + "_"

_COUNTS = "SELECT word, documents FROM kb_searchword WHERE word = ANY(%s)"
_STARTING = "SELECT word FROM kb_searchword WHERE word LIKE %s ORDER BY documents DESC LIMIT %s"
_SIMILAR = (
    "SELECT t.word, s.word, s.documents FROM unnest(%s::text[]) t(word) CROSS JOIN LATERAL"
    " (SELECT w.word, w.documents FROM kb_searchword w WHERE w.word %% t.word"
    " ORDER BY similarity(w.word, t.word) DESC, w.documents DESC LIMIT 20) s"
)


def counts(words: Sequence[str]) -> dict[str, int]:
    """How many documents hold each word; unknown words are left out."""
    with connection.cursor() as cursor:
        cursor.execute(_COUNTS, [list(words)])
        return dict(cursor.fetchall())


def starting_with(start: str) -> list[str]:
    """The most common words that begin so, at most MOST_FORMS."""
    if len(start) < SHORTEST_PREFIX:
        return []
    pattern = start.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%"
    with connection.cursor() as cursor:
        cursor.execute(_STARTING, [pattern, MOST_FORMS])
        return [row[0] for row in cursor.fetchall()]


def mended(words: Sequence[str]) -> dict[str, list[str]]:
    """For each word, known ones within one slip of the finger (two from eight letters on), the nearest first, of
    those as near the most common; at most MOST_MENDED."""
    words = [word for word in words if SHORTEST_MENDED <= len(word) <= LONGEST_MENDED and not word.isdigit()]
    found = _one_slip_away(words)
    for word, known, documents in _similar([word for word in words if len(word) >= SHORTEST_MENDED_TWICE]):
        if DamerauLevenshtein.distance(word, known, score_cutoff=2) == 2:
            found.setdefault(word, []).append((2, -documents, known))
    return {word: [known for *_, known in sorted(near)][:MOST_MENDED] for word, near in found.items()}


def _one_slip_away(words: Sequence[str]) -> dict[str, list[tuple[int, int, str]]]:
    """(distance, order, known word) of each. Looked up by name: two letters that are swapped leave a short word
    hardly a trigram in common with the right one."""
    slips = {word: set(_slips(word)) for word in words}
    documents = counts(list(set().union(*slips.values())))
    near = {word: [(1, -documents[known], known) for known in slips[word] & documents.keys()] for word in slips}
    return {word: known for word, known in near.items() if known}


def _slips(word: str) -> Iterator[str]:
    """What differs from `word` by one letter that is missing, swapped with the next, replaced or added."""
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        yield from (f"{before}{letter}{after}" for letter in _TYPED)
        yield from (f"{before}{letter}{after[1:]}" for letter in _TYPED if after)
        yield before + after[1:]
        yield before + after[1:2] + after[:1] + after[2:]


def _similar(words: Sequence[str]) -> list[tuple[str, str, int]]:
    """(word, known word, how many documents hold it) by their trigrams."""
    if not words:
        return []
    with connection.cursor() as cursor:
        cursor.execute(_SIMILAR, [list(words)])
        rows: list[tuple[str, str, int]] = cursor.fetchall()
    return rows
