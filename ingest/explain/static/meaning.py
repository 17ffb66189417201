"""What the statement does and why, what its function is for, and what it is raised from."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.conditions import listed
from ingest.explain.facts import Condition, Evidence, Kept
from ingest.explain.static import arms, attempts, packages, stubs
from ingest.explain.static.options import as_called
from ingest.explain.static.sentences import Case, Sentence, distinct
from ingest.explain.static.when import conjuncts, leading, named, nearest, told
from kb.display.explanation import code_span, what_it_does, what_it_is

_MOST: Final = 3
_LONGEST: Final = 220
_UNSETTLED: Final = ", if it gets that far"
_REFUSES: Final = re.compile(r"\b(?:rais|refus|reject|must\b|forbid|prohibit|disallow|prevent)", re.I)
_CHECKS: Final = re.compile(r"(?:\w+ ){0,2}(?:check|valid|ensur|verif)|.*\b(?:only|never|requires?|required)\b", re.I)
_ERROR_CLASS: Final = re.compile(r"\b[A-Z]\w*(?:Error|Exception|Warning)\b")
# What begins with a list of what is given tells of that, not of what the function does.
_LIST: Final = re.compile(
    r"(?:Args|Arguments|Parameters|Params|Returns?|Yields|Raises|Attributes|Examples?|Notes?)\s*(?::|\n)|"
    r"[`*]{0,2}\w+[`*]{0,2} ?\([`:\w][^()]*(?:\([^()]*\)[^()]*)*\) ?:|[:@]\w+"
)
_FEW_WORDS: Final = 4
_WORD: Final = re.compile(r"[^\W\d_]{4,}")


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
    where = as_called(case.where)
    text = what_it_does(kind, exception, where, {"via": evidence.via}, says=bool(evidence.message))
    if kind not in ("error", "exit", "abort"):
        return [Sentence("meaning", text, distinct([evidence.site]))]
    if choice := arms.told(evidence) or (arms.variable(evidence) if kind == "error" and not evidence.via else ""):
        text = f"{where} raises {choice}."
    shown, so_far = _shown(evidence)
    known, kept = told(case, shown), evidence.kept
    caught = f", and {_catches(kept)} it{_made_of(kept)}" if kept else ""
    if kind == "error" and not (choice or evidence.via or known.text or caught):
        return []
    facts = (evidence.site, *known.facts, *([kept.fact] if kept else ()))
    is_attached = known.is_attached and not evidence.via
    after = f"{' ' if is_attached else ', '}{known.text}" if known.text else ""
    return [Sentence("meaning", f"{text[:-1]}{after}{so_far}{caught}.", distinct(facts))]


def _catches(kept: Kept) -> str:
    return f"{as_called(code_span(kept.by))}, which alone calls it, catches" if kept.by else "catches"


def _made_of(kept: Kept) -> str:
    """What catches it, and what that gives instead."""
    returned = f", which returns {code_span(kept.returned)}" if kept.returned else ""
    return f" with {code_span(kept.header)}{returned}"


def _shown(evidence: Evidence) -> tuple[tuple[Condition, ...], str]:
    """The conditions that are named, and what to add as there may be others."""
    # What it is raised through may do so on conditions of its own.
    is_settled = (evidence.is_settled and not evidence.via) or evidence.is_stub
    so_far = "" if is_settled else _UNSETTLED
    if not leading(evidence):
        return (), so_far
    if shown := named(evidence, _MOST, _LONGEST):
        return shown, so_far
    near = nearest(evidence)
    if len(" and ".join(conjuncts(near, evidence))) <= _LONGEST:
        return near, _UNSETTLED
    if len(" and ".join(conjuncts(near[-1:], evidence))) <= _LONGEST:
        return near[-1:], ", among other conditions"
    return (), ""


def _doc(case: Case) -> list[Sentence]:
    facts = case.evidence.doc_facts if _says_more(case.evidence) else ()
    return [Sentence("meaning", text, facts) for text in what_it_is("", {"doc": case.evidence.doc}) if facts]


def _says_more(evidence: Evidence) -> bool:
    """Whether the docstring's beginning is about this error: of its class if it names one, and that something is
    refused, or checked that its message or conditions speak of. What a function does in general explains no error."""
    if _LIST.match(evidence.doc.lstrip()):
        return False
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
