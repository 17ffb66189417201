"""A function that reads a tag of templates refuses it: how the template has to write it. Pure."""

from __future__ import annotations

from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span


def remedies(case: Case) -> list[Sentence]:
    if case.evidence.tag is None:
        return []
    written, fact = case.evidence.tag
    text = f"Compare the tag in your template with how its documentation writes it: {code_span(written)}."
    return [solution(text, (fact, case.evidence.site))]
