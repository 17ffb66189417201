"""Real entries -> varied copies of them in the database at hand, indexed as ingestion does."""

from __future__ import annotations

import hashlib
import json
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, count
from typing import Any

from django.db import connection, transaction
from django.db.models import Max
from django.utils import timezone
from psycopg import sql
from rich.progress import track

from bench.varied import Real, varying, vocabulary
from kb.models import ErrorEntry, MessageTemplate, Pin, Project, RaiseSite, SourceBlob
from kb.search.indexing import index_pin
from kb.text import fixed_words

INDEX_TABLES = (
    "kb_templateshape", "kb_templatefingerprint", "kb_templateuse", "kb_framekey", "kb_searchdocument", "kb_searchword",
)  # fmt: skip
_COLUMNS = (
    "project__name", "kind", "category", "exc_type", "exc_qualified", "reason", "site__path", "site__line",
    "site__end_line", "site__qualname", "site__form", "site__facts",
)  # fmt: skip


def read_real() -> list[Real]:
    """The entries that a pin raises now, project by project."""
    wordings: dict[str, list[Any]] = defaultdict(list)
    for entry_id, pieces in MessageTemplate.objects.order_by("ordinal", "id").values_list("entry_id", "pieces"):
        wordings[entry_id].append(pieces)
    rows = ErrorEntry.objects.current().exclude(site=None).order_by("project_id", "pk").values_list("pk", *_COLUMNS)
    return [Real._make((*values, wordings[entry_id])) for entry_id, *values in rows]


class Copies:
    """Writes copy after copy into the database that this process works on, from where an earlier run ended.

    `templates` is how many stand. Ids are numbers without gaps.
    """

    def __init__(self, real: Sequence[Real]) -> None:
        self.words = vocabulary(real)
        self.templates = MessageTemplate.objects.aggregate(last=Max("pk", default=0))["last"]
        self._ids = int(ErrorEntry.objects.aggregate(last=Max("pk", default="0"))["last"], 16)
        self._rows = self._varied(real, Pin.objects.count())
        self._blob = SourceBlob.of("0" * 40, b"")
        self._blob.save()

    def grow(self, templates: int) -> Iterator[float]:
        """Seconds of indexing after each project, without those of making up its entries."""
        last = Pin.objects.order_by("-pk")[:1]  # whose indexing may have been cut short
        pins = chain(last, self._pins(templates))
        for pin in track(pins, f"growing to {templates:,} templates", total=None, transient=True):
            began = time.perf_counter()
            index_pin(pin.pk)
            yield time.perf_counter() - began

    def _varied(self, real: Sequence[Real], written: int) -> Iterator[list[Real]]:
        """One project of one copy after another, without the first ones, which are `written`."""
        by_project: dict[str, list[Real]] = defaultdict(list)
        for one in real:
            by_project[one.project].append(one)
        first, skipped = divmod(written, len(by_project))
        for copy in count(first):
            vary = varying(copy, self.words)
            for number, entries in enumerate(by_project.values()):
                varied = [vary(one) for one in entries]
                if copy > first or number >= skipped:
                    yield varied

    def _pins(self, templates: int) -> Iterator[Pin]:
        while self.templates < templates:
            entries = next(self._rows)
            with transaction.atomic():
                pin = self._write(entries[: templates - self.templates])
            yield pin

    def _write(self, entries: Sequence[Real]) -> Pin:
        project = Project.objects.get_or_create(owner="scale", name=entries[0].project)[0]
        pin = Pin.objects.create(
            project=project, sha=f"{self._ids:040x}", source="made up", source_kind=Pin.SourceKind.FOLDER,
            published_at=timezone.now(), order=project.pins.count() + 1,
        )  # fmt: skip
        Project.objects.filter(pk=project.pk).update(current_pin=pin)
        first, self._ids = self._ids + 1, self._ids + len(entries)
        numbered = list(enumerate(entries, first))
        _copy(ErrorEntry, _entries(numbered, pin))
        _copy(RaiseSite, _sites(numbered, pin, self._blob))
        templates = list(_templates(numbered, pin, self.templates))
        _copy(MessageTemplate, templates)
        self.templates += len(templates)
        return pin


def index_bytes() -> int:
    with connection.cursor() as cursor:
        statement = "SELECT sum(pg_total_relation_size(name::regclass)) FROM unnest(%s::text[]) name"
        cursor.execute(statement, [list(INDEX_TABLES)])
        return int(cursor.fetchone()[0])


def _text(real: Real) -> str:
    pieces = real.wordings[0] if real.wordings else ()
    return "".join(piece if isinstance(piece, str) else f"{{{piece['hole']}}}" for piece in pieces)


def _entries(numbered: Iterable[tuple[int, Real]], pin: Pin) -> Iterator[dict[str, Any]]:
    for number, real in numbered:
        message = _text(real)
        yield {
            "id": f"{number:016x}", "project_id": pin.project_id, "kind": real.kind, "category": real.category,
            "exc_type": real.exc_type[:200], "exc_qualified": real.exc_qualified[:400], "message": message,
            "title": message[: ErrorEntry.TITLE_LENGTH], "reason": real.reason, "site_id": number,
            "first_pin_id": pin.pk,
        }  # fmt: skip


def _sites(numbered: Iterable[tuple[int, Real]], pin: Pin, blob: SourceBlob) -> Iterator[dict[str, Any]]:
    for number, real in numbered:
        yield {
            "id": number, "pin_id": pin.pk, "entry_id": f"{number:016x}", "key": f"{number:016x}", "carried": "new",
            "blob_id": blob.pk, "path": real.path, "line": real.line, "end_line": real.end_line, "column": 0,
            "qualname": real.qualname[:500], "file_name": real.path.rpartition("/")[2],
            "function": real.qualname.rpartition(".")[2][:255], "form": real.form, "facts": json.dumps(real.facts),
        }  # fmt: skip


def _templates(numbered: Iterable[tuple[int, Real]], pin: Pin, last: int) -> Iterator[dict[str, Any]]:
    for number, real in numbered:
        for ordinal, pieces in enumerate(real.wordings):
            last += 1
            text = _text(real._replace(wordings=[pieces]))
            digest = hashlib.sha256(f"{ordinal} {text}".encode(errors="replace")).hexdigest()[:16]
            yield {
                "id": last, "entry_id": f"{number:016x}", "ordinal": ordinal, "text": text, "digest": digest,
                "pieces": json.dumps(pieces), "words": fixed_words(pieces), "first_pin_id": pin.pk,
            }  # fmt: skip


def _copy(model: type[Any], rows: Iterable[dict[str, Any]]) -> None:
    rows = list(rows)
    if not rows:
        return
    names = sql.SQL(", ").join(map(sql.Identifier, rows[0]))
    statement = sql.SQL("COPY {} ({}) FROM STDIN").format(sql.Identifier(model._meta.db_table), names)
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        for row in rows:
            copy.write_row(list(row.values()))
