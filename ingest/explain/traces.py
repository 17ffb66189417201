"""What explaining the entries of a Pin asked for -> whether it would say the same at another Pin.

An explanation is made from the entry's site, the bytes of its file, and what is asked of the Pin's other files for it.
The questions are stored by path and entry; the digest of all that they led to stands in each Explanation. So what did
not change, and for which the answers did not, need not be read again. The only writer of EvidenceTrace.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import msgspec
from psycopg.types.json import Jsonb

from ingest import bulk
from ingest.explain.index import Index
from ingest.explain.version import VERSION
from ingest.wording import digest
from kb.models import EvidenceTrace, Pin


class Traces:
    """The questions that the entries of a Pin's project led to."""

    def __init__(self, pin: Pin, index: Index, blobs: Mapping[str, str]) -> None:
        self._pin, self._index, self._blobs = pin, index, blobs
        rows = EvidenceTrace.objects.filter(project_id=pin.project_id)
        self._asked: dict[str, dict[str, list[str]]] = {
            path: {entry: [asked[place] for place in places] for entry, places in by_entry.items()}
            for path, asked, by_entry in rows.values_list("path", "asked", "by_entry").iterator()
        }
        self._new: set[str] = set()
        self._answers: dict[str, str] = {}

    def made_from(self, path: str, entry: str, said: object) -> str:
        """Digest of what the explanation of an entry is made from, if it is known what it asks for; else "".

        `said` is what the database holds of the entry.
        """
        asked = self._asked.get(path, {}).get(entry)
        if asked is None:
            return ""
        answers = [self._answer(question) for question in asked]
        return digest(msgspec.json.encode((VERSION, path, said, asked, answers), order="sorted").decode())

    def note(self, path: str, asked: Mapping[str, Iterable[str]], standing: Collection[str]) -> None:
        """What some of the entries asked for that stand in a file."""
        known = self._asked.get(path, {}) | {entry: sorted(questions) for entry, questions in asked.items()}
        self._asked[path] = {entry: questions for entry, questions in known.items() if entry in standing}
        self._new.add(path)

    def store(self) -> None:
        """Within a transaction."""
        EvidenceTrace.objects.filter(project_id=self._pin.project_id, path__in=self._new).delete()
        rows = ((self._pin.project_id, path, *self._row(path)) for path in sorted(self._new))
        bulk.insert_unknown(EvidenceTrace, ("project_id", "path", "asked", "by_entry"), rows)

    def _row(self, path: str) -> tuple[Jsonb, Jsonb]:
        """The questions, each once, and the places among them by entry."""
        by_entry = self._asked[path]
        asked = sorted({question for questions in by_entry.values() for question in questions})
        places = {question: place for place, question in enumerate(asked)}
        return Jsonb(asked), Jsonb(
            {entry: [places[item] for item in questions] for entry, questions in by_entry.items()}
        )

    def _answer(self, question: str) -> str:
        """Digest of the answer."""
        if question not in self._answers:
            found = self._index.answer(question)
            # Of a file that is read, every byte may count.
            told = [(path, self._blobs.get(path)) for path in found] if question.startswith("file ") else found
            self._answers[question] = digest(msgspec.json.encode(told).decode())
        return self._answers[question]
