"""Tells additions of numbers, and of lists, from those of texts."""

from __future__ import annotations

from collections.abc import Iterable

from tree_sitter import Node

from ingest.extract.python.bindings import Binding
from ingest.extract.python.place import Place
from ingest.extract.python.scopes import Scope

# Expressions that are no text, whatever is added to them.
_NO_TEXT = frozenset({"integer", "float", "unary_operator", "list", "list_comprehension", "tuple"})
_STRINGS = frozenset({"string", "concatenated_string"})


def is_no_text(node: Node, place: Place) -> bool:
    """Whether an operand is a number or a list: written out, or a name that is given one."""
    if node.type != "identifier":
        return node.type in _NO_TEXT
    name = place.text(node)
    scope: Scope | None = place.scope
    while scope is not None and scope.parent is not None:
        if scope.is_function and (bound := place.file.bindings(scope).names.get(name)):
            return are_no_texts(bound)
        scope = scope.parent
    return any(value.type in _NO_TEXT for value in place.file.constants.get(name, ()))


def are_no_texts(bound: Iterable[Binding]) -> bool:
    """Whether a name is given, or added, numbers or lists, and never a text that is written out."""
    kinds = {b.value.type for b in bound if b.kind in ("assign", "augment") and b.value is not None}
    return bool(kinds & _NO_TEXT) and not kinds & _STRINGS


def are_summed(operands: list[Node], place: Place) -> bool:
    """Whether `+` between these adds numbers or lists."""
    if any(operand.type in _STRINGS for operand in operands):
        return False
    return any(is_no_text(operand, place) for operand in operands)
