"""Which words of an entry tell it from the others of its project, by how much, and who else says them."""

from __future__ import annotations

import math
from collections import defaultdict
from typing import Final

from django.db import connection

from kb.models import ErrorEntry, RaiseSite, SearchWord

MOST_WORDS: Final = 12
# A word that this share of the project's entries say tells nothing; at most so many are read of any word.
SAID_BY_ONE_IN: Final = 8
SAID_BY: Final = (12, 200)

# Who says a word in a message (A) or a condition (D). One SELECT a word, so that each is planned for its word.
_SAYERS: Final = (
    "(SELECT %s, entry_id FROM kb_searchdocument WHERE project_id = %s AND words @@ %s::tsquery"
    " AND is_current AND is_source AND entry_id <> %s LIMIT %s)"
)


def sharing(entry: ErrorEntry, site: RaiseSite, said: set[str]) -> tuple[dict[str, float], dict[str, float]]:
    """How much each of the rarest words tells, and how much of them each other entry shares.

    A word tells as many bits as it narrows the project down, beyond what one in SAID_BY_ONE_IN entries say.
    """
    known = SearchWord.objects.filter(word__in=[word for word in said if len(word) >= 3]).order_by("documents", "word")
    rarest = list(known.values_list("word", flat=True)[:MOST_WORDS])
    least, most = SAID_BY
    limit = min(max(site.pin.counts.get("entries", 0) // SAID_BY_ONE_IN, least), most)
    telling, shared = {}, defaultdict[str, float](float)
    for word, sayers in _sayers(entry, rarest, limit).items():
        telling[word] = math.log2(limit / len(sayers))
        for entry_id in sayers:
            shared[entry_id] += telling[word]
    return telling, shared


def _sayers(entry: ErrorEntry, rarest: list[str], limit: int) -> dict[str, list[str]]:
    """The other entries of the project that say each word, at most `limit` of each."""
    found: dict[str, list[str]] = defaultdict(list)
    if rarest:
        # Words consist of letters and digits, so a tsquery cannot misread them.
        values = [(word, entry.project_id, f"'{word}':AD", entry.pk, limit) for word in rarest]
        with connection.cursor() as cursor:
            cursor.execute(" UNION ALL ".join([_SAYERS] * len(values)), [one for row in values for one in row])
            for word, entry_id in cursor.fetchall():
                found[word].append(entry_id)
    return found
