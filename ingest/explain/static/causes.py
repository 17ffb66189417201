"""The condition calls what looks for a module or a variable: say which."""

from __future__ import annotations

import ast
from dataclasses import replace

from ingest.explain.conditions import alternatives, listed
from ingest.explain.facts import Need
from ingest.explain.static import packages
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.static.states import is_missing
from kb.display.explanation import code_span


def needed(case: Case, tested: Tested) -> Sentence | None:
    """The condition calls functions that look for modules or a variable, or asks whether an import went well."""
    if packages.told(case):
        return None
    needs = {need.called: need for need in case.evidence.needs}
    if alone := needs.get(ast.unparse(tested.atom.subject)):
        return _one(tested, alone)
    # One that lacks is enough for the error, so each of them has to be there.
    parts = [replace(tested, atom=atom, subject=ast.unparse(atom.subject)) for atom in alternatives(tested.atom)]
    found = [needs.get(part.subject) for part in parts]
    modules = [need for need in found if need and need.kind == "module"]
    if not parts or len(modules) != len(found) or not all(map(is_missing, parts)):
        return None
    names = listed([code_span(need.name) for need in modules], "and")
    facts = (*tested.condition.facts, *(fact for need in modules for fact in need.facts))
    return solution(f"Install what provides the modules {names}: the condition needs all of them.", facts)


def _one(tested: Tested, need: Need) -> Sentence | None:
    is_call = isinstance(tested.atom.node, ast.Call)
    name, tells = code_span(need.name), "looks for it" if is_call else "tells that it is missing"
    looks = f"{code_span(need.called)} {tells}"
    facts = (*tested.condition.facts, *need.facts)
    if need.kind == "environment":
        verb = "Set" if tested.atom.is_not else "Unset"
        return solution(f"{verb} the environment variable {name}: {looks}.", facts)
    if is_missing(tested) is not need.is_error:
        if packages.are_of_python(need.packages):
            return solution(f"{packages.another_python(need.packages)} {looks}.", facts)
        names = [code_span(module) for module in need.packages]
        what = f"the module{'s' * (len(names) > 1)} {listed(names, 'and')}"
        looks = looks.replace("it is", "one of them is") if len(names) > 1 else looks
        return solution(f"Install what provides {what}: {looks}.", facts)
    return None
