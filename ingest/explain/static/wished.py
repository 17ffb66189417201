"""A condition that led to the error -> what has to hold instead, in words. Pure.

Advice may say "at most" where a condition says "is not above": what is at most a bound is not above it, NaN or not.
"""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.conditions import Atom, Kind, opposite, worded
from ingest.explain.trees import walked

_OTHER_SIDE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt,
}  # fmt: skip


def wished(atom: Atom, kind: Kind = "") -> str:
    """The opposite of a condition that holds; `kind` as for `worded`."""
    wanted = opposite(atom)
    is_turned = wanted.is_not and isinstance(wanted.node, ast.Compare | ast.BoolOp) and _has_order(wanted.node)
    return worded(Atom(_turned(wanted.node, is_not=True), is_not=False) if is_turned else wanted, kind)


def _has_order(node: ast.expr) -> bool:
    return any(isinstance(item, ast.Compare) and type(item.ops[0]) in _OTHER_SIDE for item in walked(node))


def _turned(node: ast.expr, *, is_not: bool) -> ast.expr:
    """What holds where the expression does not, if `is_not`, without `not` in front of an order or around others."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _turned(node.operand, is_not=not is_not)
    if not is_not:
        return node
    if isinstance(node, ast.BoolOp):
        other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        return ast.BoolOp(other, [_turned(value, is_not=True) for value in node.values])
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _OTHER_SIDE:
        return ast.Compare(node.left, [_OTHER_SIDE[type(node.ops[0])]()], node.comparators)
    return ast.UnaryOp(ast.Not(), node)
