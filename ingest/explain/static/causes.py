"""The condition calls what looks for a module or a variable: say which."""

from __future__ import annotations

import ast
import re
from dataclasses import replace

from ingest.explain.conditions import alternatives, listed
from ingest.explain.facts import Need
from ingest.explain.static import packages, requirements
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.static.states import is_missing
from kb.display.explanation import code_span


def needed(case: Case, tested: Tested) -> Sentence | None:
    """The condition calls functions that look for modules or a variable, or asks whether an import went well."""
    if packages.told(case):
        return None
    needs = {need.called: need for need in case.evidence.needs}
    if alone := needs.get(ast.unparse(tested.atom.subject)):
        return _one(case, tested, alone)
    # One that lacks is enough for the error, so each of them has to be there.
    parts = [replace(tested, atom=atom, subject=ast.unparse(atom.subject)) for atom in alternatives(tested.atom)]
    found = [needs.get(part.subject) for part in parts]
    modules = [need for need in found if need and need.kind == "module"]
    if not parts or len(modules) != len(found) or not all(map(is_missing, parts)):
        return None
    names = listed([code_span(need.name) for need in modules], "and")
    facts = (*tested.condition.facts, *(fact for need in modules for fact in need.facts))
    message = case.evidence.message
    why = requirements.reason(message, [need.name for need in modules]) or ": the condition needs all of them"
    return solution(f"{requirements.verb(message)} what provides the modules {names}{why}.", facts)


def _is_way_out(case: Case, tested: Tested, need: Need) -> bool:
    """Whether it is one of several conditions, of which the message speaks without naming the package."""
    is_alone = not any(other is not tested and other.condition is tested.condition for other in case.tested)
    text = re.sub(r"[-_.]", "", case.evidence.message).lower()
    names = (re.sub(r"[-_.]", "", name.partition(".")[0]).lower() for name in need.packages)
    return not is_alone and not any(name in text for name in names)


def _one(case: Case, tested: Tested, need: Need) -> Sentence | None:
    is_call = isinstance(tested.atom.node, ast.Call)
    name, tells = code_span(need.name), "looks for it" if is_call else "tells that it is missing"
    looks = f"{code_span(need.called)} {tells}"
    facts = (*tested.condition.facts, *need.facts)
    if need.kind == "environment":
        verb = "Set" if tested.atom.is_not else "Unset"
        return solution(f"{verb} the environment variable {name}: {looks}.", facts)
    if is_missing(tested) is not need.is_error and not _is_way_out(case, tested, need):
        if packages.are_of_python(need.packages):
            return solution(f"{packages.another_python(need.packages)} {looks}.", facts)
        names = [code_span(module) for module in need.packages]
        what = f"the module{'s' * (len(names) > 1)} {listed(names, 'and')}"
        looks = looks.replace("it is", "one of them is") if len(names) > 1 else looks
        message = case.evidence.message
        is_of_version = is_call and requirements.is_of_version(ast.unparse(tested.atom.node))
        verb = "Install or upgrade" if is_of_version else requirements.verb(message)
        looks = f"{code_span(need.called)} asks for its version" if is_of_version else looks
        why = requirements.reason(message, need.packages) or f": {looks}"
        return solution(f"{verb} what provides {what}{why}.", facts)
    return None
