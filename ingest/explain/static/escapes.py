"""Whether what ends a condition would only keep the code from raising, and leave what is wrong as it is. Pure."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import Atom
from ingest.explain.fields import name_of
from ingest.explain.static.options import is_within_reach
from ingest.explain.static.sentences import Case, Tested
from ingest.explain.static.states import is_missing
from ingest.explain.static.wanted import is_given
from ingest.explain.trees import walked, written

_KIND: Final = re.compile(r"is_\w+|isclass|isfunction|ismethod")
_ORDERS: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def keeps_the_fault(case: Case, tested: Tested) -> bool:
    others = [item for item in case.tested if item is not tested]
    beside = [item for item in others if item.condition is tested.condition]
    return (
        (bool(beside) and _empties(tested.atom))
        or _is_of_what_is_wrong(case, tested)
        or _is_exception(tested.atom, [item.atom for item in others if item not in beside])
        or _lacks_elsewhere(case, tested, beside)
        or _only_leads(case, tested, beside)
    )


def _is_of_what_is_wrong(case: Case, tested: Tested) -> bool:
    """Whether it says of which kind the value is that is wrong, as what is tested after it does, or, behind such a
    test, what kind of those it is: another of the first kind is no better."""
    same = [item for item in case.tested if item.condition is tested.condition]
    at = next(place for place, item in enumerate(same) if item is tested)
    if not _is_of_a_kind(tested.atom):
        return False
    func = tested.atom.node.func if isinstance(tested.atom.node, ast.Call) else None
    of = written(func.value) if isinstance(func, ast.Attribute) and not _arguments(tested.atom) else ""
    return at < len(same) - 1 or (bool(of) and any(_arguments(item.atom)[:1] == [of] for item in same[:at]))


def _is_of_a_kind(atom: Atom) -> bool:
    return isinstance(atom.node, ast.Call) and not atom.is_not and _KIND.fullmatch(name_of(atom.node.func)) is not None


def _arguments(atom: Atom) -> list[str]:
    return [written(item) for item in atom.node.args] if isinstance(atom.node, ast.Call) else []


def _empties(atom: Atom) -> bool:
    """Whether it ends by making something empty, beside which there is something that is wrong."""
    if isinstance(atom.node, ast.Attribute):
        return atom.is_not and atom.node.attr == "empty"
    return atom.operator is ast.NotEq and isinstance(atom.right, ast.Constant) and atom.right.value in ("", b"")


def _is_exception(atom: Atom, around: list[Atom]) -> bool:
    """Whether of a value that is not of the kind that is asked for it says that it is none that is let through either:
    to be of the first kind is the rule."""
    if not isinstance(atom.node, ast.BoolOp) or not all(isinstance(item, ast.Call) for item in atom.node.values):
        return False
    names = {item.id for item in walked(atom.node) if isinstance(item, ast.Name)}
    # Of the classes that are let through one is as good as another.
    kinds = (_arguments(item) for item in around if item.is_not and _is_of_a_kind(Atom(item.node, is_not=False)))
    return any(len(given) == 1 and given[0] in names for given in kinds)


def _lacks_elsewhere(case: Case, tested: Tested, beside: list[Tested]) -> bool:
    """Whether it only says that a value is that of a setting, where what lacks is beside it and is nothing that users
    can give."""
    atom = tested.atom
    is_same = atom.operator in (ast.Eq, ast.Is) and isinstance(atom.right, ast.Attribute)
    head = written(atom.right).partition(".")[0] if is_same and atom.right is not None else "A"
    lacking = [item for item in beside if is_missing(item)]
    return head.islower() and any(not (item.binding and is_within_reach(case, item.binding)) for item in lacking)


def _only_leads(case: Case, tested: Tested, beside: list[Tested]) -> bool:
    """Whether it compares what is also tested for being given, before the condition that is the nearest."""
    node = tested.atom.node
    is_order = isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], _ORDERS)
    is_near = tested.condition is case.tested[-1].condition
    return is_order and not is_near and any(is_given(item.atom) and item.subject == tested.subject for item in beside)
