"""Find the entries that a reader of one entry wants next, the most useful first, each with its reason.

Candidates are the nearest statements of the same file, the raisers of the same exception class, and entries whose
documents share a telling word: all in the entry's own project, each bounded. Then they are ranked and thinned here.
Reads only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from django.db.models import F
from django.db.models.functions import Abs
from rapidfuzz.distance import Indel

from kb.models import ErrorEntry, RaiseSite
from kb.models.entries import EntryQuerySet

MOST_CANDIDATES: Final = 60
# Share of words, in order, from which on two messages count as copies of each other.
COPY: Final = 0.85

_WORD: Final = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Related:
    """`reason` says in a few words what ties the two together; `title` is the other's heading."""

    id: str
    url: str
    title: str
    exc_type: str
    path: str
    line: int
    reason: str


@dataclass(frozen=True)
class _Candidate:
    entry: ErrorEntry
    site: RaiseSite


def related_entries(entry: ErrorEntry, limit: int = 5) -> list[Related]:
    """At most `limit` neighbours that stand in the current Pin; `entry` must come with its site."""
    if entry.site is None:
        return []
    here = _Candidate(entry, entry.site)
    ranked = sorted(_ranked(here), key=lambda found: (-found[0], found[2].entry.id))
    return [_related(other, reason) for _, reason, other in _thinned(ranked, limit)]


def _candidates(here: _Candidate) -> Iterator[_Candidate]:
    entry, site = here.entry, here.site
    pool = ErrorEntry.objects.current().filter(project=entry.project_id, category=entry.category)
    pool = pool.exclude(pk=entry.pk).select_related("site")
    found = {other.pk: other for part in _parts(pool, entry, site) for other in part[:MOST_CANDIDATES]}
    return (_Candidate(other, other.site) for other in found.values() if other.site)


def _parts(pool: EntryQuerySet, entry: ErrorEntry, site: RaiseSite) -> Iterator[EntryQuerySet]:
    yield pool.filter(site__pin=site.pin_id, site__path=site.path).order_by(Abs(F("site__line") - site.line))
    if _is_own_class(entry.exc_qualified):
        yield pool.filter(exc_qualified=entry.exc_qualified).order_by("pk")


def _ranked(here: _Candidate) -> Iterator[tuple[float, str, _Candidate]]:
    """Each candidate with its score and the reason that counts most."""
    for other in _candidates(here):
        ties = list(_ties(here, other))
        if ties:
            best, reason = max(ties)
            yield best + 0.3 * (sum(weight for weight, _ in ties) - best), reason, other


def _ties(here: _Candidate, there: _Candidate) -> Iterator[tuple[float, str]]:
    """What ties the two together, each with how much it says."""
    if guards := _guards(here.site) & _guards(there.site):
        yield 5, f"same condition: {max(guards, key=len)}"
    if here.site.path == there.site.path:
        yield _shared_place(here.site, there.site)
    if here.entry.exc_qualified == there.entry.exc_qualified and _is_own_class(here.entry.exc_qualified):
        yield 1.5, f"same exception: {here.entry.exc_type}"


def _shared_place(here: RaiseSite, there: RaiseSite) -> tuple[float, str]:
    owner = here.qualname.rpartition(".")[0]
    if here.qualname == there.qualname:
        return 4, f"same function: {here.qualname}"
    if owner and owner == there.qualname.rpartition(".")[0]:
        return 3, f"same class: {owner}"
    return 1.5, "same file"


def _guards(site: RaiseSite) -> set[str]:
    return {guard["text"] for guard in site.facts.get("guards", ())}


def _is_own_class(exc_qualified: str) -> bool:
    """Whether the class is one of somebody's own; that two statements raise ValueError ties nothing together."""
    return "." in exc_qualified and not exc_qualified.startswith("builtins.")


def _thinned(ranked: Iterable[tuple[float, str, _Candidate]], limit: int) -> Iterator[tuple[float, str, _Candidate]]:
    """The first `limit` that do not repeat what stands before them."""
    shown: list[list[str]] = []
    for found in ranked:
        words = _WORD.findall(found[2].entry.message.lower())
        if any(Indel.normalized_similarity(words, before) >= COPY for before in shown):
            continue
        shown.append(words)
        yield found
        if len(shown) == limit:
            return


def _related(other: _Candidate, reason: str) -> Related:
    return Related(
        id=other.entry.id,
        url=other.entry.get_absolute_url(),
        title=other.entry.heading,
        exc_type=other.entry.exc_type,
        path=other.site.path,
        line=other.site.line,
        reason=reason,
    )
