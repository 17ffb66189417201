"""What the statement does and why, what its function is for, and what it is raised from."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.conditions import listed
from ingest.explain.facts import Condition, Evidence, Fact, Kept
from ingest.explain.static import arms, attempts, packages, stubs
from ingest.explain.static.loops import NO_BREAK, ended
from ingest.explain.static.sentences import Case, Sentence, distinct
from ingest.explain.static.trigger import conjoined, decisive, named
from kb.display.explanation import around, code_span, what_it_does, what_it_is
from kb.guards import is_condition, is_pattern

_MOST: Final = 3
_LONGEST: Final = 220
_UNSETTLED: Final = ", if it gets that far"
_REFUSES: Final = re.compile(r"\b(?:rais|refus|reject|must\b|forbid|prohibit|disallow|prevent)", re.I)
_CHECKS: Final = re.compile(r"(?:\w+ ){0,2}(?:check|valid|ensur|verif)|.*\b(?:only|never|requires?|required)\b", re.I)
_ERROR_CLASS: Final = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Warning)\b")
_FEW_WORDS: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]{4,}")
_NAME: Final = re.compile(r"\w+")


def sentences(case: Case) -> list[Sentence]:
    return [*_first(case), *packages.meaning(case), *stubs.meaning(case), *_doc(case), *_cause(case), *_bases(case)]


def _first(case: Case) -> list[Sentence]:
    """What it does and where, and when: with all that is tested on the way to it, or as much as says it plainly.

    Nothing where only place and class are known: these stand beside the explanation.
    """
    evidence = case.evidence
    exception = evidence.exc_qualified or evidence.exc_type
    # That an assertion's condition does not hold is the last of the statement's own conditions.
    kind = "error" if evidence.kind == "assertion" else evidence.kind
    text = what_it_does(kind, exception, case.where, {"via": evidence.via}, says=bool(evidence.message))
    if kind not in ("error", "exit", "abort"):
        return [Sentence("meaning", text, distinct([evidence.site]))]
    if choice := arms.told(evidence):
        text = f"{case.where} raises {choice}."
    where, facts = _where(evidence)
    when, so_far, conditions = _when(evidence)
    where = where if when else where.removesuffix(",")
    facts = (*facts, *(fact for condition in conditions for fact in condition.facts))
    kept, loop = evidence.kept, ended(evidence)
    after = f" after {loop}{',' * bool(when)}" if loop else ""
    facts = (*facts, *([loop.fact] if loop else ()), *([kept.fact] if kept else ()))
    caught = f", and catches it{_made_of(kept)}" if kept else ""
    if kind == "error" and not (choice or evidence.via or where or after or when or caught):
        return []
    said = f"{text[:-1]}{where}{after}{when}{so_far}{caught}."
    return [Sentence("meaning", said, distinct([evidence.site, *facts]))]


def _made_of(kept: Kept) -> str:
    """What catches it, and what that gives instead."""
    returned = f", which returns {code_span(kept.returned)}" if kept.returned else ""
    return f" with {code_span(kept.header)}{returned}"


def _where(evidence: Evidence) -> tuple[str, tuple[Fact, ...]]:
    """Of a handler, what it handles; else the patterns that matched and the loop around it."""
    if attempt := evidence.attempt:
        source = f" from {code_span(attempt.only)}" if attempt.only else ""
        return f" while handling {attempts.caught(attempt)}{source}", (attempt.fact, *(attempt.facts if source else ()))
    patterns = [item for item in evidence.conditions if is_pattern(item.text)]
    loops = [item for item in evidence.conditions if _is_about(item.text, evidence)]
    found = [*patterns, *loops[-1:]]
    words = f", {', '.join(around(item.text) for item in found)}," if found else ""
    return words, tuple(fact for item in found for fact in item.facts)


def _is_about(header: str, evidence: Evidence) -> bool:
    """Whether a condition is about what the loop goes through."""
    is_loop = header.startswith(("for ", "async for ")) and not header.endswith(NO_BREAK)
    names = _NAME.findall(header.partition(" in ")[0]) if is_loop else []
    tested = " ".join(item.text for item in evidence.conditions if is_condition(item.text))
    return bool(set(names).intersection(_NAME.findall(tested)))


def _when(evidence: Evidence) -> tuple[str, str, tuple[Condition, ...]]:
    """The conditions that are named in words, what to add as there may be others, and the conditions."""
    # What it is raised through may do so on conditions of its own.
    is_settled = (evidence.is_settled and not evidence.via) or evidence.is_stub
    so_far = "" if is_settled else _UNSETTLED
    known = [item for item in evidence.conditions if is_condition(item.text)]
    # Below a loop that came to its end, what would have raised something else before is no condition of this.
    known = [item for item in known if not item.is_passed] if ended(evidence) else known
    if not known:
        return "", so_far, ()
    if shown := named(evidence, _MOST, _LONGEST, but_passed=True):
        return f" when {conjoined(shown, evidence)}", so_far, shown
    near = tuple(item for item in decisive(evidence) if not (item.is_passed and ended(evidence)))
    if not near:
        return "", so_far, ()
    if len(words := conjoined(near, evidence)) <= _LONGEST:
        return f" when {words}", _UNSETTLED, near
    if len(words := conjoined(near[-1:], evidence)) <= _LONGEST:
        return f" when {words}", ", among other conditions", near[-1:]
    return "", "", ()


def _doc(case: Case) -> list[Sentence]:
    facts = case.evidence.doc_facts if _says_more(case.evidence) else ()
    return [Sentence("meaning", text, facts) for text in what_it_is("", {"doc": case.evidence.doc}) if facts]


def _says_more(evidence: Evidence) -> bool:
    """Whether the docstring's beginning is about this error: of its class if it names one, and that something is
    refused, or checked that its message or conditions speak of. What a function does in general explains no error."""
    text = evidence.doc.partition(". ")[0]
    name = evidence.qualname.lower().replace("_", "")
    words = {word.lower().rstrip("s") for word in _WORD.findall(text)}
    said = " ".join((evidence.message, *(item.text for item in evidence.conditions)))
    about = {word.lower().rstrip("s") for word in _WORD.findall(said)}
    named = set(_ERROR_CLASS.findall(evidence.doc))
    is_checked = _CHECKS.match(text) and any(word in about and word not in name for word in words)
    is_telling = bool(_REFUSES.search(text) or is_checked)
    return len(text.split()) >= _FEW_WORDS and is_telling and (not named or evidence.exc_type in named)


def _cause(case: Case) -> list[Sentence]:
    evidence, attempt = case.evidence, case.evidence.attempt
    if not evidence.cause or not attempt:
        return []
    classes = [code_span(name) for name in attempt.handled]
    is_known = bool(classes) and all(map(attempts.is_class, attempt.handled))
    caught = f"the {listed(classes, 'or')} that was caught" if is_known else "the exception that was caught"
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
