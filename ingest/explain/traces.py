"""What explaining the files of a Pin asked for -> whether it would say the same at another Pin.

A file's explanations are made from its sites, its bytes, and what it asks of the Pin's other files. The questions are
stored by path; the digest of all that they led to stands in each Explanation. So a file that did not change, and for
which the answers did not, need not be read again. The only writer of EvidenceTrace.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from psycopg.types.json import Jsonb

from ingest import bulk
from ingest.explain.index import Index
from ingest.explain.version import VERSION
from ingest.wording import digest
from kb.models import EvidenceTrace, Pin


class Traces:
    """The questions that the files of a Pin's project led to."""

    def __init__(self, pin: Pin, index: Index, blobs: Mapping[str, str]) -> None:
        self._pin, self._index, self._blobs = pin, index, blobs
        rows = EvidenceTrace.objects.filter(project_id=pin.project_id)
        self._asked: dict[str, list[str]] = dict(rows.values_list("path", "asked"))
        self._new: dict[str, list[str]] = {}

    def made_from(self, path: str, sites: object) -> str:
        """Digest of what the explanations of a file are made from, as far as is known what they ask for; else ""."""
        if path not in self._asked:
            return ""
        answers = [(question, self._answer(question)) for question in self._asked[path]]
        said = msgspec.json.encode((VERSION, path, sites, answers), order="sorted")
        return digest(said.decode())

    def note(self, path: str, asked: Iterable[str]) -> None:
        self._new[path] = self._asked[path] = sorted(asked)

    def store(self) -> None:
        """Within a transaction."""
        EvidenceTrace.objects.filter(project_id=self._pin.project_id, path__in=self._new).delete()
        rows = ((self._pin.project_id, path, Jsonb(asked)) for path, asked in self._new.items())
        bulk.insert_unknown(EvidenceTrace, ("project_id", "path", "asked"), rows)

    def _answer(self, question: str) -> object:
        found = self._index.answer(question)
        # Of a file that is read, every byte may count.
        return [(path, self._blobs.get(path)) for path in found] if question.startswith("file ") else found
