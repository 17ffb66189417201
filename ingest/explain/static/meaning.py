"""What the statement does and why, what its function is for, and what it is raised from."""

from __future__ import annotations

from ingest.explain.conditions import listed, worded
from ingest.explain.static import packages, stubs
from ingest.explain.static.loops import ended
from ingest.explain.static.options import kind
from ingest.explain.static.sentences import Case, Sentence, Tested, distinct
from kb.display.explanation import code_span, what_it_does, what_it_is

_LONGEST = 240


def sentences(case: Case) -> list[Sentence]:
    return [_first(case), *packages.meaning(case), *stubs.meaning(case), *_doc(case), *_cause(case), *_bases(case)]


def _first(case: Case) -> Sentence:
    """With the nearest condition, the one that the message speaks of."""
    evidence = case.evidence
    exception = evidence.exc_qualified or evidence.exc_type
    text = what_it_does(evidence.kind, exception, case.where, {"via": evidence.via}, says=bool(evidence.message))
    near = case.tested[-1].condition if case.tested else None
    if evidence.kind not in ("error", "exit", "abort"):
        return Sentence("meaning", text, distinct([evidence.site]))
    if attempt := evidence.attempt:
        caught = listed([code_span(name) for name in attempt.handled], "or") if attempt.handled else "an exception"
        source = f" from {code_span(attempt.only)}" if attempt.only else ""
        longer = f"{text[:-1]} while handling {caught}{source}."
        return Sentence("meaning", longer, distinct([evidence.site, attempt.fact, *attempt.facts[: bool(source)]]))
    if loop := ended(evidence):
        return Sentence("meaning", f"{text[:-1]} when {loop}.", distinct([evidence.site, loop.fact]))
    if near is None:
        return Sentence("meaning", text, distinct([evidence.site]))
    words = [_worded(tested) for tested in case.tested if tested.condition is near]
    longer = f"{text[:-1]} when {listed(words, 'and')}."
    if len(longer) > _LONGEST:
        return Sentence("meaning", text, distinct([evidence.site]))
    return Sentence("meaning", longer, distinct([evidence.site, *near.facts]))


def _worded(tested: Tested) -> str:
    is_its = tested.binding is not None and tested.binding.name == tested.subject
    return worded(tested.atom, kind(tested.binding if is_its else None))


def _doc(case: Case) -> list[Sentence]:
    facts = case.evidence.doc_facts
    return [Sentence("meaning", text, facts) for text in what_it_is("", {"doc": case.evidence.doc}) if facts]


def _cause(case: Case) -> list[Sentence]:
    evidence, attempt = case.evidence, case.evidence.attempt
    if not evidence.cause or not attempt:
        return []
    classes = [code_span(name) for name in attempt.handled]
    caught = f"the {listed(classes, 'or')} that was caught" if classes else "the exception that was caught"
    facts = distinct([*evidence.said("from"), attempt.fact])
    if evidence.cause == "None":
        return [Sentence("meaning", f"A traceback does not show {caught} (`from None`).", facts)]
    if not evidence.cause.isidentifier():
        return []
    return [Sentence("meaning", f"It is raised from {caught}, which a traceback shows first.", facts)]


def _bases(case: Case) -> list[Sentence]:
    evidence = case.evidence
    exception = evidence.exc_qualified or evidence.exc_type
    facts = distinct(evidence.base_facts)
    return [Sentence("meaning", text, facts) for text in what_it_is(exception, {"bases": evidence.bases}) if facts]
