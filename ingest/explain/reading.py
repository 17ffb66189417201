"""The rows of a Pin -> its sites with their Evidence, file by file."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded

from ingest.explain.evidence import Reader, StoredSite, bare
from ingest.explain.facts import Evidence, Proof
from ingest.explain.index import Index
from ingest.explain.proof.expectations import expectations
from ingest.explain.proof.linking import MOST, Candidate, Entries, proof
from ingest.explain.source import Source
from kb.models import ErrorEntry, MessageTemplate, Pin, PinFile, SourceBlob

logger = logging.getLogger(__name__)

_COLUMNS = (
    "id", "kind", "exc_type", "exc_qualified", "site__path", "site__line", "site__end_line", "site__qualname",
    "message", "site__facts",
)  # fmt: skip

_FIELDS = [column.removeprefix("site__") for column in _COLUMNS[1:]]


def evidence(pin: Pin) -> Iterator[tuple[str, Evidence]]:
    """Each entry that shows its site at this Pin, by id, in the order of the files."""
    files = _Files(pin)
    index = Index(files.read)
    for path in files.sources:
        index.add(path, files.read(path) or b"")
    pieces = dict(
        MessageTemplate.objects.filter(entry__site__pin=pin, gone_in=None)
        .order_by("entry_id", "-ordinal")
        .values_list("entry_id", "pieces")
    )
    proofs = _proofs(pin, files, pieces)
    rows = ErrorEntry.objects.filter(site__pin=pin).order_by("site__path", "site__line").values_list(*_COLUMNS)
    for path, group in groupby(rows, key=lambda row: row[4]):
        source = index.source(path)
        reader = Reader(source, index) if source else None
        for pk, *values in group:
            site = StoredSite(**dict(zip(_FIELDS, values, strict=True)), pieces=pieces.get(pk, ()))
            known = _evidence(reader, site)
            yield pk, replace(known, proofs=tuple(proofs[pk])) if pk in proofs else known


def _proofs(pin: Pin, files: _Files, pieces: dict[str, Any]) -> dict[str, list[Proof]]:
    """What the Pin's tests expect, by the entry that they mean."""
    columns = ("id", "exc_type", "site__facts__bases", "site__qualname")
    shown = ErrorEntry.objects.filter(site__pin=pin, category=PinFile.Category.SOURCE)
    entries = Entries(
        Candidate(pk, exc_type, tuple(bases or ()), qualname, pieces.get(pk, ()))
        for pk, exc_type, bases, qualname in shown.values_list(*columns).iterator()
    )
    found: dict[str, list[Proof]] = {}
    for path in files.tests:
        for pk, proven in _proven(path, files.read(path) or b"", entries):
            if len(found.setdefault(pk, [])) < MOST:
                found[pk].append(proven)
    return found


def _proven(path: str, content: bytes, entries: Entries) -> list[tuple[str, Proof]]:
    """The tests of a file that an entry is meant by, with its id."""
    try:
        source = Source(path, content)
        expected = expectations(source, entries.types) if b"aises" in content else ()
        meant = ((entries.meant(item), item) for item in expected)
        return [(entry.id, proof(item, source)) for entry, item in meant if entry]
    except SoftTimeLimitExceeded:
        raise
    except Exception:  # whatever a hostile file brings about costs the entries its tests only
        logger.exception("no expectations of %s", path)
        return []


def _evidence(reader: Reader | None, site: StoredSite) -> Evidence:
    try:
        return reader.evidence(site) if reader else bare(site)
    except SoftTimeLimitExceeded:
        raise
    except Exception:  # whatever a hostile file brings about costs that site its evidence only
        logger.exception("no evidence for %s:%d", site.path, site.line)
        return bare(site)


class _Files:
    """The files that evidence is read from, compressed as they are stored: one query for all."""

    def __init__(self, pin: Pin) -> None:
        rows = pin.files.filter(skipped="").exclude(blob=None).order_by("path")
        self._compressed: dict[str, bytes] = {}
        self.sources: list[str] = []
        self.tests: list[str] = []
        for path, category, compressed in rows.values_list("path", "category", "blob__compressed").iterator(100):
            self._compressed[path] = bytes(compressed)
            if category == PinFile.Category.SOURCE:
                self.sources.append(path)
            elif category == PinFile.Category.TEST:
                self.tests.append(path)

    def read(self, path: str) -> bytes | None:
        compressed = self._compressed.get(path)
        return None if compressed is None else SourceBlob.unpacked(compressed)
