"""Find the entries that a reader of one entry wants next, the most useful first, each with its reason.

Candidates are the nearest statements of the same file, the raisers of the same exception class or its bases, and
entries that say a telling word of this one's message or conditions: all in the entry's own project, each bounded.
Then they are ranked and thinned here. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import F
from django.db.models.functions import Abs
from rapidfuzz.distance import Indel

from kb.models import ErrorEntry, RaiseSite
from kb.related.row import COLUMNS, Row
from kb.related.telling import sharing
from kb.related.ties import Here, ties
from kb.text import words

MOST_NEAR: Final = 40
MOST_OF_A_CLASS: Final = 20
MOST_SHARING: Final = 40
# Share of words, in order, from which on two messages count as copies of each other.
COPY: Final = 0.85


@dataclass(frozen=True)
class Related:
    """`reason` says in a few words what ties the two together; `title` is the other's heading, `headline` the same
    where there is room."""

    id: str
    url: str
    api_url: str
    title: str
    headline: str
    exc_type: str
    path: str
    line: int
    reason: str


@dataclass(frozen=True)
class Found:
    score: float
    reason: str
    row: Row


def related_entries(entry: ErrorEntry, limit: int = 5) -> list[Related]:
    """At most `limit` neighbours that stand in the current Pin; `entry` must come with its site. At most 5 queries."""
    if entry.site is None:
        return []
    here = _here(entry, entry.site)
    ranked = sorted(_ranked(here, _candidates(here, entry, entry.site)), key=lambda found: (-found.score, found.row.id))
    return [_related(found) for found in _thinned(ranked, limit)]


def _here(entry: ErrorEntry, site: RaiseSite) -> Here:
    row = Row(
        entry.id, entry.title, entry.message, entry.kind, entry.exc_type, entry.exc_qualified,
        site.path, site.line, site.qualname, site.facts,
    )  # fmt: skip
    telling, shared = sharing(entry, site, {*words(row.literals), *row.options})
    return Here(row, row.conditions, row.options, row.own_classes, telling, shared)


def _candidates(here: Here, entry: ErrorEntry, site: RaiseSite) -> Iterable[Row]:
    pool = ErrorEntry.objects.current().filter(project=entry.project_id, category=entry.category).exclude(pk=entry.pk)
    pool = pool.exclude(site=None)
    near = pool.filter(site__pin=site.pin_id, site__path=site.path).order_by(Abs(F("site__line") - site.line), "pk")
    parts = [near[:MOST_NEAR]]
    if here.own_classes:
        parts.append(pool.filter(exc_qualified__in=here.own_classes).order_by("pk")[:MOST_OF_A_CLASS])
    if here.sharing:
        best = sorted(here.sharing, key=lambda entry_id: (-here.sharing[entry_id], entry_id))[:MOST_SHARING]
        parts.append(pool.filter(pk__in=best))
    return {row[0]: Row(*row) for part in parts for row in part.values_list(*COLUMNS)}.values()


def _ranked(here: Here, candidates: Iterable[Row]) -> Iterator[Found]:
    """Each candidate with its score and the reason that counts most."""
    for row in candidates:
        tied = list(ties(here, row))
        if tied:
            best, reason = max(tied)
            yield Found(best + 0.3 * (sum(weight for weight, _ in tied) - best), reason, row)


def _thinned(ranked: Iterable[Found], limit: int) -> Iterator[Found]:
    """The first `limit` that do not repeat what stands before them, in their title or in most of their words."""
    titles: set[str] = set()
    shown: list[list[str]] = []
    for found in ranked:
        said, title = words(found.row.message), found.row.title
        is_copy = any(Indel.normalized_similarity(said, before) >= COPY for before in shown)
        if title and (is_copy or title in titles):
            continue
        titles.add(title)
        shown.append(said)
        yield found
        if len(shown) == limit:
            return


def _related(found: Found) -> Related:
    row = found.row
    entry = ErrorEntry(id=row.id, title=row.title, message=row.message, kind=row.kind, exc_type=row.exc_type)
    entry.site = RaiseSite(qualname=row.qualname)
    return Related(
        id=row.id,
        url=entry.get_absolute_url(),
        api_url=entry.api_url,
        title=entry.heading,
        headline=entry.headline,
        exc_type=row.exc_type,
        path=row.path,
        line=row.line,
        reason=found.reason,
    )
