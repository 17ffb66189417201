"""Whether a condition about one value holds for a value that is written out; nothing is ever run. Pure."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable
from typing import Any, Final

from ingest.explain.conditions import Atom, is_call_of

_COMPARE: Final[dict[type[ast.cmpop], Callable[[Any, Any], bool]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.Is: operator.is_, ast.IsNot: operator.is_not,
    ast.In: lambda a, b: a in b, ast.NotIn: lambda a, b: a not in b,
}  # fmt: skip
_TYPES: Final[dict[str, type]] = {
    "str": str, "int": int, "float": float, "bool": bool, "dict": dict, "list": list, "tuple": tuple, "set": set,
    "bytes": bytes,
}  # fmt: skip
_UNKNOWN: Final = object()


def holds(atom: Atom, value: ast.expr) -> bool | None:
    """With `value` in the place of the condition's subject; None if that cannot be told."""
    given = _literal(value)
    if given is _UNKNOWN:
        return None
    found = _holds(atom, given)
    return None if found is None else found is not atom.is_not


def _holds(atom: Atom, given: object) -> bool | None:
    node = atom.node
    if isinstance(node, ast.Compare):
        return _compared(node, atom.subject, given)
    if isinstance(node, ast.Call) and is_call_of(node, "isinstance", 2):
        items = node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]
        kinds = [_TYPES.get(ast.unparse(item)) for item in items]
        return isinstance(given, tuple(kind for kind in kinds if kind)) if all(kinds) else None
    return bool(given) if atom.subject is node and isinstance(node, ast.Name | ast.Attribute) else None


def _compared(node: ast.Compare, subject: ast.expr, given: object) -> bool | None:
    # Of a chain, `0 <= n <= 1`, the subject is the one thing in it that is not written out.
    parts = [node.left, *node.comparators]
    values = [_literal(part) for part in parts]
    unknown = {ast.unparse(part) for part, value in zip(parts, values, strict=True) if value is _UNKNOWN}
    if len(unknown) != 1 or (len(node.ops) == 1 and unknown != {ast.unparse(subject)}):
        return None
    values = [given if value is _UNKNOWN else value for value in values]
    try:
        return all(
            _COMPARE[type(op)](left, right) for op, left, right in zip(node.ops, values[:-1], values[1:], strict=True)
        )
    except (TypeError, ValueError):
        return None


def _literal(node: ast.expr) -> object:
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return _UNKNOWN
