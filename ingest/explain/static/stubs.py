"""Not implemented: a method that does nothing but raise."""

from __future__ import annotations

import re

from ingest.explain.conditions import listed
from ingest.explain.static.sentences import Case, Sentence, solution
from kb.display.explanation import code_span

_MOST = 4
# Upstream's words for a class that others derive from.
_SAYS_SO = re.compile(
    r"\b(?:sub-?class|overrid|overload|deriv|inherit|implement(?:ed)? (?:in|by|this)|abstract)", re.IGNORECASE
)


def _is_stub(case: Case) -> bool:
    evidence = case.evidence
    if not evidence.is_stub or not evidence.owner:
        return False
    is_filled_in = evidence.kin_base == evidence.owner and any(not item.is_refusing for item in evidence.kin)
    return evidence.exc_type == "NotImplementedError" or is_filled_in


def meaning(case: Case) -> list[Sentence]:
    if not _is_stub(case):
        return []
    method = code_span(case.evidence.qualname.rpartition(".")[2])
    text = f"{code_span(case.evidence.owner)} itself does not implement {method}: the method does nothing but raise."
    return [Sentence("meaning", text, (case.evidence.site,))]


def remedies(case: Case) -> list[Sentence]:
    """The classes that do implement it, if the Pin has some; else to define it."""
    if not _is_stub(case):
        return []
    evidence = case.evidence
    method, owner = code_span(evidence.qualname.rpartition(".")[2]), code_span(evidence.owner)
    able = [item for item in evidence.kin if not item.is_refusing and not item.name.startswith("_")]
    names = listed([code_span(item.name) for item in able[:_MOST]], "or") if able else ""
    if evidence.kin and evidence.kin_base != evidence.owner:
        if not able:
            return []
        base = code_span(evidence.kin_base)
        text = (
            f"Use {names} in place of {owner}: derived from {base} as well, with a {method} that does more than raise."
        )
        return [solution(text, (evidence.site, *(item.fact for item in able[:_MOST])))]
    if not able and not evidence.is_base and not _SAYS_SO.search(f"{evidence.message} {evidence.doc}"):
        return []
    if able:
        text = f"Use a class derived from {owner} that defines {method}, such as {names}, or define it in your own."
    else:
        text = f"Define {method} in your class derived from {owner}."
    return [solution(text, (evidence.site, *(item.fact for item in able[:_MOST])))]
