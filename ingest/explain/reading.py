"""The rows of a Pin -> its sites with their Evidence, file by file."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from django.db.models import QuerySet

from ingest.explain.evidence import Reader, StoredSite, bare
from ingest.explain.facts import Evidence, Proof
from ingest.explain.fence import fenced
from ingest.explain.index import Index
from ingest.explain.proof.doctests import MARK
from ingest.explain.proof.linking import MOST, Candidate, Entries, proof
from ingest.explain.proof.reading import Tests
from ingest.explain.traces import Traces
from kb.models import ErrorEntry, MessageTemplate, Pin, PinFile, SourceBlob

_COLUMNS = (
    "id", "kind", "exc_type", "exc_qualified", "site__path", "site__line", "site__end_line", "site__qualname",
    "message", "site__facts",
)  # fmt: skip

# An entry's id, its other columns, its wording's pieces, and its proofs.
_Row = tuple[str, Sequence[Any], Sequence[Any], Sequence[Proof]]
_FIELDS = [column.removeprefix("site__") for column in _COLUMNS[1:]]


class Read(NamedTuple):
    """An entry with its Evidence; none where all is still as in `made_from`, what its explanation was made from."""

    id: str
    made_from: str
    evidence: Evidence | None


def explained(pin: Pin) -> QuerySet[ErrorEntry]:
    """What is explained at a Pin: all that shows its site there but what its tests raise. Nobody who runs the project
    meets that, and it is half of many a release; its pages say what extraction knows."""
    return ErrorEntry.objects.filter(site__pin=pin).exclude(category=PinFile.Category.TEST)


def evidence(pin: Pin) -> Iterator[tuple[str, Evidence]]:
    """Each entry that is explained at this Pin, by id, in the order of the files."""
    for pk, _, known in Reading(pin).entries():
        if known:
            yield pk, known


class Reading:
    """The files of a Pin, read for the evidence in them."""

    def __init__(self, pin: Pin) -> None:
        self._pin, self._files = pin, _Files(pin)
        self._index = Index(self._files.read)
        tests = list(self._files.tests)
        for path in self._files.sources:
            content = self._files.read(path) or b""
            self._index.add(path, content)
            if MARK in content:
                tests.append(path)
        self._traces = Traces(pin, self._index, self._files.blobs)
        self._tests = Tests(tests, self._files.blobs, self._files.read)
        pieces = MessageTemplate.objects.filter(entry__site__pin=pin, gone_in=None).order_by("entry_id", "-ordinal")
        self._pieces = dict(pieces.values_list("entry_id", "pieces"))

    def entries(self, made: Mapping[str, str] | None = None) -> Iterator[Read]:
        """Those that are explained at the Pin, file by file; `made` says what those known are made from, by id."""
        proofs = self._proofs()
        shown = explained(self._pin).order_by("site__path", "site__line")
        for path, group in groupby(shown.values_list(*_COLUMNS).iterator(), key=lambda row: row[4]):
            rows = [(pk, values, self._pieces.get(pk, ()), proofs.get(pk, [])) for pk, *values in group]
            now = {row[0]: self._traces.made_from(path, row[0], row) for row in rows} if made else {}
            same = {pk for pk, made_from in now.items() if made_from and made and made.get(pk) == made_from}
            yield from (Read(pk, now[pk], None) for pk in now if pk in same)
            if len(same) < len(rows):
                yield from self._read(path, rows, but=same)

    def store(self) -> None:
        """Keep what the next Pin need not read again. Within a transaction."""
        self._traces.store()
        self._tests.store()

    def _read(self, path: str, rows: Sequence[_Row], but: Container[str]) -> Iterator[Read]:
        left = [row for row in rows if row[0] not in but]
        with self._index.noting() as of_all:
            source = self._index.source(path)
            reader = Reader(source, self._index) if source else None
        asked, found = {}, []
        for pk, values, pieces, proofs in left:
            site = _site(values, pieces)
            with self._index.noting() as of_this:
                known = _evidence(reader, site)
            asked[pk] = of_all | of_this
            told = known or bare(site)
            found.append((known, replace(told, proofs=tuple(proofs)) if proofs else told))
        self._traces.note(path, asked, standing={row[0] for row in rows})
        for row, (known, told) in zip(left, found, strict=True):
            # What went wrong may go well the next time: made from nothing, it is tried again.
            yield Read(row[0], self._traces.made_from(path, row[0], row) if known else "", told)

    def _proofs(self) -> dict[str, list[Proof]]:
        """What the Pin's tests expect, by the entry that they mean."""
        columns = ("id", "exc_type", "site__facts__bases", "site__qualname")
        shown = ErrorEntry.objects.filter(site__pin=self._pin, category=PinFile.Category.SOURCE)
        entries = Entries(
            Candidate(pk, exc_type, tuple(bases or ()), qualname, self._pieces.get(pk, ()))
            for pk, exc_type, bases, qualname in shown.values_list(*columns).iterator()
        )
        found: dict[str, list[Proof]] = {}
        for expected in self._tests.expected():
            meant = entries.meant(expected)
            if meant and len(found.setdefault(meant.id, [])) < MOST:
                found[meant.id].append(proof(expected, self._tests.setting(expected)))
        return found


def _site(values: Sequence[Any], pieces: Sequence[Any]) -> StoredSite:
    return StoredSite(**dict(zip(_FIELDS, values, strict=True)), pieces=pieces)


def _evidence(reader: Reader | None, site: StoredSite) -> Evidence | None:
    """None if reading it went wrong."""
    return fenced(lambda: reader.evidence(site) if reader else bare(site), f"{site.path}:{site.line}")


class _Files:
    """The files that evidence is read from, compressed as they are stored: one query for all."""

    def __init__(self, pin: Pin) -> None:
        rows = pin.files.filter(skipped="").exclude(blob=None).order_by("path")
        self._compressed: dict[str, bytes] = {}
        self.blobs: dict[str, str] = {}
        self.sources: list[str] = []
        self.tests: list[str] = []
        columns = ("path", "category", "blob_id", "blob__compressed")
        for path, category, blob, compressed in rows.values_list(*columns).iterator(100):
            self._compressed[path], self.blobs[path] = bytes(compressed), blob
            if category == PinFile.Category.SOURCE:
                self.sources.append(path)
            elif category == PinFile.Category.TEST:
                self.tests.append(path)

    def read(self, path: str) -> bytes | None:
        compressed = self._compressed.get(path)
        return None if compressed is None else SourceBlob.unpacked(compressed)
