"""Conditions that all hold -> without those that another leaves no doubt of: "not above 2" beside "is 2". Pure."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence

from ingest.explain.conditions import Atom, alternatives, is_call_of, listed_values
from ingest.explain.holding import holds
from ingest.explain.trees import written

_EQUAL = (ast.Eq, ast.Is)


def telling(conditions: Sequence[Atom]) -> list[Atom]:
    about: dict[str, list[Atom]] = {}
    for atom in conditions:
        about.setdefault(written(atom.subject), []).append(atom)
    kept = [atom for atom in conditions if not any(_implies(other, atom) for other in about[written(atom.subject)])]
    return [atom for atom in kept if not any(_settles(other, atom) for other in kept)]


def _settles(one: Atom, other: Atom) -> bool:
    """Whether the second lists alternatives of which the first says that one holds."""
    return one is not other and any(
        _is_alike(one, part) or (written(one.subject) == written(part.subject) and _implies(one, part))
        for part in alternatives(other)
    )


def _is_alike(one: Atom, other: Atom) -> bool:
    if written(one.node) == written(other.node):
        return one.is_not is other.is_not
    is_same = written(one.subject) == written(other.subject) and one.operator is other.operator is not None
    return is_same and one.right is not None and other.right is not None and written(one.right) == written(other.right)


def _implies(one: Atom, other: Atom) -> bool:
    """Whether the second, of the same subject, tells nothing beside the first; never of two that say the same."""
    if one is other:
        return False
    if _classes(one) and not one.is_not:
        return _is_not_none(other) or _is_another(one, other)
    is_none = isinstance(one.right, ast.Constant) and one.right.value is None
    # Of an equal value of another type a test of types may say something else.
    if other.operator in _EQUAL or (_classes(other) and not is_none):
        return False
    if one.operator in _EQUAL and one.right is not None:
        return holds(other, one.right) is True
    values = one.right.elts if one.operator is ast.In and listed_values(one.right) else []  # type: ignore[union-attr]
    return other.operator is not ast.In and bool(values) and all(holds(other, value) is True for value in values)


def _is_not_none(atom: Atom) -> bool:
    right = atom.right
    return isinstance(right, ast.Constant) and right.value is None and atom.operator in (ast.IsNot, ast.NotEq)


def _is_another(one: Atom, other: Atom) -> bool:
    """Whether what is of the first's classes can be none that the second excludes, as far as Python's own go."""
    kinds, excluded = _known(one), _known(other) if other.is_not else []
    return bool(kinds and excluded) and not any(
        issubclass(kind, item) or issubclass(item, kind) for kind in kinds for item in excluded
    )


def _known(atom: Atom) -> list[type]:
    """The classes, if all are Python's own."""
    found = [getattr(builtins, written(item), None) for item in _classes(atom)]
    known = [kind for kind in found if isinstance(kind, type)]
    return known if len(known) == len(found) else []


def _classes(atom: Atom) -> list[ast.expr]:
    node = atom.node
    if not isinstance(node, ast.Call) or not is_call_of(node, "isinstance", 2):
        return []
    return node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
