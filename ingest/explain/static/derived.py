"""The condition is about what the function makes of options, step by step: say what has to hold, and how it is made."""

from __future__ import annotations

import ast
from collections.abc import Iterable

from ingest.explain.conditions import Atom, is_call_of, listed
from ingest.explain.facts import Binding, Derived
from ingest.explain.static import demanded, wanted
from ingest.explain.static.options import called_together, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.static.states import is_missing
from ingest.explain.static.wished import wished
from ingest.explain.trees import expression, walked, written
from kb.display.explanation import code_span

_MOST_OPTIONS = 3
_LONGEST = 360
_SPECIAL = ("__init__", "__call__")


def remedy(case: Case, tested: Tested) -> Sentence | None:
    text = written(tested.atom.node)
    found = next((item for item in case.evidence.derived if item.text == text), None)
    if found is None or not _is_to_change(tested.atom, found) or not _is_alone(case, tested, found):
        return None
    # What the message asks for is plainer than what the code tests.
    if not _are_users(case, found.options) or demanded.remedies(case):
        return None
    options = called_together(found.options, case.where)
    said = f"Choose {options} so that {wished(tested.atom)}{_made(found)}."
    facts = (*(step[2] for step in found.steps), *(fact for option in found.options for fact in option.facts))
    return solution(said, (*tested.condition.facts, *facts)) if len(said) <= _LONGEST else None


def _are_users(case: Case, options: tuple[Binding, ...]) -> bool:
    takers = [name.rpartition(".")[2] for option in options for name in option.given_to]
    is_operator = any(name.startswith("__") and name not in _SPECIAL for name in takers)
    return len(options) <= _MOST_OPTIONS and not is_operator and all(is_within_reach(case, item) for item in options)


def _is_to_change(atom: Atom, found: Derived) -> bool:
    """Whether it says that something is wrong, and not that something was chosen or given on purpose."""
    has_items = is_call_of(atom.node, "len", 1) and not atom.is_not
    if wanted.is_chosen(atom) or has_items or (_is_kind(atom) and not atom.is_not):
        return False
    if not wanted.is_given(atom):
        return True
    made = expression({name: text for name, text, _ in found.steps}.get(written(atom.node), ""))
    return isinstance(made, ast.BinOp | ast.ListComp | ast.SetComp)


def _is_alone(case: Case, tested: Tested, found: Derived) -> bool:
    """Whether nothing else that is tested of the same would do as well: a value of another kind, or other options."""
    names = {name.partition(".")[0] for name, _, _ in found.steps} | {option.name for option in found.options}
    others = [item for item in case.tested if item is not tested and not item.condition.is_passed]
    beside = [item for item in others if item.condition is tested.condition]
    if any(not _leads(item) and not (is_missing(item) and is_missing(tested)) for item in beside):
        return False
    return all(_leads(item) for item in others if item not in beside and _mentions(item.atom.node, names))


def _leads(tested: Tested) -> bool:
    """Whether it only says that there is a value, or of what kind."""
    return wanted.is_given(tested.atom) or (_is_kind(tested.atom) and not tested.atom.is_not)


def _is_kind(atom: Atom) -> bool:
    return isinstance(atom.node, ast.Call) and is_call_of(atom.node, "isinstance", 2)


def _mentions(node: ast.expr, names: Iterable[str]) -> bool:
    return any(isinstance(item, ast.Name | ast.Attribute) and written(item) in names for item in walked(node))


def _made(found: Derived) -> str:
    """How variables are made: those that stand in for an option of the same name as the statements that do so."""
    keys = {option.name for option in found.options}
    where = [f"{code_span(name)} is {code_span(text)}" for name, text, _ in found.steps if name not in keys]
    after = [code_span(f"{name} = {text}") for name, text, _ in reversed(found.steps) if name in keys]
    told = f" after {listed(after, 'and')}" if after else ""
    return f"{told}, where {listed(where, 'and')}" if where else told
