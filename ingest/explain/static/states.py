"""The object is in the wrong state: a method has to be called first, or may not have been called."""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.conditions import listed
from ingest.explain.static.sentences import Sentence, Tested, distinct, solution
from kb.display.explanation import code_span

_NOTHING: Final = frozenset({"None", "False", "0", "''", '""', "()", "[]", "{}", "set()", "dict()", "list()"})


def remedy(tested: Tested) -> Sentence | None:
    binding = tested.binding
    if binding is None or binding.origin != "state" or binding.name != tested.subject:
        return None
    lacks = is_missing(tested)
    if lacks is None:
        return None
    found = [
        setter
        for setter in binding.setters
        if (setter.value not in _NOTHING) is lacks and not setter.method.startswith("_")
    ]
    if not found:
        return None
    names = dict.fromkeys(f"{binding.owner}.{item.method}" for item in found)
    methods = listed([code_span(name) for name in names], "or")
    facts = (tested.condition.fact, *(setter.fact for setter in found))
    if lacks:
        return solution(f"Call {methods} first, which sets {code_span(binding.name)}.", distinct(facts))
    return solution(f"Call {methods} first, which resets {code_span(binding.name)}.", distinct(facts))


def is_missing(tested: Tested) -> bool | None:
    """Whether the condition says that the attribute has no value, or that it has one; None if neither."""
    atom = tested.atom
    if isinstance(atom.right, ast.Constant) and atom.right.value is None:
        return atom.operator in (ast.Is, ast.Eq)
    return atom.is_not if atom.subject is atom.node else None
