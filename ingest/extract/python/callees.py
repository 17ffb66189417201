"""What a raised call calls -> the names of the classes, or of the functions that make the exception."""

from __future__ import annotations

from tree_sitter import Node

from ingest.extract.pieces import MAX_TEXTS
from ingest.extract.python.calls import dotted
from ingest.extract.python.place import Place
from ingest.extract.python.scopes import Scope

_CHOICES = frozenset({"conditional_expression", "boolean_operator", "parenthesized_expression"})


def is_class_name(name: str) -> bool:
    """Whether the last part of a dotted name is spelled as a class is."""
    return name.rsplit(".", 1)[-1].lstrip("_")[:1].isupper()


def called_classes(function: Node, place: Place) -> list[str]:
    """The names that the called expression may be; none where it is computed."""
    found: list[str] = []
    for node in _choices(function):
        target = dotted(node, place)
        if target:
            found += _held(target, place) if node.type == "identifier" else [target]
    return list(dict.fromkeys(found))[:MAX_TEXTS]


def _choices(node: Node) -> list[Node]:
    """The expressions that `a if c else b`, `a or b` and parentheses choose from."""
    found: list[Node] = []
    waiting = [node]
    while waiting and len(found) < MAX_TEXTS:
        current = waiting.pop()
        if current.type not in _CHOICES:
            found.append(current)
            continue
        children = current.named_children
        if current.type == "conditional_expression" and len(children) == 3:
            children = [children[0], children[2]]
        waiting += reversed(children)
    return found


def _held(name: str, place: Place) -> list[str]:
    """A local variable that holds classes: which ones, as far as it is told; else the name itself."""
    scope: Scope | None = place.scope
    while scope is not None and scope.parent is not None:
        if scope.is_function:
            found = place.file.bindings(scope)
            values = [b.value for b in found.names.get(name, ())[:MAX_TEXTS] if b.kind == "assign" and b.value]
            if values:
                return [target for value in values for node in _choices(value) if (target := _class(node, place))]
            if name in found.parameters:
                place.hands_on = True
                place.file.handing_on.add(scope.start)
                return _given(name, scope, place) if is_class_name(name) else [name]
        scope = scope.parent
    return [name]


def _given(name: str, function: Scope, place: Place) -> list[str]:
    """A parameter spelled as a class is: its default, since the name may be that of a class elsewhere; none without."""
    listed = function.node.child_by_field_name("parameters")
    for node in listed.named_children if listed else ():
        named, default = node.child_by_field_name("name"), node.child_by_field_name("value")
        if named and default and place.text(named) == name:
            return [target for choice in _choices(default) if (target := _class(choice, place))]
    return []


def _class(node: Node, place: Place) -> str:
    target = dotted(node, place)
    return target if is_class_name(target) and not target.rsplit(".", 1)[-1].isupper() else ""
