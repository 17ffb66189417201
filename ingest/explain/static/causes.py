"""The condition is about what a call gives: name the call."""

from __future__ import annotations

import ast

from ingest.explain.bindings import is_telling
from ingest.explain.conditions import worded
from ingest.explain.static.sentences import Sentence, Tested, solution
from kb.display.explanation import code_span


def remedy(tested: Tested) -> Sentence | None:
    binding, node = tested.binding, tested.atom.node
    if binding is not None and binding.origin == "call":
        origin = f"{code_span(binding.name)} is what {code_span(binding.owner + '(…)')} gives"
        return solution(f"See why {worded(tested.atom)}: {origin}.", tested.facts)
    if binding is None and isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
        called = ast.unparse(node.func)
        if is_telling(called):
            kind = "falsy" if tested.atom.is_not else "truthy"
            return solution(f"See why {code_span(called + '(…)')} gives a {kind} value.", tested.facts)
    return None
