"""Turn what a reader narrowed entries down to into one page of them, with counts for narrowing further.

Pages and API both list through here. Search words go to `kb.search`; without any, and for a file with a line, the
database answers alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from django.db.models import Count
from django.db.models.expressions import Combinable

from kb.display.near import Place, nearest, place_of
from kb.display.order import usefulness
from kb.models import ErrorEntry, PinFile, Project
from kb.models.entries import EntryQuerySet
from kb.search.protocol import MOST_HITS, Searched
from kb.search.queries import search

PAGE_SIZE: Final = 20
MOST_PAGES: Final = 1000
FACET_SIZE: Final = 15

_FIELDS: Final = {"kind": "kind", "exc_type": "exc_type", "path": "site__path", "category": "category"}


@dataclass(frozen=True)
class Selection:
    """What entries are narrowed down to; "" is no narrowing. `q` holds search words.

    Without a `kind`, the kinds after which the program goes on are left out unless `include_passing`.
    """

    project: Project | None = None
    q: str = ""
    exc_type: str = ""
    kind: str = ""
    path: str = ""
    category: str = PinFile.Category.SOURCE
    include_passing: bool = False


@dataclass(frozen=True)
class Listing:
    """One page of entries, each with its project and site. `facets` maps a field to values and their counts.

    A facet is counted under all other narrowings, so that it shows what a change of its own value would give.
    `searched`: what they were found by, which may not be all that was typed; `place`: the file and line that were typed
    instead of words. `is_capped`: there may be more than `total`, of which alone facets are counted.
    """

    entries: Sequence[ErrorEntry]
    total: int
    page: int
    pages: int
    facets: dict[str, dict[str, int]] = field(default_factory=dict)
    highlights: dict[str, str] = field(default_factory=dict)
    is_degraded: bool = False
    is_capped: bool = False
    searched: Searched = field(default_factory=Searched)
    place: Place | None = None


def listing(selection: Selection, page: int = 1, size: int = PAGE_SIZE) -> Listing:
    """Page `page` (from 1) of the entries that `selection` leaves; an empty page past the last one."""
    if selection.q:
        place = place_of(selection.q)
        return (place and _near(selection, place, page, size)) or _searched(selection, page, size)
    entries = _narrowed(selection)
    total = entries.count()
    shown = entries.select_related("project", "site").order_by(*_order(selection))[(page - 1) * size : page * size]
    return Listing(list(shown), total, page, _pages(total, size), _facets(selection))


def _searched(selection: Selection, page: int, size: int) -> Listing:
    found = search(
        selection.q,
        project=selection.project.slug if selection.project else None,
        exc_type=selection.exc_type or None,
        kind=selection.kind or None,
        path=selection.path or None,
        include_passing=selection.include_passing,
        page=page,
        size=size,
    )
    if found.degraded and not found.ids:
        Project.objects.exists()  # raises where nothing was found since the database is away
    by_id = ErrorEntry.objects.select_related("project", "site").in_bulk(found.ids)
    return Listing(
        entries=[by_id[entry_id] for entry_id in found.ids if entry_id in by_id],
        total=found.total,
        page=page,
        pages=_pages(found.total, size),
        facets=found.facets,
        highlights=found.highlights,
        is_degraded=found.degraded,
        is_capped=found.total >= MOST_HITS,
        searched=found.searched,
    )


def _near(selection: Selection, place: Place, page: int, size: int) -> Listing | None:
    """None where no file is called so."""
    found = nearest(_narrowed(selection), place)
    total = found.count()
    shown = found.select_related("project", "site")[(page - 1) * size : page * size]
    return Listing(list(shown), total, page, _pages(total, size), place=place) if total else None


def of_class(selection: Selection) -> Listing | None:
    """Where the words are nothing but the name of a class: the entries that raise it, the first of them shown."""
    if selection.exc_type or not selection.q.isidentifier():
        return None
    found = listing(replace(selection, exc_type=selection.q), size=1)
    return found if found.entries else None


def _order(selection: Selection) -> tuple[str | Combinable, ...]:
    if selection.project is None:
        return ("pk",)
    return ("site__path", "site__line", "pk") if selection.path else usefulness(selection.project)


def _narrowed(selection: Selection, without: str = "") -> EntryQuerySet:
    """What `selection` leaves, with the narrowing by the field `without` taken back."""
    entries = ErrorEntry.objects.current()
    if selection.project:
        entries = entries.filter(project=selection.project)
    for name, lookup in _FIELDS.items():
        value = getattr(selection, name)
        if value and name != without:
            # A path that ends with a slash is a folder, here as in searches.
            is_folder = name == "path" and value.endswith("/")
            entries = entries.filter(**{f"{lookup}__startswith" if is_folder else lookup: value})
    shows_all = selection.kind or selection.include_passing or without == "kind"
    return entries if shows_all else entries.raising()


def _facets(selection: Selection) -> dict[str, dict[str, int]]:
    """Counted only inside a project: over all of them they would say little and cost a walk through every entry."""
    if selection.project is None:
        return {}
    return {name: _facet(selection, name) for name in _FIELDS}


def _facet(selection: Selection, name: str) -> dict[str, int]:
    lookup = _FIELDS[name]
    entries = _narrowed(selection, without=name).exclude(**{lookup: ""})
    rows = entries.order_by().values_list(lookup).annotate(n=Count("pk"))
    return dict(rows.order_by("-n", lookup)[:FACET_SIZE])


def _pages(total: int, size: int) -> int:
    return min(max(1, -(-total // size)), MOST_PAGES)
