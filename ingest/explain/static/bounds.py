"""A number has gone beyond its bound: which of the two a user can choose, and which way it has to go. Pure."""

from __future__ import annotations

import ast

from ingest.explain.conditions import worded
from ingest.explain.expressions import subjects
from ingest.explain.facts import Binding
from ingest.explain.static.objects import is_users
from ingest.explain.static.options import called, called_together
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.trees import expression, written

_MOST_OPTIONS = 4
_AWAY = {ast.Gt: "Raise", ast.GtE: "Raise", ast.Lt: "Lower", ast.LtE: "Lower"}
_AWAY_IF_NOT = {ast.Gt: "Lower", ast.GtE: "Lower", ast.Lt: "Raise", ast.LtE: "Raise"}


def remedy(case: Case, tested: Tested) -> Sentence | None:
    return _bounded(case, tested) or _too_large(case, tested)


def _too_large(case: Case, tested: Tested) -> Sentence | None:
    """A product or sum of options has gone beyond what an object tells of itself, which may be made of others."""
    node, right = tested.atom.node, tested.atom.right
    bound = case.evidence.binding(ast.unparse(right)) if right is not None else None
    if not isinstance(node, ast.Compare) or bound is None or _is_knob(bound) or not isinstance(node.left, ast.BinOp):
        return None
    if not _grows(node.left):
        return None
    verb = (_AWAY_IF_NOT if tested.atom.is_not else _AWAY).get(type(node.ops[0]))
    options = [case.evidence.binding(written(item)) for item in subjects(node.left)]
    known = [item for item in options if item and item.is_option and is_users(case, item)]
    is_all = len(known) == len(options) and 0 < len(known) <= _MOST_OPTIONS
    if verb is None or not is_all or not _is_number(node.left, known):
        return None
    # It is the other side that is to go the other way.
    text = f"{'Lower' if verb == 'Raise' else 'Raise'} {called_together(known, case.where, 'or')}"
    facts = (*tested.facts, *(fact for item in known for fact in item.facts))
    return solution(f"{text}: {worded(tested.atom)}.", facts)


def _grows(node: ast.expr) -> bool:
    """Whether it grows with each of its parts, as far as none of them is negative."""
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Mult(), right=right):
            return _grows(left) and _grows(right)
        case ast.Constant(value=int() | float() as number):
            return number > 0
        case ast.Attribute(value=owner):
            return isinstance(owner, ast.Name) or (isinstance(owner, ast.Attribute) and _grows(owner))
    return isinstance(node, ast.Name)


def _is_number(node: ast.expr, known: list[Binding]) -> bool:
    """Whether it is one as far as the code tells: texts are added and compared as well."""
    defaults = (expression(item.default or "") for item in known)
    numbers = [item for item in (*ast.walk(node), *defaults) if isinstance(item, ast.Constant)]
    is_counted = any(isinstance(item.value, int | float) for item in numbers)
    is_product = any(isinstance(item, ast.Mult) for item in ast.walk(node))
    return is_counted or is_product or any(item.annotation in ("int", "float") for item in known)


def _bounded(case: Case, tested: Tested) -> Sentence | None:
    """Something that users do not give has gone beyond the bound that they do."""
    node, right = tested.atom.node, tested.atom.right
    bound = case.evidence.binding(ast.unparse(right)) if right is not None else None
    if (
        not isinstance(node, ast.Compare)
        or not bound
        or not _is_knob(bound)
        or not is_users(case, bound)
        or tested.binding not in (None, bound)
    ):
        return None
    verb = (_AWAY_IF_NOT if tested.atom.is_not else _AWAY).get(type(node.ops[0]))
    text = f"{verb} {called(bound, case.where)}: {worded(tested.atom)}."
    return solution(text, (*tested.facts, *bound.facts)) if verb else None


def _is_knob(bound: Binding) -> bool:
    """Whether it is set as such: what an object tells of itself may be what others make of it."""
    return bound.origin != "object"
