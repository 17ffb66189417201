"""What changed in a project's errors between two of its pins: added, removed, reworded, moved."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from kb.display.pins import PinFacts, pin_facts
from kb.models import ErrorEntry, MessageTemplate, Pin, PinFile, Project, RaiseSite

MOST_SHOWN: Final = 100
# Sites whose key differs, out of which the reworded and the moved ones are picked.
MOST_CHANGED: Final = 2000
# Wordings that are read of these, and shown of one: a message table can give one statement thousands.
MOST_READ: Final = 10_000
MOST_WORDINGS: Final = 20


@dataclass(frozen=True)
class Change:
    """An entry with where it stood and stands, what it no longer says and what it says now; None and () if nothing."""

    entry: ErrorEntry
    before: RaiseSite | None = None
    after: RaiseSite | None = None
    was: tuple[str, ...] = ()
    says: tuple[str, ...] = ()


@dataclass(frozen=True)
class Changes:
    """The first MOST_SHOWN in the order of the files, and how many there are."""

    total: int = 0
    shown: Sequence[Change] = field(default_factory=tuple)


@dataclass(frozen=True)
class Difference:
    """`before` is the pin that was published earlier. An entry that was both moved and reworded is in both lists."""

    before: PinFacts
    after: PinFacts
    added: Changes
    removed: Changes
    reworded: Changes
    moved: Changes


def difference(project: Project, before: Pin, after: Pin) -> Difference:
    """Of the project's own code alone, with warnings and logged errors. Both pins are published. Seven queries."""
    changed = _changed(before, after)
    return Difference(
        before=pin_facts(before, project),
        after=pin_facts(after, project),
        added=_only(after, before),
        removed=_only(before, after),
        reworded=_first([change for change in changed if change.was or change.says]),
        moved=_first([change for change in changed if _place(change.before) != _place(change.after)]),
    )


def _sites(pin: Pin) -> QuerySet[RaiseSite]:
    in_source = RaiseSite.objects.filter(pin=pin, entry__category=PinFile.Category.SOURCE)
    return in_source.select_related("entry").defer("facts").order_by("path", "line", "pk")


def _only(pin: Pin, other: Pin) -> Changes:
    """The entries that stand at `pin` and not at `other`."""
    there = RaiseSite.objects.filter(pin=other, entry=OuterRef("entry"))
    sites = _sites(pin).filter(~Exists(there))
    return Changes(sites.count(), [Change(site.entry, after=site) for site in sites[:MOST_SHOWN]])


def _changed(before: Pin, after: Pin) -> list[Change]:
    """The entries at both pins whose key differs: place, type or wording."""
    then = RaiseSite.objects.filter(pin=before, entry=OuterRef("entry"))
    sites = _sites(after).annotate(then=Subquery(then.values("key")[:1])).exclude(then=None).exclude(then=F("key"))
    now = list(sites[:MOST_CHANGED])
    entries = [site.entry_id for site in now]
    stood = {site.entry_id: site for site in _sites(before).filter(entry__in=entries)}
    was, says = _wordings(entries, before, after)
    return [
        Change(site.entry, stood.get(site.entry_id), site, was.get(site.entry_id, ()), says.get(site.entry_id, ()))
        for site in now
    ]


def _wordings(
    entries: Sequence[str], before: Pin, after: Pin
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """What each entry ceased to say, and began to say, after `before` and up to `after`."""
    span = (before.order + 1, after.order)
    was: dict[str, tuple[str, ...]] = {}
    says: dict[str, tuple[str, ...]] = {}
    touched = (
        MessageTemplate.objects.filter(entry__in=entries)
        .filter(Q(first_pin__order__range=span) | Q(gone_in__order__range=span))
        .order_by("entry", "ordinal", "pk")
        .values_list("entry_id", "text", "first_pin__order", "gone_in__order")
    )
    for entry_id, text, came, went in touched[:MOST_READ]:
        if came <= before.order and went is not None and went <= after.order:
            was[entry_id] = (*was.get(entry_id, ()), text)[:MOST_WORDINGS]
        if came > before.order and (went is None or went > after.order):
            says[entry_id] = (*says.get(entry_id, ()), text)[:MOST_WORDINGS]
    return was, says


def _place(site: RaiseSite | None) -> tuple[str, str] | None:
    return (site.path, site.qualname) if site else None


def _first(changes: list[Change]) -> Changes:
    return Changes(len(changes), changes[:MOST_SHOWN])
