"""Names and attributes -> the texts that they hold: locals, parameters, constants of the file, else linking's."""

from __future__ import annotations

from tree_sitter import Node

from ingest.extract.pieces import Texts, literal, product, union
from ingest.extract.python.bindings import Binding
from ingest.extract.python.calls import dotted
from ingest.extract.python.flow import Flow, State, Values
from ingest.extract.python.operators import percent
from ingest.extract.python.place import Place
from ingest.extract.python.scopes import Scope
from ingest.extract.shown import BUILTIN_EXCEPTIONS
from ingest.extract.sites import Hole, Param, Ref

# Types of an index that may say which item of a table is meant.
_INDEXES = frozenset({"string", "identifier", "integer", "attribute"})


def identifier(node: Node, place: Place) -> Texts:
    """The texts that a name may hold here."""
    name = place.text(node)
    scope: Scope | None = place.scope
    while scope is not None and scope.parent is not None:
        if scope.is_function:
            texts = _in_function(name, node, scope, place)
            if texts is not None:
                return texts
        elif scope is place.scope and name in place.file.class_constants(scope):
            values = place.file.class_constants(scope)[name]
            return union(*(place.read(value) for value in values if value.start_byte < node.start_byte))
        scope = scope.parent
    return _in_module(name, node, place)


def _in_function(name: str, node: Node, scope: Scope, place: Place) -> Texts | None:
    """What a function's name (or `self.x`) holds at `node`; None if the function does not bind it."""
    bindings = place.file.bindings(scope)
    if name in bindings.outer:
        return None
    bound = bindings.names.get(name)
    parameter: Texts = ((Param(name, name),),) if name in bindings.parameters else ()
    place.hands_on = place.hands_on or bool(parameter)
    body = scope.node.child_by_field_name("body")
    if not bound or body is None:
        return parameter or None
    reading = place if scope is place.scope else place.moved(scope)
    values = Values(lambda binding, state: _bound(name, binding, state, reading), _join)
    target = node.start_byte if scope is place.scope else body.end_byte
    state = Flow(bound, target, place.file, values).at_target(body, parameter)
    return state or place.hole(node)  # type: ignore[return-value]


def _join(left: State, right: State) -> State:
    return union(left, right)  # type: ignore[arg-type]


def _bound(name: str, binding: Binding, state: State, place: Place) -> State:
    if binding.kind == "assign" and binding.value is not None:
        return place.read(binding.value)
    if binding.kind == "augment" and binding.value is not None:
        texts: Texts = state or place.hole(binding.value)  # type: ignore[assignment]
        if binding.operator == "+=":
            return product(texts, place.read(binding.value), place.source(binding.value))
        if binding.operator == "%=":
            return percent(texts, binding.value, binding.value, place)
    if binding.kind == "caught":
        place.caught.add(name)
    return ((Hole(name),),)


def _in_module(name: str, node: Node, place: Place) -> Texts:
    values = place.file.constants.get(name)
    if values:
        reading = place if place.scope.parent is None else place.moved(place.file.scopes.module)
        return union(*(reading.read(value) for value in values if value.start_byte != node.start_byte))
    file = place.file
    if name in file.imports or name in file.class_names or name in BUILTIN_EXCEPTIONS or file.star_imports:
        return ((Ref(name, "value", place.source(node)),),)
    return place.hole(node)


def at_end(name: str, place: Place) -> Texts:
    """What a name of the place's function holds when the function ends."""
    body = place.scope.node.child_by_field_name("body")
    bound = place.file.bindings(place.scope).names.get(name)
    if body is None or not bound:
        return ()
    values = Values(lambda binding, state: _bound(name, binding, state, place), _join)
    return Flow(bound, body.end_byte, place.file, values).at_target(body, ())  # type: ignore[return-value]


def attribute(node: Node, place: Place) -> Texts:
    """`a.b`: what `self.b` was given, else linking's where the dotted name can be followed."""
    target = dotted(node, place)
    if not target:
        return place.hole(node)
    held = attribute_held(target, node, place)
    if held is not None:
        return held
    return ((Ref(target, "value", place.source(node)),),) if _is_followed(target, place) else place.hole(node)


def attribute_held(target: str, node: Node, place: Place) -> Texts | None:
    """What `self.x` was given in this very function."""
    if target[:5] != "self." or not place.scope.is_function:
        return None
    return _in_function(target, node, place.scope, place)


def _is_followed(target: str, place: Place) -> bool:
    """Whether linking can follow a dotted name: from the instance, an import, or a class of this file."""
    first, file = target.split(".", 1)[0], place.file
    if first in ("self", "cls"):
        return True
    return (first in file.imports or first in file.class_names) and not is_local(first, place)


def is_local(name: str, place: Place) -> bool:
    """Whether a function around the place binds `name`; notes it where it is a caught exception."""
    scope: Scope | None = place.scope
    while scope is not None and scope.parent is not None:
        if scope.is_function:
            bindings = place.file.bindings(scope)
            if name in bindings.names:
                if all(binding.kind == "caught" for binding in bindings.names[name]):
                    place.caught.add(name)
                return name not in bindings.outer
            if name in bindings.parameters:
                return True
        scope = scope.parent
    return False


def subscript(node: Node, place: Place) -> Texts:
    """`TABLE["key"]` and `TABLE[name]`: an item of a table, or any of them."""
    value, index = node.child_by_field_name("value"), node.child_by_field_name("subscript")
    target = dotted(value, place) if value else ""
    if not target or index is None:
        return place.hole(node)
    key = literal(place.read(index)) if index.type in _INDEXES else None
    first = target.split(".", 1)[0]
    is_table = first in place.file.tables and not is_local(first, place)
    if not is_table and (key is None or not _is_followed(target, place)):
        return place.hole(node)
    return ((Ref(target, "item", place.source(node), key=key or ""),),)


RULES = {"identifier": identifier, "attribute": attribute, "subscript": subscript}
