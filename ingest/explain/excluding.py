"""Two conditions -> whether one leaves no room for the other. Pure."""

from __future__ import annotations

import ast

from ingest.explain.conditions import Atom, listed_values, opposite
from ingest.explain.holding import holds
from ingest.explain.trees import written


def exclude(one: Atom, other: Atom) -> bool:
    """Whether two conditions cannot both hold."""
    if written(one.node) == written(other.node):
        return one.is_not is not other.is_not
    if written(one.subject) != written(other.subject):
        return False
    if other.right is None:
        # What is truthy is not None, nor empty.
        is_plain = other.subject is other.node and not other.is_not
        return is_plain and isinstance(one.right, ast.Constant) and not one.right.value and _is_equal(one)
    if one.right is not None and written(one.right) == written(other.right):
        # Of an order the opposite has no operator, and two that have none are not the same.
        wanted = opposite(one).operator
        return wanted is not None and wanted is other.operator
    if _is_equal(other):
        return holds(one, other.right) is False
    values = other.right.elts if other.operator is ast.In and listed_values(other.right) else []  # type: ignore[attr-defined]
    return bool(values) and all(holds(one, value) is False for value in values)


def _is_equal(atom: Atom) -> bool:
    return atom.operator in (ast.Eq, ast.Is)
