"""Another class of the Pin does what this one refuses."""

from __future__ import annotations

import ast

from ingest.explain.conditions import Atom, listed
from ingest.explain.facts import Kin
from ingest.explain.static.options import is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, distinct, solution
from ingest.explain.static.wanted import is_given
from kb.display.explanation import code_span

_MOST = 4


def able(case: Case, tested: Tested) -> list[Kin]:
    """Classes beside the statement's own that take the same option and raise nothing because of it."""
    evidence, binding = case.evidence, tested.binding
    if binding is None or binding.origin != "key" or binding.name != tested.subject:
        return []
    if evidence.kin_base == evidence.owner or not _is_refusing(tested.atom):
        return []
    found = [item for item in evidence.kin if binding.key in item.reads and not item.is_refusing]
    return found if len(found) <= _MOST else []


def _is_refusing(atom: Atom) -> bool:
    """Whether it refuses what was given: one that lacks, or is unknown, other classes ask for as well."""
    return is_given(atom) or (atom.operator is ast.NotEq and isinstance(atom.right, ast.Constant))


def remedy(case: Case, tested: Tested) -> Sentence | None:
    found = [item for item in able(case, tested) if not item.name.startswith("_")]
    if not found or tested.binding is None or not is_within_reach(case, tested.binding):
        return None
    evidence = case.evidence
    names = listed([code_span(item.name) for item in found], "or")
    text = (
        f"Use {names} in place of {code_span(evidence.owner)}: derived from {code_span(evidence.kin_base)} as well, "
        f"{'they read' if len(found) > 1 else 'it reads'} {code_span(tested.binding.key)} without such a condition."
    )
    return solution(text, distinct((*tested.condition.facts, *(item.fact for item in found))))
