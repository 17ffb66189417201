"""Tied statements against what is stored -> the differences, written table by table. For `ingest.assemble` alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

import msgspec
from django.db import connection
from psycopg.types.json import Jsonb

from ingest import bulk
from ingest.scene import Scene
from ingest.statements import ENTRY_COLUMNS, SITE_COLUMNS
from ingest.stored import EntryRow, SiteRow, TemplateRow
from ingest.tying import Tied
from ingest.wording import Wording
from kb.models import EntryAlias, ErrorEntry, MessageTemplate, RaiseSite

Progress = Callable[[int, int], None]
_json = partial(Jsonb, dumps=msgspec.json.encode)
_TOLD_EVERY = 500  # sites


def write_entries(scene: Scene, tied: Sequence[Tied], sites: Mapping[str, int]) -> int:
    """Write new entries and changed ones; `sites` by entry, as `write_sites` gives them.

    Says how many were removed in this Pin, by this run or an earlier one.
    """
    project = scene.pin.project_id
    new, changed = [], []
    for one in tied:
        site, row = sites[one.entry], scene.stored.entries.get(one.entry)
        if row is None:
            new.append((one.entry, *one.statement.entry_values, scene.pin.pk, scene.gone_in, site, project))
        elif row != (now := _now(scene, row, one, site)):
            changed.append(_entry_row(now))
    standing = {one.entry for one in tied}
    absent = {row: _absent(scene, row, sites) for row in scene.stored.entries.values() if row.id not in standing}
    changed.extend(_entry_row(now) for row, now in absent.items() if row != now)
    bulk.insert(ErrorEntry, (*_ENTRY_ROW, "project_id"), new)
    bulk.update(ErrorEntry, _ENTRY_ROW, changed)
    return sum(now.removed_in == scene.pin.pk for now in absent.values())


_ENTRY_ROW = ("id", *ENTRY_COLUMNS, "first_pin_id", "removed_in_id", "site_id")


def _entry_row(row: EntryRow) -> tuple[Any, ...]:
    return (row.id, *row.values, row.first_pin, row.removed_in, row.site)


def _absent(scene: Scene, row: EntryRow, sites: Mapping[str, int]) -> EntryRow:
    removed_in = scene.pin.pk if scene.leads and row.removed_in is None else row.removed_in
    return row._replace(removed_in=removed_in, site=sites.get(row.id, row.site))


def _now(scene: Scene, row: EntryRow, one: Tied, site: int) -> EntryRow:
    now = row._replace(first_pin=scene.first(row.first_pin), removed_in=None if scene.leads else row.removed_in)
    return now._replace(values=one.statement.entry_values, site=site) if scene.shows(row) else now


def write_templates(scene: Scene, tied: Sequence[Tied]) -> None:
    """Write new wordings; those that a leading Pin no longer has are kept as gone, for pastes from older ones."""
    columns = ("ordinal", "words", "pieces", "first_pin_id", "gone_in_id")
    new, changed = [], []
    dead: list[int] = []
    leads, gone_in = scene.leads, scene.gone_in
    for one in tied:
        rows = dict(scene.stored.templates.get(one.entry, {}))
        for ordinal, wording in enumerate(one.statement.wordings):
            digest = wording.digest
            row = rows.pop(digest, None)
            if row is None:
                now = (ordinal, wording.words, _json(wording.pieces), scene.pin.pk, gone_in)
                new.append((one.entry, wording.text, digest, *now))
            elif row != (updated := _said_again(scene, one.entry, row, ordinal, wording)):
                changed.append(updated)
        if leads:
            left = [row for row in rows.values() if row.gone_in is None]
            # What only an earlier run over this very Pin made out was never said.
            dead.extend(row.id for row in left if row.first_pin == scene.pin.pk)
            changed.extend(row._replace(gone_in=scene.pin.pk) for row in left if row.first_pin != scene.pin.pk)
    MessageTemplate.objects.filter(pk__in=dead).delete()
    bulk.insert(MessageTemplate, ("entry_id", "text", "digest", *columns), new)
    bulk.update(MessageTemplate, ("id", *columns), [(*row[:3], _json(row.pieces), *row[4:]) for row in changed])


def _said_again(scene: Scene, entry: str, row: TemplateRow, ordinal: int, wording: Wording) -> TemplateRow:
    return row._replace(
        ordinal=ordinal if scene.shows(scene.stored.entries[entry]) else row.ordinal,
        words=wording.words,
        pieces=list(wording.pieces),
        first_pin=scene.first(row.first_pin),
        gone_in=None if scene.leads else row.gone_in,
    )


def write_sites(scene: Scene, tied: Sequence[Tied], progress: Progress) -> dict[str, int]:
    """Write the Pin's sites. Gives the site of each entry, also of those that must show another one from now on."""
    left = {(row.key, row.place): row for row in scene.stored.sites}
    ids: dict[str, int] = {}
    new: list[Tied] = []
    dead: list[int] = []
    for one in tied:
        row = left.pop((one.key, one.statement.place), None)
        if row and row[1:] == (one.entry, one.key, one.carried, one.statement.site_values):
            ids[one.entry] = row.id
        else:
            dead.extend([row.id] if row else [])
            new.append(one)
    ids |= zip((one.entry for one in new), bulk.next_ids(RaiseSite, len(new)), strict=True)
    dead.extend(row.id for row in left.values() if row.entry in ids)
    shown = _delete_sites(scene, dead, [row for row in left.values() if row.entry not in ids])
    rows = (_site_row(scene, one, ids[one.entry]) for one in new)
    bulk.insert(RaiseSite, _SITE_ROW, _told(progress, len(tied), rows))
    return shown | ids


_SITE_ROW = ("id", "pin_id", "entry_id", "key", "carried", *SITE_COLUMNS)


def _site_row(scene: Scene, one: Tied, pk: int) -> tuple[Any, ...]:
    *values, facts = one.statement.site_values
    return (pk, scene.pin.pk, one.entry, one.key, one.carried, *values, _json(facts))


def _told(progress: Progress, total: int, rows: Iterator[tuple[Any, ...]]) -> Iterator[tuple[Any, ...]]:
    for done, row in enumerate(rows):
        if done % _TOLD_EVERY == 0:
            progress(done, total)
        yield row
    progress(total, total)


def _delete_sites(scene: Scene, dead: list[int], gone: Sequence[SiteRow]) -> dict[str, int]:
    """Delete rows that a better reading of the same Pin replaces, and those of entries that it no longer finds.

    Gives the sites that the latter show instead, in their newest other Pin; one that has none keeps its row.
    """
    others = RaiseSite.objects.filter(entry__in=[row.entry for row in gone]).exclude(pin=scene.pin)
    newest = others.order_by("entry_id", "-pin__order").distinct("entry_id")
    shown = dict(newest.values_list("entry_id", "id")) if gone else {}
    dead = [*dead, *(row.id for row in gone if row.entry in shown)]
    if dead:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM kb_raisesite WHERE id = ANY(%s)", [dead])
    return shown


def write_aliases(scene: Scene, tied: Sequence[Tied]) -> None:
    """Let every site's own key lead to its entry. A key by which another entry goes already stays with that one."""
    names = set(scene.stored.names) | {one.entry for one in tied}
    new = {one.key: one.entry for one in tied if one.key not in names}
    bulk.insert_unknown(EntryAlias, ("id", "entry_id"), new.items())
