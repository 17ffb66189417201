"""The tests and doctests of a Pin -> what they expect, each blob read once. The only writer of ParsedTest."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

import msgspec
from psycopg.types.json import Jsonb

from ingest import bulk
from ingest.explain.facts import Setting
from ingest.explain.fence import fenced
from ingest.explain.proof.doctests import MARK, doctests
from ingest.explain.proof.expectations import Expectation, expectations
from ingest.explain.proof.setting import setting
from ingest.explain.source import Source
from ingest.explain.version import VERSION
from kb.models import ParsedTest

_HELD: Final = ("blob_id", "expected")


class Known(msgspec.Struct):
    """What is stored of a blob: the settings by line, of those that were asked for."""

    expected: list[Expectation]
    settings: dict[int, Setting | None] = {}


class Tests:
    """The files of a Pin with tests, `blobs` by path; `read` gives their bytes when they are not known yet."""

    def __init__(self, paths: Sequence[str], blobs: Mapping[str, str], read: Callable[[str], bytes | None]) -> None:
        self._paths, self._blobs, self._read = paths, blobs, read
        held = ParsedTest.objects.filter(blob__in={blobs[path] for path in paths}, version=VERSION)
        self._known = {blob: msgspec.convert(known, Known, strict=False) for blob, known in held.values_list(*_HELD)}
        self._new: set[str] = set()
        self._source = lru_cache(1)(lambda path: Source(path, read(path) or b""))

    def expected(self) -> Iterator[Expectation]:
        """File by file."""
        for path in self._paths:
            blob = self._blobs[path]
            if blob not in self._known:
                found = fenced(partial(_expected, path, self._read(path) or b""), path)
                self._known[blob] = Known(found or [])
                if found is not None:
                    self._new.add(blob)
            yield from (replace(item, path=path) for item in self._known[blob].expected)

    def setting(self, expected: Expectation) -> Setting | None:
        """What makes one of them run alone."""
        blob = self._blobs[expected.path]
        settings = self._known[blob].settings
        if expected.line not in settings:
            place = f"{expected.path}:{expected.line}"
            found = fenced(lambda: (setting(self._source(expected.path), expected.line),), place)
            if found is None:
                return None
            (settings[expected.line],) = found
            self._new.add(blob)
        return settings[expected.line]

    def store(self) -> None:
        """Within a transaction. What could not be read for a reason that may pass is not among it."""
        ParsedTest.objects.filter(blob__in=self._new).delete()
        rows = ((blob, VERSION, Jsonb(msgspec.to_builtins(self._known[blob], str_keys=True))) for blob in self._new)
        bulk.insert_unknown(ParsedTest, ("blob_id", "version", "expected"), rows)


def _expected(path: str, content: bytes) -> list[Expectation]:
    source = Source(path, content)
    shown = list(doctests(source)) if MARK in content else []
    return [*expectations(source), *shown] if b"aises" in content else shown
