"""An option is missing, or is given where it may not be; two that exclude one another are both given."""

from __future__ import annotations

import ast

from ingest.explain.static.options import STARS, called, is_flag, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from kb.display.explanation import code_span


def remedy(case: Case, tested: Tested) -> Sentence | None:
    binding, atom = tested.binding, tested.atom
    if binding is None or binding.name != tested.subject or not is_within_reach(case, binding):
        return None
    option = called(binding, case.where)
    leave = "Unset" if binding.origin == "environment" else "Leave out"
    right = atom.right
    if isinstance(right, ast.Constant) and right.value is None:
        if atom.operator in (ast.Is, ast.Eq):
            return solution(f"Give a value for {option}; it is `None`.", tested.facts)
        text = f"{leave} {option}." if binding.default == "None" else f"Set {option} to `None`."
        return solution(text, tested.facts)
    if atom.subject is not atom.node:
        return None
    if "." in binding.key:
        whose = f"{code_span(binding.owner)} whose {code_span(binding.key)} is {'not ' if atom.is_not else ''}falsy"
        return solution(f"Give {case.where} a {whose}.", tested.facts)
    if binding.annotation in STARS:
        return solution(f"Give {'something' if atom.is_not else 'nothing'} as {option}.", tested.facts)
    if is_flag(binding):
        wanted = "True" if atom.is_not else "False"
        also = ", which is its default" if binding.default == wanted else ""
        return solution(f"Set {option} to {code_span(wanted)}{also}.", tested.facts)
    if atom.is_not:
        return solution(f"Give a value for {option} that is not empty, zero or `None`.", tested.facts)
    if binding.default in ("None", "''", "()", "[]", "{}", "0"):
        return solution(f"{leave} {option}.", tested.facts)
    return None
