"""A function that reads a tag of templates refuses it: how the template has to write it. Pure."""

from __future__ import annotations

from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span


def remedies(case: Case) -> list[Sentence]:
    if case.evidence.tag is None:
        return []
    written, fact = case.evidence.tag
    if written.startswith("{%"):
        text = f"Compare the tag in your template with how its documentation writes it: {code_span(written)}."
    else:
        name = code_span(f"{{% {written} … %}}")
        text = f"Look at the tag {name} in your template: {case.where} refuses what stands there."
    return [solution(text, (fact, case.evidence.site))]
