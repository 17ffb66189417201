"""The condition is about what a call gives: name the call, or what it looks for."""

from __future__ import annotations

import ast

from ingest.explain.conditions import worded
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.static.states import is_missing
from kb.display.explanation import code_span


def remedy(case: Case, tested: Tested) -> Sentence | None:
    binding = tested.binding
    if found := _needed(case, tested, ast.unparse(tested.atom.subject)):
        return found
    if binding is not None and binding.origin == "call" and binding.name == tested.subject:
        is_what = f"{'belongs to' if binding.key else 'is'} what {code_span(binding.owner + '(…)')} gives"
        return solution(f"Find out why {worded(tested.atom)}: {code_span(binding.name)} {is_what}.", tested.facts)
    return None


def _needed(case: Case, tested: Tested, called: str) -> Sentence | None:
    """The condition calls a function that looks for a module or a variable."""
    for need in case.evidence.needs:
        if need.called != called:
            continue
        is_call = isinstance(tested.atom.node, ast.Call)
        name, tells = code_span(need.name), "looks for it" if is_call else "tells that it is missing"
        looks = f"{code_span(called)} {tells}"
        facts = (tested.condition.fact, *need.facts)
        if need.kind == "environment":
            verb = "Set" if tested.atom.is_not else "Unset"
            return solution(f"{verb} the environment variable {name}: {looks}.", facts)
        if is_missing(tested):
            return solution(f"Install what provides the module {name}: {looks}.", facts)
    return None
