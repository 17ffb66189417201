"""The rows of a Pin -> its sites with their Evidence, file by file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby, tee
from typing import Any, NamedTuple

from django.db.models import QuerySet

from ingest.explain.beside import Beside
from ingest.explain.facts import Evidence, Proof
from ingest.explain.fence import fenced
from ingest.explain.index import Index
from ingest.explain.proof.doctests import MARK
from ingest.explain.proof.expectations import Expectation
from ingest.explain.proof.linking import MOST, Candidate, Entries, proof
from ingest.explain.proof.reading import Tests
from ingest.explain.questions import Explain
from ingest.explain.saying import Row, Said, known, said_of_rows
from ingest.explain.stored import StoredSite
from ingest.explain.traces import Traces
from kb.models import ErrorEntry, MessageTemplate, Pin, PinFile, SourceBlob

_COLUMNS = (
    "id", "kind", "exc_type", "exc_qualified", "site__path", "site__line", "site__end_line", "site__qualname",
    "message", "site__facts",
)  # fmt: skip

# An entry's id, its other columns, its wording's pieces, and its proofs.
_Row = tuple[str, Sequence[Any], Sequence[Any], Sequence[Proof]]
_FIELDS = [column.removeprefix("site__") for column in _COLUMNS[1:]]


class Entry(NamedTuple):
    """What there is to say of an entry; None where all is still as in `made_from`, what it has been made from."""

    id: str
    made_from: str
    said: Said | None


class _File(NamedTuple):
    """A file's entries as rows, what those that are still the same are made from, and the others."""

    path: str
    rows: Mapping[str, _Row]
    same: dict[str, str]
    left: list[Row]


def explained(pin: Pin) -> QuerySet[ErrorEntry]:
    """What is explained at a Pin: all that shows its site there but what its tests raise. Nobody who runs the project
    meets that, and it is half of many a release; its pages say what extraction knows."""
    return ErrorEntry.objects.filter(site__pin=pin).exclude(category=PinFile.Category.TEST)


def evidence(pin: Pin) -> Iterator[tuple[str, Evidence]]:
    """Each entry that is explained at this Pin, by id, in the order of the files."""
    reading = Reading(pin)
    for path, rows in reading.left():
        yield from ((one.id, one.evidence) for one in known(reading.index, path, rows))


class Reading:
    """The files of a Pin, read for the evidence in them."""

    def __init__(self, pin: Pin) -> None:
        self._pin, self._files = pin, _Files(pin)
        self.index = Index(self._files.read)
        tests = list(self._files.tests)
        for path in self._files.sources:
            content = self._files.read(path) or b""
            self.index.add(path, content)
            if MARK in content:
                tests.append(path)
        self._traces = Traces(pin, self.index, self._files.blobs)
        self._beside = Beside(self.index, self._files.compressed)
        self._tests = Tests(tests, self._files.blobs, self._beside)
        pieces = MessageTemplate.objects.filter(entry__site__pin=pin, gone_in=None).order_by("entry_id", "-ordinal")
        self._pieces = dict(pieces.values_list("entry_id", "pieces"))

    def entries(self, made: Mapping[str, str] | None = None) -> Iterator[Entry]:
        """Those that are explained at the Pin, file by file; `made` says what those known are made from, by id."""
        with self._beside:
            files, left = tee(self._by_file(made or {}))
            answers = self._beside.answers(Explain(file.path, file.left) for file in left)
            for file, answer in zip(files, answers, strict=True):
                found: list[Said] = said_of_rows(file.left) if answer is None else answer
                yield from (Entry(pk, made_from, None) for pk, made_from in file.same.items())
                if found:
                    self._traces.note(file.path, {one.id: one.asked for one in found}, standing=file.rows.keys())
                yield from (Entry(one.id, self._made_from(file, one), one) for one in found)

    def _made_from(self, file: _File, one: Said) -> str:
        """Made from nothing, it is tried again."""
        return self._traces.made_from(file.path, one.id, file.rows[one.id]) if one.is_lasting else ""

    def left(self) -> Iterator[tuple[str, list[Row]]]:
        """All of them, by the files' paths."""
        with self._beside:
            yield from ((file.path, file.left) for file in self._by_file({}))

    def _by_file(self, made: Mapping[str, str]) -> Iterator[_File]:
        proofs = self._proofs()
        shown = explained(self._pin).order_by("site__path", "site__line")
        for path, group in groupby(shown.values_list(*_COLUMNS).iterator(), key=lambda row: row[4]):
            rows = {pk: (pk, values, self._pieces.get(pk, ()), proofs.get(pk, [])) for pk, *values in group}
            now = {pk: self._traces.made_from(path, pk, row) for pk, row in rows.items()} if made else {}
            same = {pk: made_from for pk, made_from in now.items() if made_from and made.get(pk) == made_from}
            left = [_row(row) for row in rows.values() if row[0] not in same]
            yield _File(path, rows, same, left)

    def store(self) -> None:
        """Keep what the next Pin need not read again. Within a transaction."""
        self._traces.store()
        self._tests.store()

    def _proofs(self) -> dict[str, list[Proof]]:
        """What the Pin's tests expect, by the entry that they mean."""
        columns = ("id", "exc_type", "site__facts__bases", "site__qualname")
        shown = ErrorEntry.objects.filter(site__pin=self._pin, category=PinFile.Category.SOURCE)
        entries = Entries(
            Candidate(pk, exc_type, tuple(bases or ()), qualname, self._pieces.get(pk, ()))
            for pk, exc_type, bases, qualname in shown.values_list(*columns).iterator()
        )
        found: dict[str, list[Expectation]] = {}
        for expected in self._tests.expected():
            meant = fenced(partial(entries.meant, expected), f"{expected.path}:{expected.line}")
            if meant and len(found.setdefault(meant.id, [])) < MOST:
                found[meant.id].append(expected)
        self._tests.settle(item for of_entry in found.values() for item in of_entry)
        return {pk: [proof(item, self._tests.setting(item)) for item in of_entry] for pk, of_entry in found.items()}


def _row(row: _Row) -> Row:
    pk, values, pieces, proofs = row
    return Row(pk, StoredSite(**dict(zip(_FIELDS, values, strict=True)), pieces=pieces), tuple(proofs))


class _Files:
    """The files that evidence is read from, compressed as they are stored: one query for all."""

    def __init__(self, pin: Pin) -> None:
        rows = pin.files.filter(skipped="").exclude(blob=None).order_by("path")
        self.compressed: dict[str, bytes] = {}
        self.blobs: dict[str, str] = {}
        self.sources: list[str] = []
        self.tests: list[str] = []
        columns = ("path", "category", "blob_id", "blob__compressed")
        for path, category, blob, compressed in rows.values_list(*columns).iterator(100):
            self.compressed[path], self.blobs[path] = bytes(compressed), blob
            if category == PinFile.Category.SOURCE:
                self.sources.append(path)
            elif category == PinFile.Category.TEST:
                self.tests.append(path)

    def read(self, path: str) -> bytes | None:
        compressed = self.compressed.get(path)
        return None if compressed is None else SourceBlob.unpacked(compressed)
