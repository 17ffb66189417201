"""Another exception was caught, and this one is raised instead."""

from __future__ import annotations

from ingest.explain.conditions import listed
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_MOST_CALLS = 3


def remedies(case: Case) -> list[Sentence]:
    """Where to look for the first error; nothing when `from None` hides it or the block is too long to name."""
    attempt = case.evidence.attempt
    if not attempt or case.evidence.cause == "None" or not 0 < len(attempt.calls) <= _MOST_CALLS:
        return []
    caught = listed([code_span(name) for name in attempt.handled], "or") if attempt.handled else "exception"
    calls = listed([code_span(name) for name in attempt.calls], "and")
    text = f"Read the {caught} that the traceback shows first: it comes from the `try` block, which calls {calls}."
    return [solution(text, (attempt.fact, *attempt.facts))]
