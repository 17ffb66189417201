"""Expressions put into a text (a hole of an f-string, an argument of `%`) -> what is told of it, or one Hole."""

from __future__ import annotations

from tree_sitter import Node

from ingest.extract.pieces import Texts, is_lone_hole, is_open, union
from ingest.extract.python.assumptions import verdict
from ingest.extract.python.calls import AS_TEXT, GETTEXT, called_name, inherited_text, is_cast
from ingest.extract.python.literals import constant
from ingest.extract.python.names import is_local
from ingest.extract.python.place import Place
from ingest.extract.python.scopes import Scope
from ingest.extract.sites import Param, Ref

# Right sides of an assignment that tell a name's value, or some of it.
_FIXED = frozenset({"string", "concatenated_string", "integer", "conditional_expression"})
_STRINGS = frozenset({"string", "concatenated_string"})


def value(node: Node, place: Place) -> Texts:
    """What an expression put into a text says: the text where it is fixed, else one Hole named as it is written."""
    rule = _VALUES.get(node.type)
    return rule(node, place) if rule else place.hole(node)


def _read(node: Node, place: Place) -> Texts:
    return place.read(node)


def _name(node: Node, place: Place) -> Texts:
    """Most names are not fixed: how they are bound tells it, before anything is read."""
    name = place.text(node)
    scope: Scope | None = place.scope
    while scope is not None and scope.parent is not None:
        if scope.is_function:
            texts = _in_function(name, node, scope, place)
            if texts is not None:
                return texts
        scope = scope.parent
    if name in place.file.constants:
        return _if_fixed(place.read(node), node, place)
    if name.isupper() and (name in place.file.imports or place.file.star_imports):
        return ((Ref(name, "value", place.source(node)),),)
    return place.hole(node)


def _in_function(name: str, node: Node, scope: Scope, place: Place) -> Texts | None:
    bindings = place.file.bindings(scope)
    bound = bindings.names.get(name)
    if not bound:
        if name not in bindings.parameters:
            return None
        if name in ("self", "cls") or not (place.is_open or scope is place.scope):
            return place.hole(node)
        place.handed.add(name)
        return ((Param(name, name),),) if place.is_open or place.keeps_params else place.hole(node)
    if all(b.kind == "assign" and b.value and (b.value.type in _FIXED or _is_wording(b.value, place)) for b in bound):
        # Of an exception's own methods linking knows what its attributes hold.
        return place.read(node) if place.is_open else _if_told(place.read(node), node, place)
    if any(b.kind == "caught" for b in bound):
        place.caught.add(name)
    return place.hole(node)


def _attribute(node: Node, place: Place) -> Texts:
    name = node.child_by_field_name("attribute")
    if name is not None and place.text(name).isupper():
        texts = place.read(node)
        if any(is_open(text) for text in texts):
            return texts
    if place.is_open and place.text(node).startswith("self."):
        return place.read(node)
    first: Node | None = node
    while first is not None and first.type == "attribute":
        first = first.child_by_field_name("object")
    if first is not None and first.type == "identifier":
        is_local(place.text(first), place)  # notes a caught exception
    return place.hole(node)


def _subscript(node: Node, place: Place) -> Texts:
    """`self.args[0]` of an exception that says what it was built with."""
    return place.read(node) if place.is_open and place.text(node).startswith("self.args[") else place.hole(node)


def _if_fixed(texts: Texts, node: Node, place: Place) -> Texts:
    if texts and all(isinstance(piece, str) for text in texts for piece in text):
        return texts
    return place.hole(node)


def _is_wording(node: Node, place: Place) -> bool:
    """Whether an assigned expression is a translated text, filled or not."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    if function is None:
        return False
    owner = function.child_by_field_name("object")
    if owner is not None and called_name(function, place) == "format":
        return _is_wording(owner, place)
    return called_name(function, place) in GETTEXT


def _built(node: Node, place: Place) -> Texts:
    """A text built on the spot (`'s' if n > 1 else ''`), if some of it is fixed."""
    return _if_told(place.read(node), node, place)


def _if_told(texts: Texts, node: Node, place: Place) -> Texts:
    if any(isinstance(piece, str) for text in texts for piece in text) and not any(is_open(text) for text in texts):
        return texts
    return place.hole(node)


def _conditional(node: Node, place: Place) -> Texts:
    """Either branch; None is put in as such."""
    if not any(child.type == "none" for child in node.named_children):
        return _built(node, place)
    parts = [child for child in node.named_children if child.type != "comment"]
    holds = verdict(parts[1], place.assumed)
    branches = parts[::2] if holds is None else [parts[0 if holds else -1]]
    return union(*(place.value(branch) for branch in branches)) or place.hole(node)


def _call(node: Node, place: Place) -> Texts:
    function, args = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or args is None:
        return place.hole(node)
    if args.named_child_count == 2 and is_cast(function, place):
        return place.value(args.named_children[1])
    if function.type == "attribute":
        owner = function.child_by_field_name("object")
        if owner and place.is_open and inherited_text(owner, called_name(function, place), place):
            return place.read(node)
        return _built(node, place) if owner and owner.type in _STRINGS else place.hole(node)
    name, given = place.text(function), args.named_children
    if name in AS_TEXT and len(given) == 1:
        texts = place.value(given[0])
        return place.hole(node) if is_lone_hole(texts) else texts
    if name == "repr" and len(given) == 1:
        return place.read(node)
    return _built(node, place) if name in GETTEXT or name in ("dedent", "cleandoc") else place.hole(node)


def _inside(node: Node, place: Place) -> Texts:
    children = [child for child in node.named_children if child.type != "comment"]
    return place.value(children[0]) if len(children) == 1 else place.hole(node)


def _operator(node: Node, place: Place) -> Texts:
    sides = (node.child_by_field_name("left"), node.child_by_field_name("right"))
    return _built(node, place) if any(side and side.type in _STRINGS for side in sides) else place.hole(node)


_VALUES = {
    **dict.fromkeys(("string", "concatenated_string", "integer", "float", "true", "false"), _read),
    "none": constant,
    "identifier": _name,
    "attribute": _attribute,
    "conditional_expression": _conditional,
    "boolean_operator": _operator,
    "binary_operator": _operator,
    "call": _call,
    "parenthesized_expression": _inside,
    "subscript": _subscript,
}
