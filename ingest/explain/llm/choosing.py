"""The entries of a Pin -> the questions that a run asks of its LLM."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass

from django.db.models import Q

from ingest.explain.facts import Evidence
from ingest.explain.hashing import evidence_hash
from ingest.explain.llm import prompt
from ingest.explain.llm.client import Message, estimated_tokens
from ingest.explain.llm.code import Code, code
from ingest.explain.llm.vocabulary import Vocabulary, vocabulary
from ingest.explain.reading import evidence
from ingest.wording import digest
from kb.models import ErrorEntry, ExplainRun, Explanation, Pin, SourceBlob

Origin = Explanation.Origin


@dataclass(frozen=True, slots=True)
class Question:
    """An entry to explain; `key` is the id of its answer."""

    key: str
    entry_id: str
    evidence: Evidence
    evidence_hash: str
    around: Code
    known: Vocabulary

    def messages(self, answers_as: str) -> list[Message]:
        return prompt.messages(self.evidence, self.known, self.around, answers_as)

    @property
    def tokens(self) -> int:
        """How many it has, rather too high: asked in the longest form."""
        return estimated_tokens(self.messages("text"))


def wanted(pin: Pin) -> set[str]:
    """Ids of the entries that an LLM may explain: errors of the project's own code about which no person has said so
    far what is to be shown."""
    rows = Explanation.objects.filter(entry__site__pin=pin, is_stale=False)
    judged = Q(is_hidden=True) | Q(is_pinned=True) | Q(approved_at__isnull=False)
    settled = rows.filter(Q(origin=Origin.HUMAN, is_hidden=False) | (Q(origin=Origin.LLM) & judged))
    entries = ErrorEntry.objects.current().in_source().raising().filter(site__pin=pin)
    return set(entries.values_list("pk", flat=True)) - set(settled.values_list("entry_id", flat=True))


def questions(run: ExplainRun, ids: set[str]) -> Generator[Question, None, None]:
    """One for each of these entries of the run's Pin, file by file."""
    files = dict(run.pin.files.filter(skipped="").order_by().values_list("path", "blob_id"))
    # Closed at once when no more is asked, not at some time in some thread: it holds a cursor of the database.
    with closing(evidence(run.pin)) as found:  # type: ignore[type-var]
        for entry_id, known in found:
            if entry_id in ids:
                yield question(run.model, entry_id, known, _code(files.get(known.path)))


def question(model: str, entry_id: str, known: Evidence, around: Code) -> Question:
    hashed = evidence_hash(known)
    key = digest(entry_id, hashed, model, prompt.VERSION)
    return Question(key, entry_id, known, hashed, around, vocabulary(known, around))


def _code(sha: str | None) -> Code:
    blob = SourceBlob.objects.filter(pk=sha).first() if sha else None
    return code(blob.content) if blob else Code()
