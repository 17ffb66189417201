"""Another exception was caught, and this one is raised instead."""

from __future__ import annotations

from ingest.explain.conditions import listed
from ingest.explain.facts import Attempt
from ingest.explain.static.attempts import handled
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_MOST_CALLS = 3


def remedies(case: Case) -> list[Sentence]:
    """Where to look for the first error: for what a traceback shows, and unless `from None` hides it."""
    attempt = case.evidence.attempt
    if not attempt or case.evidence.kind != "error" or case.evidence.cause == "None":
        return []
    origin = _origin(attempt)
    if not origin:
        return []
    # A name in lower case is a variable that holds classes, not one that the traceback shows.
    is_named = attempt.handled and all(name.rpartition(".")[2][:1].isupper() for name in attempt.handled)
    caught = handled(attempt) if is_named else "exception"
    text = f"Read the {caught} that the traceback shows first: it comes from {origin}."
    return [solution(text, (attempt.fact, *attempt.facts))]


def _origin(attempt: Attempt) -> str:
    if attempt.only and not attempt.imports:
        return code_span(attempt.only)
    if not 0 < len(attempt.calls) <= _MOST_CALLS:
        return ""
    return f"the `try` block, which calls {listed([code_span(name) for name in attempt.calls], 'and')}"
