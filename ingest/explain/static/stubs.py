"""Not implemented: a method that does nothing but raise."""

from __future__ import annotations

from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span


def _is_stub(case: Case) -> bool:
    return bool(case.evidence.is_stub and case.evidence.owner and case.evidence.exc_type == "NotImplementedError")


def meaning(case: Case) -> list[Sentence]:
    if not _is_stub(case):
        return []
    method = code_span(case.evidence.qualname.rpartition(".")[2])
    text = f"{code_span(case.evidence.owner)} itself does not implement {method}: the method does nothing but raise."
    return [Sentence("meaning", text, (case.evidence.site,))]


def remedies(case: Case) -> list[Sentence]:
    if not _is_stub(case):
        return []
    method, owner = code_span(case.evidence.qualname.rpartition(".")[2]), code_span(case.evidence.owner)
    text = f"Define {method} in your class derived from {owner}, or use a derived class that defines it."
    return [solution(text, (case.evidence.site,))]
