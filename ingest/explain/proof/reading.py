"""The tests and doctests of a Pin -> what they expect, each blob read once. The only writer of ParsedTest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

import msgspec
from psycopg.types.json import Jsonb

from ingest import bulk
from ingest.explain.beside import Beside
from ingest.explain.facts import Setting
from ingest.explain.proof.expectations import Expectation
from ingest.explain.questions import Expect, Settle
from ingest.explain.version import VERSION
from kb.models import ParsedTest

_HELD: Final = ("blob_id", "expected")


class Known(msgspec.Struct):
    """What is stored of a blob: the settings by line, of those that were asked for."""

    expected: list[Expectation]
    settings: dict[int, Setting | None] = {}


class Tests:
    """The files of a Pin with tests, `blobs` by path; `beside` reads those that are not known yet."""

    def __init__(self, paths: Sequence[str], blobs: Mapping[str, str], beside: Beside) -> None:
        self._paths, self._blobs, self._beside = paths, blobs, beside
        held = ParsedTest.objects.filter(blob__in={blobs[path] for path in paths}, version=VERSION)
        self._known = {blob: msgspec.convert(known, Known, strict=False) for blob, known in held.values_list(*_HELD)}
        self._new: set[str] = set()

    def expected(self) -> Iterator[Expectation]:
        """File by file."""
        left = {self._blobs[path]: path for path in reversed(self._paths) if self._blobs[path] not in self._known}
        for blob, found in zip(left, self._beside.answers(map(Expect, left.values())), strict=True):
            self._known[blob] = Known(found or [])
            if found is not None:
                self._new.add(blob)
        for path in self._paths:
            yield from (replace(item, path=path) for item in self._known[self._blobs[path]].expected)

    def settle(self, expected: Iterable[Expectation]) -> None:
        """Find out what makes each of them run alone, for `setting`."""
        left: dict[str, Settle] = {}
        for item in expected:
            blob = self._blobs[item.path]
            if item.line not in self._known[blob].settings:
                left.setdefault(blob, Settle(item.path, [])).lines.append(item.line)
        for blob, found in zip(left, self._beside.answers(left.values()), strict=True):
            if found:
                self._known[blob].settings.update(found)
                self._new.add(blob)

    def setting(self, expected: Expectation) -> Setting | None:
        """What makes one of them run alone."""
        return self._known[self._blobs[expected.path]].settings.get(expected.line)

    def store(self) -> None:
        """Within a transaction. What could not be read for a reason that may pass is not among it."""
        ParsedTest.objects.filter(blob__in=self._new).delete()
        rows = ((blob, VERSION, Jsonb(msgspec.to_builtins(self._known[blob], str_keys=True))) for blob in self._new)
        bulk.insert_unknown(ParsedTest, ("blob_id", "version", "expected"), rows)
