"""An option is missing, or is given where it may not be; two that exclude one another are both given."""

from __future__ import annotations

import ast

from ingest.explain.facts import Binding
from ingest.explain.static.options import EMPTY, STARS, called, is_flag, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from kb.display.explanation import code_span


def is_configured(binding: Binding) -> bool:
    """Whether it is a setting among others, which may be left out, rather than an argument."""
    return binding.origin in ("object", "field", "setting")


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
    if binding.annotation in STARS:
        return solution(f"Give {'something' if atom.is_not else 'nothing'} as {option}.", tested.facts)
    return _truth(binding, option, leave, tested)


def _truth(binding: Binding, option: str, leave: str, tested: Tested) -> Sentence | None:
    """Of an option that is only tested for truth."""
    is_not = tested.atom.is_not
    if is_flag(binding):
        wanted = "True" if is_not else "False"
        also = ", which is its default" if binding.default == wanted else ""
        return solution(f"Set {option} to {code_span(wanted)}{also}.", tested.facts)
    if is_not:
        return solution(f"Give a value for {option} that is not empty, zero or `None`.", tested.facts)
    if binding.default in (*EMPTY, "0"):
        return solution(f"{leave} {option}.", tested.facts)
    if is_configured(binding):
        return solution(f"Give {option} no value, or one that is falsy.", tested.facts)
    return None
