"""The LinkedFiles of a Pin -> rows, in one transaction: the only writer of entries, sites, wordings and aliases.

Readers see the Pin before or this one, never a part. All is compared in memory with what is stored and only differences
are written, so a second run writes nothing. Of a next Pin, files whose sites are as they were are copied (`carrying`).

The Pin leads if it becomes (or is) the Project's current one: it is not older than the current one, or was asked for.
Only a leading Pin says what entries look like now and which of them are gone. One that does not lead adds its sites
and what only it holds; such entries and wordings are marked as gone in the current Pin.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.db.models import Count, Max
from django.utils import timezone

from ingest import bulk, carrying
from ingest.extract.sites import LinkedFile
from ingest.scene import Scene, scene
from ingest.statements import Tally, statements
from ingest.stored import load
from ingest.tying import tie_up
from ingest.writing import Progress, write_aliases, write_entries, write_sites, write_templates
from kb.models import Pin, PinFile, Project


@dataclass(frozen=True)
class AssembleReport:
    """How the Pin's entries came to be: counts, as in Pin.counts["changes"], and whether the Pin is the current one."""

    new: int
    same: int
    moved: int
    reworded: int
    removed: int
    is_current: bool


def assemble(
    pin_id: int, files: Iterable[LinkedFile], progress: Progress | None = None, *, make_current: bool = False
) -> AssembleReport:
    """Publish the Pin, whose PinFiles are there. `progress(done, total)` counts sites, on another connection."""
    with transaction.atomic():
        pin = Pin.objects.select_related("project").get(pk=pin_id)
        # Two jobs of one project can't be at work, but a worker that only seems dead may come back.
        Project.objects.select_for_update().get(pk=pin.project_id)
        tally = Tally()
        files = list(files)
        linked = carrying.digests(files)
        kept = carrying.kept(pin, files, linked)
        found = list(statements(files, tally, but=kept.paths))
        place = scene(load(pin.project, pin, kept), pin, make_current=make_current)
        tied = tie_up(pin.project.slug, found, place.stored)
        sites = write_sites(place, tied, progress or _silent)
        removed = write_entries(place, tied, sites)
        write_templates(place, tied)
        write_aliases(place, tied)
        _write_files(pin, files, linked)
        carried = Counter(one.carried for one in tied) + Counter(same=carrying.write(kept, pin))
        changes = {name: carried[name] for name in ("new", "same", "moved", "reworded")} | {"removed": removed}
        _publish(place, tally.counts() | {"changes": changes})
    return AssembleReport(**changes, is_current=place.leads)


def _silent(done: int, total: int) -> None:
    pass


def _write_files(pin: Pin, files: Iterable[LinkedFile], linked: Mapping[str, str]) -> None:
    """What tells whose a file is may have changed since the Pin was fetched, and so may what was made of it."""
    columns = ("id", "category", "linked")
    stored = {path: row for path, *row in pin.files.values_list("path", *columns)}
    pairs = ((stored.get(file.path), file.category, linked.get(file.path, "")) for file in files)
    changed = [(row[0], *now) for row, *now in pairs if row and row[1:] != now]
    bulk.update(PinFile, columns, changed)


def _publish(place: Scene, counts: dict[str, Any]) -> None:
    pin = place.pin
    outcomes: dict[str, int] = dict(pin.files.order_by("skipped").values_list("skipped").annotate(Count("id")))
    read = {"read": outcomes.pop("", 0)}
    pin.counts = counts | {"files": read | outcomes}
    if pin.published_at is None:
        pin.published_at = timezone.now()
        pin.order = 1 + (pin.project.pins.aggregate(Max("order"))["order__max"] or 0)
    pin.save(update_fields=["counts", "published_at", "order"])
    if place.leads and pin.project.current_pin_id != pin.pk:
        pin.project.current_pin = pin
        pin.project.save(update_fields=["current_pin"])
