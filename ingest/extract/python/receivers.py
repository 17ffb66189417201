"""A called method -> the class whose instance it is called of, where an annotation or a constructor tells.

`ctx.fail` of a parameter `ctx: "Context | None"` is `Context().fail`: of an instance, so that linking looks among the
methods of derived classes too. What a name is bound to anew is believed to keep to its annotation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from ingest.extract.python.callees import is_class_name
from ingest.extract.python.calls import dotted
from ingest.extract.python.place import Place
from ingest.extract.python.scopes import Scope

# Names of names (`self.ctx = ctx`, `ctx = self.ctx`) and bases followed before giving up.
_MAX_DEPTH = 5
# Characters of an annotation that are looked at.
_MAX_ANNOTATION = 200
_WRAPPER = re.compile(r"(?:\w+\.)*(Optional|Union|Annotated|Final|ClassVar)\[(.*)\]", re.DOTALL)
_CLASS = re.compile(r"([^\W\d][\w.]*)(?:\[.*\])?", re.DOTALL | re.ASCII)
_OPENING, _CLOSING = "[(", "])"


def method_target(function: Node, place: Place) -> str:
    """The dotted name of what is called, `Class().method` where it is a method of a known instance; "" if computed."""
    owner = function.child_by_field_name("object") if function.type == "attribute" else None
    method = function.child_by_field_name("attribute")
    cls = _instance(owner, place, _MAX_DEPTH) if owner is not None else ""
    return f"{cls}().{place.text(method)}" if cls and method is not None else dotted(function, place)


def _instance(node: Node, place: Place, depth: int) -> str:
    """The class of what an expression holds, dotted as written; "" = not known."""
    if depth == 0:
        return ""
    if node.type == "call":
        return _made(node, place)
    if node.type == "identifier":
        return _of_name(place.text(node), place, depth)
    target = dotted(node, place) if node.type == "attribute" else ""
    first, _, name = target.partition(".")
    cls = _class_around(place.scope) if first == "self" and name and "." not in name else None
    return _of_attribute(name, cls, place, depth) if cls is not None else ""


def _made(call: Node, place: Place) -> str:
    """The class that a call calls, or that the called function of this file is annotated to return."""
    function = call.child_by_field_name("function")
    target = dotted(function, place) if function is not None else ""
    if is_class_name(target):
        return "" if target.rpartition(".")[2].isupper() else target
    first, _, name = target.rpartition(".")
    around = _class_around(place.scope) if first == "self" else None if first else place.file.scopes.module
    maker = place.file.methods(around).get(name) if around is not None else None
    return _returned(maker, place) if maker is not None else ""


def _returned(function: Scope, place: Place) -> str:
    annotation = function.node.child_by_field_name("return_type")
    return class_of(place.text(annotation)) if annotation is not None else ""


def _of_name(name: str, place: Place, depth: int) -> str:
    scope: Scope | None = place.scope
    while scope is not None and scope.parent is not None:
        found = place.file.bindings(scope) if scope.is_function else None
        if (
            found is not None
            and name not in found.outer
            and name in found.parameters | found.names.keys() | found.types.keys()
        ):
            return _of_local(name, scope, place, depth)
        scope = scope.parent
    return _one(_instance(value, place.moved(place.file.scopes.module), depth - 1) for value in _held(name, place))


def _held(name: str, place: Place) -> list[Node]:
    """What the module assigns to a name, None aside."""
    return [value for value in place.file.constants.get(name, ()) if value.type != "none"]


def _of_local(name: str, function: Scope, place: Place, depth: int) -> str:
    """By its annotation, else by what it is given, `x = Class()`."""
    found = place.file.bindings(function)
    annotation = found.types.get(name) or _parameter_type(name, function, place)
    if annotation is not None:
        return class_of(place.text(annotation))
    bound = [b for b in found.names.get(name, ()) if b.value is None or b.value.type != "none"]
    if name in found.parameters or any(b.kind != "assign" or b.value is None for b in bound):
        return ""
    reading = place.moved(function)
    return _one(_instance(b.value, reading, depth - 1) for b in bound if b.value is not None)


def _parameter_type(name: str, function: Scope, place: Place) -> Node | None:
    listed = function.node.child_by_field_name("parameters")
    for node in listed.named_children if listed is not None else ():
        annotation = node.child_by_field_name("type")
        named = node.child_by_field_name("name") or (node.named_children[0] if annotation is not None else None)
        if annotation is not None and named is not None and place.text(named) == name:
            return annotation
    return None


def _class_around(scope: Scope | None) -> Scope | None:
    while scope is not None and not scope.is_class:
        scope = scope.parent
    return scope


def _of_attribute(name: str, cls: Scope, place: Place, depth: int) -> str:
    """By the class's body, its `__init__` or its property; else by a base of this file."""
    if depth == 0:
        return ""
    methods = place.file.methods(cls)
    if annotation := _body_type(name, cls, place):
        return class_of(place.text(annotation))
    if name in methods:
        return _returned(methods[name], place)
    if "__init__" in methods and (found := _set_by(methods["__init__"], name, cls, place, depth)) is not None:
        return found
    bases = (_base(node, place) for node in _listed_bases(cls))
    return next((found for base in bases if base and (found := _of_attribute(name, base, place, depth - 1))), "")


def _body_type(name: str, cls: Scope, place: Place) -> Node | None:
    """The annotation of an attribute in the class's body."""
    body = cls.node.child_by_field_name("body")
    for statement in place.file.children(body)[1] if body is not None else ():
        for node in statement.named_children if statement.type == "expression_statement" else ():
            left, annotation = node.child_by_field_name("left"), node.child_by_field_name("type")
            if left is not None and annotation is not None and place.text(left) == name:
                return annotation
    return None


def _set_by(init: Scope, name: str, cls: Scope, place: Place, depth: int) -> str | None:
    """The class of what `__init__` sets an attribute to; "" if other methods set it too, None if nothing is set."""
    target = f"self.{name}"
    bindings = place.file.bindings(init)
    if target in bindings.types or target not in bindings.names:
        return class_of(place.text(bindings.types[target])) if target in bindings.types else None
    is_set_there = place.file.settings(target, cls) == len(bindings.names[target])
    return _of_local(target, init, place, depth) if is_set_there else ""


def _listed_bases(cls: Scope) -> list[Node]:
    listed = cls.node.child_by_field_name("superclasses")
    return listed.named_children if listed is not None else []


def _base(node: Node, place: Place) -> Scope | None:
    """The class of this file that a base is."""
    return place.file.class_scopes.get(place.text(node)) if node.type == "identifier" else None


def _one(found: Iterable[str]) -> str:
    """The one class that all are, "" if they differ or one is not known."""
    classes = set(found)
    return classes.pop() if len(classes) == 1 else ""


def class_of(annotation: str) -> str:
    """The one class that an annotation names beside None, dotted as written; "" if it names several, or none."""
    text = annotation[:_MAX_ANNOTATION].strip(" \t\n'\"")
    wrapper = _WRAPPER.fullmatch(text)
    options = list(_parted(wrapper[2], ",") if wrapper else _parted(text, "|"))
    if wrapper and wrapper[1] == "Annotated":
        options = options[:1]
    options = [option for option in options if option.strip() != "None"]
    if not wrapper and options == [text]:
        named = _CLASS.fullmatch(text)
        return named[1] if named else ""
    return _one(class_of(option) for option in options)


def _parted(text: str, separator: str) -> Iterator[str]:
    """`text` at the separators that stand in no brackets."""
    depth, start = 0, 0
    for at, character in enumerate(text):
        depth += (character in _OPENING) - (character in _CLOSING)
        if character == separator and depth == 0:
            yield text[start:at]
            start = at + 1
    yield text[start:]
