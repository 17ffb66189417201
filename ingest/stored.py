"""What the database holds of a Project, as assembling needs it: a few queries, however many Pins there are."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ingest.carrying import Kept
from ingest.identity import Site
from ingest.ladder import Carried, Known
from ingest.statements import ENTRY_COLUMNS, SITE_COLUMNS, guards
from ingest.wording import digest
from kb.models import EntryAlias, ErrorEntry, MessageTemplate, Pin, Project, RaiseSite

Place = tuple[str, int, int]  # path, line, column


class EntryRow(NamedTuple):
    """An ErrorEntry, and the Pin of the site that it shows (None = it shows no site)."""

    id: str
    values: tuple[str, ...]  # ENTRY_COLUMNS
    first_pin: int
    removed_in: int | None
    site: int | None
    site_pin: int | None


class TemplateRow(NamedTuple):
    id: int
    ordinal: int
    words: int
    pieces: list[Any]
    first_pin: int
    gone_in: int | None


class SiteRow(NamedTuple):
    """A RaiseSite of the Pin at hand, from an earlier run over it."""

    id: int
    entry: str
    key: str
    carried: Carried
    values: tuple[Any, ...]  # SITE_COLUMNS

    @property
    def place(self) -> Place:
        return self.values[1], self.values[2], self.values[4]


@dataclass
class Stored:
    """The Project's Pins, entries and wordings, and the names that entries go by."""

    pins: dict[int, Pin]
    entries: dict[str, EntryRow] = field(default_factory=dict)
    known: list[Known] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)  # id or alias -> entry's id
    templates: dict[str, dict[str, TemplateRow]] = field(default_factory=dict)  # entry's id -> digest -> row
    sites: list[SiteRow] = field(default_factory=list)  # of the Pin at hand


def load(project: Project, pin: Pin, kept: Kept) -> Stored:
    """Without the entries, and their wordings, that show a site of a file that is kept; their names are there."""
    stored = Stored({found.pk: found for found in project.pins.all()})
    _load_templates(stored, project, kept)
    _load_entries(stored, project, kept)
    names = ErrorEntry.objects.filter(project=project).order_by().values_list("id", flat=True)
    stored.names.update((name, name) for name in names.iterator())
    aliases = EntryAlias.objects.filter(entry__project=project).values_list("id", "entry_id")
    stored.names.update(aliases.iterator())
    sites = RaiseSite.objects.filter(pin=pin).order_by("id")
    for pk, entry, key, carried, *values in sites.values_list("id", "entry_id", "key", "carried", *SITE_COLUMNS):
        stored.sites.append(SiteRow(pk, entry, key, carried, tuple(values)))
    return stored


def _load_templates(stored: Stored, project: Project, kept: Kept) -> None:
    rows = MessageTemplate.objects.filter(entry__project=project).order_by()
    rows = rows.exclude(entry__site__pin=kept.pin, entry__site__path__in=kept.paths)
    columns = ("id", "ordinal", "words", "pieces", "first_pin_id", "gone_in_id")
    for entry, text_digest, *values in rows.values_list("entry_id", "digest", *columns).iterator():
        stored.templates.setdefault(entry, {})[text_digest] = TemplateRow(*values)


def _load_entries(stored: Stored, project: Project, kept: Kept) -> None:
    rows = ErrorEntry.objects.filter(project=project).order_by("site__path", "site__line", "site__column", "id")
    rows = rows.exclude(site__pin=kept.pin, site__path__in=kept.paths)
    site = ("path", "qualname", "facts", "line", "column", "blob_id")
    columns = ("first_pin_id", "removed_in_id", "site_id", "site__pin_id", *(f"site__{name}" for name in site))
    for pk, *values in rows.values_list("id", *ENTRY_COLUMNS, *columns).iterator():
        shown, rest = tuple(values[: len(ENTRY_COLUMNS)]), values[len(ENTRY_COLUMNS) :]
        row = EntryRow(pk, shown, *rest[:4])
        stored.entries[pk] = row
        if row.site_pin is not None:
            stored.known.append(Known(pk, _site(stored, row, rest[4:]), stands=row.removed_in is None))


def _site(stored: Stored, row: EntryRow, values: list[Any]) -> Site:
    path, qualname, facts, line, column, blob = values
    shown = dict(zip(ENTRY_COLUMNS, row.values, strict=True))
    template = stored.templates.get(row.id, {}).get(digest(shown["message"]))
    return Site(
        path=path,
        qualname=qualname,
        exc=shown["exc_type"] or shown["kind"],
        text=shown["message"],
        guards=guards(facts),
        words=template.words if template else 0,
        line=line,
        column=column,
        blob=blob,
    )
