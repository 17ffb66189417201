"""What a site without matching of its own would answer to a paste: two ways to ask, over the same entries.

The text as it is to the search that serves typed words (PostgreSQL, or Meilisearch where one is set); and PostgreSQL's
full text search as its manual shows it, over type and message, ranked, where any word may match: with all of them
demanded, the values in a message alone would rule its template out.
"""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any

from django.db import connection

from bench.scores import Reply
from kb.models import ErrorEntry
from kb.search import queries

MOST = 25
_FIELDS = ("project", "exc_type", "message", "path", "line", "end_line")
_TABLE = "bench_plain"
_BUILD = (
    f"CREATE TEMPORARY TABLE {_TABLE} AS SELECT id, to_tsvector('english', exc_type || ' ' || message) AS words"
    " FROM kb_errorentry",
    f"CREATE INDEX ON {_TABLE} USING gin (words)",
    f"ANALYZE {_TABLE}",
)
_ANY_WORD = "replace(plainto_tsquery('english', %(text)s)::text, ' & ', ' | ')::tsquery"
_FIND = (
    f"SELECT id FROM {_TABLE}, (SELECT {_ANY_WORD} AS query) AS asked WHERE words @@ query"
    " ORDER BY ts_rank(words, query, 1) DESC, id LIMIT %(most)s"
)


def raw_search(text: str) -> Reply:
    began = time.perf_counter()
    ids = queries.search(text, size=MOST).ids
    return Reply("", _matches(ids), time.perf_counter() - began)


def prepare_full_text() -> None:
    """Must run before the first `full_text`, on the same connection."""
    with connection.cursor() as cursor:
        for statement in _BUILD:
            cursor.execute(statement)


def full_text(text: str) -> Reply:
    began = time.perf_counter()
    with connection.cursor() as cursor:
        cursor.execute(_FIND, {"text": text.replace("\0", " "), "most": MOST})
        ids = [row[0] for row in cursor.fetchall()]
    return Reply("", _matches(ids), time.perf_counter() - began)


def _matches(ids: Iterable[str]) -> list[dict[str, Any]]:
    ids = list(ids)
    rows = ErrorEntry.objects.filter(pk__in=ids).values_list(
        "pk", "project__owner", "project__name", "exc_type", "message", "site__path", "site__line", "site__end_line"
    )
    found = {
        entry_id: dict(zip(_FIELDS, (f"{owner}/{name}", *said), strict=True)) for entry_id, owner, name, *said in rows
    }
    return [found[entry_id] for entry_id in ids if entry_id in found]
