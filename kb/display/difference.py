"""What changed in a project's errors between two of its pins: added, removed, reworded, moved."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery

from kb.display.pins import PinFacts, pin_facts
from kb.models import ErrorEntry, MessageTemplate, Pin, PinFile, Project, RaiseSite
from kb.models.sources import by_age

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
    """`before` is the older pin. An entry that was both moved and reworded is in both lists."""

    before: PinFacts
    after: PinFacts
    added: Changes
    removed: Changes
    reworded: Changes
    moved: Changes

    @property
    def unchanged(self) -> list[str]:
        """The kinds of change that there are none of."""
        return [name for name in ("added", "removed", "reworded", "moved") if not getattr(self, name).total]


def difference(project: Project, before: Pin, after: Pin) -> Difference:
    """Of the project's own code alone, with the kinds that let it go on. Both pins are published. Eight queries."""
    pins = sorted(project.pins.exclude(published_at=None), key=by_age)
    changed = _changed(before, after, {pin.pk: place for place, pin in enumerate(pins)})
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
    return in_source.select_related("entry__site").defer("facts").order_by("path", "line", "pk")


def _only(pin: Pin, other: Pin) -> Changes:
    """The entries that stand at `pin` and not at `other`."""
    there = RaiseSite.objects.filter(pin=other, entry=OuterRef("entry"))
    sites = _sites(pin).filter(~Exists(there))
    return Changes(sites.count(), [Change(site.entry, after=site) for site in sites[:MOST_SHOWN]])


def _changed(before: Pin, after: Pin, ages: Mapping[int, int]) -> list[Change]:
    """The entries at both pins whose key differs: place, type or wording. `ages`: a pin -> how many are older."""
    then = RaiseSite.objects.filter(pin=before, entry=OuterRef("entry"))
    sites = _sites(after).annotate(then=Subquery(then.values("key")[:1])).exclude(then=None).exclude(then=F("key"))
    now = list(sites[:MOST_CHANGED])
    entries = [site.entry_id for site in now]
    stood = {site.entry_id: site for site in _sites(before).filter(entry__in=entries)}
    was, says = _wordings(entries, ages, ages[before.pk], ages[after.pk])
    return [
        Change(site.entry, stood.get(site.entry_id), site, was.get(site.entry_id, ()), says.get(site.entry_id, ()))
        for site in now
    ]


def _wordings(
    entries: Sequence[str], ages: Mapping[int, int], before: int, after: int
) -> tuple[dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    """What each entry ceased to say, and began to say, at pins past the age `before` and up to the age `after`."""
    span = [pin for pin, age in ages.items() if before < age <= after]
    was: dict[str, tuple[str, ...]] = {}
    says: dict[str, tuple[str, ...]] = {}
    touched = (
        MessageTemplate.objects.filter(entry__in=entries)
        .filter(Q(first_pin__in=span) | Q(gone_in__in=span))
        .order_by("entry", "ordinal", "pk")
        .values_list("entry_id", "text", "first_pin_id", "gone_in_id")
    )
    for entry_id, text, first_pin, gone_in in touched[:MOST_READ]:
        came, went = ages.get(first_pin, 0), len(ages) if gone_in is None else ages.get(gone_in, len(ages))
        if came <= before and went <= after:
            was[entry_id] = (*was.get(entry_id, ()), text)[:MOST_WORDINGS]
        if came > before and went > after:
            says[entry_id] = (*says.get(entry_id, ()), text)[:MOST_WORDINGS]
    return was, says


def _place(site: RaiseSite | None) -> tuple[str, str] | None:
    return (site.path, site.qualname) if site else None


def _first(changes: list[Change]) -> Changes:
    return Changes(len(changes), changes[:MOST_SHOWN])
