"""Names and attributes -> the texts that they hold: locals, parameters, constants of the file, else linking's."""

from __future__ import annotations

from tree_sitter import Node

from ingest.extract.pieces import MAX_TEXTS, Texts, is_lone_hole, literal, messages, product, size, union
from ingest.extract.python.arithmetic import are_no_texts
from ingest.extract.python.bindings import Binding
from ingest.extract.python.calls import dotted
from ingest.extract.python.flow import Flow, State, Values
from ingest.extract.python.operators import percent
from ingest.extract.python.picked import is_table_of, picked
from ingest.extract.python.place import Place
from ingest.extract.python.scopes import Scope
from ingest.extract.shown import BUILTIN_EXCEPTIONS
from ingest.extract.sites import Argument, Hole, Param, Ref

# Types of an index that may say which item of a table is meant.
_DISPLAYS = frozenset({"list", "dictionary", "set", "list_comprehension", "dictionary_comprehension"})
_INDEXES = frozenset({"string", "identifier", "integer", "attribute"})


def identifier(node: Node, place: Place) -> Texts:
    """The texts that a name may hold here.

    A name stands for texts as long as its file likes, for a few bytes: they are paid for each time.
    """
    texts = _held(node, place)
    place.budget.spend(size(texts))
    return texts


def _held(node: Node, place: Place) -> Texts:
    name = place.text(node)
    scope: Scope | None = place.scope
    while scope is not None and scope.parent is not None:
        if scope.is_function:
            texts = _in_function(name, node, scope, place)
            if texts is not None:
                return texts
        elif scope is place.scope and name in place.file.class_constants(scope):
            values = place.file.class_constants(scope)[name]
            return union(*(place.read(value) for value in values if value.end_byte <= node.start_byte))
        scope = scope.parent
    return _in_module(name, node, place)


def _in_function(name: str, node: Node, scope: Scope, place: Place) -> Texts | None:
    """What a function's name (or `self.x`) holds at `node`; None if the function does not bind it."""
    bindings = place.file.bindings(scope)
    if name in bindings.outer:
        return None
    bound = bindings.names.get(name)
    is_parameter = name in bindings.parameters and name not in ("self", "cls")
    parameter: Texts = ((Param(name, name),),) if is_parameter else ()
    if parameter:
        place.hands_on = True
        place.file.handing_on.add(scope.start)
    body = scope.node.child_by_field_name("body")
    if not bound or body is None:
        return parameter or (place.hole(node) if name in bindings.parameters else None)
    if scope is place.scope:
        return _reaching(name, node.start_byte, body, parameter, place) or place.hole(node)
    state: State = parameter
    reading = place.moved(scope)  # a function inside runs later: any of the values may be there
    for binding in bound[-MAX_TEXTS:]:
        state = _join(state, _bound(name, binding, state, reading))
    return state or place.hole(node)  # type: ignore[return-value]


def _join(left: State, right: State) -> State:
    if not left or not right or left == right:
        return left or right
    return union(left, right)  # type: ignore[arg-type]


def _bound(name: str, binding: Binding, state: State, place: Place) -> State:
    if binding.kind == "assign" and binding.value is not None:
        assigned = place.read(binding.value)
        # A list or dict that is filled later says more by its name than by how it begins.
        return ((Hole(name),),) if binding.value.type in _DISPLAYS and is_lone_hole(assigned) else assigned
    bound = place.file.bindings(place.scope).names.get(name, ())
    if binding.kind == "augment" and binding.value is not None and not are_no_texts(bound):
        texts: Texts = state or place.hole(binding.value)  # type: ignore[assignment]
        if binding.operator == "+=":
            return product(texts, place.read(binding.value), place.source(binding.value))
        if binding.operator == "%=":
            return percent(texts, binding.value, binding.value, place)
    if binding.kind == "caught":
        place.caught.add(name)
    return ((Hole(name),),)


def _in_module(name: str, node: Node, place: Place) -> Texts:
    file = place.file
    values = file.constants.get(name)
    is_grown = name in file.grown if values else name not in file.imports
    if is_grown and place.scope is file.scopes.module:
        texts = _reaching(name, node.start_byte, file.root, (), place)
        if texts:
            return texts
    elif is_grown and values:
        return _grown(name, place) or place.hole(node)
    if values:
        return _constant(name, values, node, place)
    if name in file.imports or name in file.class_names or name in BUILTIN_EXCEPTIONS or file.star_imports:
        return ((Ref(name, "value", place.source(node)),),)
    return place.hole(node)


def at_end(name: str, place: Place) -> Texts:
    """What a name of the place's function holds when the function ends."""
    body = place.scope.node.child_by_field_name("body")
    if body is None:
        return ()
    return _reaching(name, body.end_byte, body, (), place)


def _reaching(name: str, target: int, body: Node, start: Texts, place: Place) -> Texts:
    """What reaches the byte `target` of `body`, where the place's scope binds `name`; `start` is there before."""
    bound = place.file.bindings(place.scope).names.get(name)
    if not bound:
        return start
    values = Values(lambda binding, state: _bound(name, binding, state, place), _join)
    return Flow(bound, target, place, values).at_target(body, start)  # type: ignore[return-value]


def _grown(name: str, place: Place) -> Texts:
    """What a name of the module that is added to holds when all of the module has run."""
    file = place.file
    if name not in file.constant_texts:
        file.constant_texts[name] = ((Hole(name),),)  # what a circle sees
        reading = place.moved(file.scopes.module)
        file.constant_texts[name] = _reaching(name, file.root.end_byte, file.root, (), reading)
    return file.constant_texts[name]


def _holds(outer: Node, node: Node) -> bool:
    return outer.start_byte <= node.start_byte < outer.end_byte


def _constant(name: str, values: list[Node], node: Node, place: Place) -> Texts:
    """What a name of the module holds; read once for a file, unless it is read within its own value."""
    file = place.file
    known = file.constant_texts.get(name)
    if known is None:
        reading = place.moved(file.scopes.module)
        others = [value for value in values[:MAX_TEXTS] if not _holds(value, node)]
        known = union(*(reading.read(value) for value in others))
        if len(others) == len(values[:MAX_TEXTS]):
            file.constant_texts[name] = known
    return known


def attribute(node: Node, place: Place) -> Texts:
    """`a.b`: what `self.b` was given, else linking's where the dotted name can be followed."""
    target = dotted(node, place)
    if not target:
        return place.hole(node)
    held = attribute_held(target, node, place)
    if held is not None:
        return held
    return ((Ref(target, "value", place.source(node)),),) if is_followed(target, place) else place.hole(node)


def attribute_held(target: str, node: Node, place: Place) -> Texts | None:
    """What `self.x` was given in this very function."""
    if target[:5] != "self." or not place.scope.is_function:
        return None
    return _in_function(target, node, place.scope, place)


def is_followed(target: str, place: Place) -> bool:
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
    """`TABLE["key"]` and `TABLE[name]`: an item of a table, or any of them; of what a caller names, that item."""
    value, index = node.child_by_field_name("value"), node.child_by_field_name("subscript")
    if value is None or index is None:
        return place.hole(node)
    if texts := picked(value, index, place):
        return texts
    target = dotted(value, place)
    if not target:
        return place.hole(node)
    read = [place.read(choice) for choice in _choices(index)]
    keys = [literal(texts) for texts in read]
    if len(read) == 1 and _is_lone_param(read[0]) and is_followed(target, place):
        held = (Argument("", messages(read[0])),)
        return ((Ref(target, "item", place.source(node), args=held),),)
    is_table = is_table_of(target, place)
    if not is_table and (None in keys or not keys or not is_followed(target, place)):
        return place.hole(node)
    return tuple(((Ref(target, "item", place.source(node), key=key or ""),)) for key in keys or [""])


def _is_lone_param(texts: Texts) -> bool:
    return len(texts) == 1 and len(texts[0]) == 1 and isinstance(texts[0][0], Param)


def _choices(index: Node) -> list[Node]:
    """The expressions that an index may be, `"a" if x else "b"` taken apart; those that may say which item is meant."""
    branches = index.named_children[::2] if index.type == "conditional_expression" else [index]
    return [branch for branch in branches if branch.type in _INDEXES]


RULES = {"identifier": identifier, "attribute": attribute, "subscript": subscript}
