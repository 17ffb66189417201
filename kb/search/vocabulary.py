"""Which words documents hold: finishes an unfinished word, mends a wrongly spelt one, and tells rare from common."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import connection
from rapidfuzz.distance import DamerauLevenshtein

MOST_FORMS = 12  # words that one typed word may stand for
SHORTEST_PREFIX = 2
SHORTEST_MENDED = 4

_COUNTS = "SELECT word, documents FROM kb_searchword WHERE word = ANY(%s)"
_STARTING = "SELECT word FROM kb_searchword WHERE word LIKE %s ORDER BY documents DESC LIMIT %s"
_SIMILAR = (
    "SELECT t.word, s.word FROM unnest(%s::text[]) t(word) CROSS JOIN LATERAL (SELECT w.word FROM kb_searchword w"
    " WHERE w.word %% t.word ORDER BY similarity(w.word, t.word) DESC, w.documents DESC LIMIT 20) s"
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
    """For each word, known ones within one slip of the finger (two from eight letters on), the nearest first."""
    words = [word for word in words if len(word) >= SHORTEST_MENDED and not word.isdigit()]
    if not words:
        return {}
    with connection.cursor() as cursor:
        cursor.execute(_SIMILAR, [words])
        pairs = cursor.fetchall()
    found: dict[str, list[tuple[int, str]]] = {}
    for word, known in pairs:
        distance = DamerauLevenshtein.distance(word, known, score_cutoff=2)
        if distance <= (1 if len(word) < 8 else 2):
            found.setdefault(word, []).append((distance, known))
    return {word: [known for _, known in sorted(near, key=lambda pair: pair[0])][:3] for word, near in found.items()}
