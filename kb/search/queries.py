"""The public face of search: typed words -> a page of entries, whichever backend answers."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field

from kb.models import ErrorEntry
from kb.search import highlights
from kb.search.backends import answering
from kb.search.postgres import mended
from kb.search.protocol import Request, Searched, SearchFailed

logger = logging.getLogger(__name__)

LARGEST_PAGE = 100


@dataclass(frozen=True, slots=True)
class SearchPage:
    """`ids` of entries, best first; `total` counts to protocol.MOST_HITS; `facets`: project, exc_type and kind, each
    value -> count; `highlights`: id -> message as HTML with <mark>; `searched`: what they were found by. `degraded`:
    not the usual backend, or none, answered, so there may be more."""

    ids: list[str] = field(default_factory=list)
    total: int = 0
    facets: dict[str, dict[str, int]] = field(default_factory=dict)
    highlights: dict[str, str] = field(default_factory=dict)
    degraded: bool = False
    searched: Searched = field(default_factory=Searched)


@dataclass(frozen=True, slots=True)
class Suggestion:
    id: str
    title: str
    exc_type: str
    project: str


def search(  # noqa: PLR0913 - one keyword for each filter of the page
    query: str,
    *,
    project: str | None = None,
    exc_type: str | None = None,
    kind: str | None = None,
    path: str | None = None,
    include_passing: bool = False,
    page: int = 1,
    size: int = 20,
) -> SearchPage:
    """Entries for short search words. Never fails: with no backend at all, an empty page that says `degraded`."""
    size = max(1, min(size, LARGEST_PAGE))
    request = Request(
        words=query, project=project or "", exc_type=exc_type or "", kind=kind or "", path=path or "",
        include_passing=include_passing, offset=(max(page, 1) - 1) * size, size=size,
    )  # fmt: skip
    hits, degraded = answering(lambda backend: backend.search(request))
    if hits is None:
        return SearchPage(degraded=True)
    marked = {entry_id: highlights.as_html(text) for entry_id, text in hits.marked.items()}
    return SearchPage(hits.ids, hits.total, hits.facets, marked, degraded, hits.searched)


def suggest(text: str, limit: int = 8, *, project: str | None = None) -> list[Suggestion]:
    """Entries for a query that is being typed; of those that say the same, one. None when there is nothing to go on."""
    ids, _ = answering(lambda backend: backend.suggest(text, project=project or "", limit=limit * 5))
    if not ids:
        return []
    rows = ErrorEntry.objects.filter(pk__in=ids).select_related("project", "site")
    columns = ("title", "message", "exc_type", "kind", "project__owner", "project__name", "site__qualname")
    rows = rows.only(*columns)
    entries = {entry.pk: entry for entry in rows}
    found: dict[tuple[str, str, str], Suggestion] = {}
    for entry in (entries[entry_id] for entry_id in ids if entry_id in entries):
        says = (entry.headline, entry.exc_type, entry.project.slug)
        found.setdefault(says, Suggestion(entry.pk, *says))
    return list(found.values())[:limit]


def respelt(words: Sequence[str], most: int) -> dict[str, str]:
    """Of words of a message, those that were perhaps misspelt, `most` of them -> what entries say instead. Never fails:
    with no answer in time, none."""
    try:
        return mended(words, most)
    except SearchFailed as failed:
        logger.info("Misspelt words were not mended: %s", failed)
        return {}


def candidates(words: Sequence[str], limit: int) -> list[str]:
    """Entries that share rare words with a message."""
    ids, _ = answering(lambda backend: backend.candidates(words, limit=limit))
    return ids or []
