"""A called method -> the class whose instance it is called of, where an annotation or a constructor tells.

`ctx.fail` of a parameter `ctx: "Context | None"` is `Context().fail`: of an instance, so that linking looks among the
methods of derived classes too. What a parameter is bound to anew is believed to keep to its annotation.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tree_sitter import Node

from ingest.extract.python.annotations import class_of
from ingest.extract.python.bindings import Binding
from ingest.extract.python.callees import is_class_name
from ingest.extract.python.calls import dotted
from ingest.extract.python.declared import Declared
from ingest.extract.python.file import PythonFile
from ingest.extract.python.parameters import receiver_of
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.scopes import Scope

# Names of names (`self.ctx = ctx`, `ctx = self.ctx`) and bases followed before giving up.
_MAX_DEPTH = 12
# Values of one name, and bases of one class, that are looked at; of a name with more nothing is known.
_MAX_VALUES = 8


class Instance(NamedTuple):
    """An object's class, dotted as written, "" = not known; and whether it is just that one, not a derived one."""

    cls: str = ""
    is_exact: bool = False


_UNKNOWN = Instance()


class Receivers:
    """What names and attributes of one file hold; each is worked out once, however often it is asked for."""

    def __init__(self, file: PythonFile, rules: Rules) -> None:
        self._file = file
        self._place = Place(file, file.scopes.module, rules)
        self._declared = Declared(file)
        self._known: dict[tuple[int, str], Instance] = {}
        self._selves: dict[int, Scope | None] = {}
        self._depth = 0

    def target(self, function: Node, scope: Scope) -> tuple[str, bool]:
        """The dotted name of what is called in `scope`, `Class().method` where it is a method of a known instance, and
        whether that instance is of just that class; "" if computed."""
        owner = function.child_by_field_name("object") if function.type == "attribute" else None
        method = function.child_by_field_name("attribute")
        found = self._instance(owner, scope) if owner is not None else _UNKNOWN
        if found.cls and method is not None:
            return f"{found.cls}().{self._file.text(method)}", found.is_exact
        return dotted(function, self._place), False

    def _instance(self, node: Node, scope: Scope) -> Instance:
        """What an expression holds."""
        if node.type == "call":
            return self._made(node, scope)
        if node.type == "identifier":
            return self._of_name(self._file.text(node), scope)
        target = dotted(node, self._place) if node.type == "attribute" else ""
        first, _, name = target.partition(".")
        cls = self._class_of_self(scope) if first == "self" and name and "." not in name else None
        return self._of_attribute(name, cls) if cls is not None else _UNKNOWN

    def _once(self, scope: Scope, name: str) -> Instance | None:
        """What is known of a name of a scope. None the first time: from then on it is unknown, until it is told."""
        if self._depth >= _MAX_DEPTH:
            return _UNKNOWN
        found = self._known.get((scope.start, name))
        if found is None:
            self._known[scope.start, name] = _UNKNOWN
        return found

    def _all(self, values: list[Node], scope: Scope) -> Instance:
        """What all of the values are; unknown if they differ or one is not known."""
        if len(values) > _MAX_VALUES:
            return _UNKNOWN
        self._depth += 1
        try:
            return _one(self._instance(value, scope) for value in values)
        finally:
            self._depth -= 1

    def _made(self, call: Node, scope: Scope) -> Instance:
        """An object of the class that a call calls, or that the called function of this file is annotated to return."""
        function = call.child_by_field_name("function")
        target = dotted(function, self._place) if function is not None else ""
        first, _, name = target.rpartition(".")
        if is_class_name(target):
            is_class = not target.rpartition(".")[2].isupper() and not self._is_local(target.partition(".")[0], scope)
            return Instance(target, is_exact=True) if is_class else _UNKNOWN
        around = self._class_of_self(scope) if first == "self" else None if first else self._file.scopes.module
        if around is None or (not first and self._is_local(name, scope)):
            return _UNKNOWN
        maker = self._file.methods(around).get(name)
        return self._returned(maker) if maker is not None else _UNKNOWN

    def _returned(self, function: Scope) -> Instance:
        annotation = function.node.child_by_field_name("return_type")
        return self._annotated(annotation, function.parent) if annotation is not None else _UNKNOWN

    def _annotated(self, annotation: Node, scope: Scope | None) -> Instance:
        """By an annotation that stands in `scope`; a class that the scope itself has is none of the module's."""
        cls = class_of(self._file.text(annotation))
        first = cls.partition(".")[0]
        is_own = scope is not None and scope.parent is not None and first in self._declared.defined(scope)
        return _UNKNOWN if is_own or (scope is not None and self._is_local(first, scope)) else Instance(cls)

    def _is_local(self, name: str, scope: Scope) -> bool:
        """Whether a name is another one than the module's, since a function around binds or defines it."""
        binder = self._binder(name, scope)
        return binder is not None and not self._declared.is_import(name, binder)

    def _binder(self, name: str, scope: Scope) -> Scope | None:
        """The function whose name it is; None for one of the module."""
        around: Scope | None = scope
        while around is not None and around.parent is not None:
            if around.is_function and self._declared.is_bound(name, around):
                return around
            around = around.parent
        return None

    def _of_name(self, name: str, scope: Scope) -> Instance:
        binder = self._binder(name, scope) or self._file.scopes.module
        found = self._once(binder, name)
        if found is None:
            is_local = binder.parent is not None
            found = self._of_local(name, binder) if is_local else self._of_module(name)
            self._known[binder.start, name] = found
        return found

    def _of_module(self, name: str) -> Instance:
        """What the module assigns to a name, None aside; unknown where it is bound in any other way too."""
        values = self._file.constants.get(name, [])
        if not values or self._declared.is_bound_otherwise(name, len(values)):
            return _UNKNOWN
        return self._all([value for value in values if value.type != "none"], self._file.scopes.module)

    def _of_local(self, name: str, function: Scope) -> Instance:
        """By what it is given, `x = Class()`, where that is all; else by its annotation."""
        bindings = self._file.bindings(function)
        if name in self._declared.imported(function) or name in self._declared.defined(function):
            return _UNKNOWN
        bound = bindings.names.get(name, [])
        made = self._given(bound, function) if name not in bindings.parameters else _UNKNOWN
        if made.is_exact:
            return made
        if (own := bindings.types.get(name)) is not None:
            return self._annotated(own, function)
        annotation = self._declared.parameter_types(function).get(name)
        return self._annotated(annotation, function.parent) if annotation is not None else made

    def _given(self, bound: list[Binding], function: Scope) -> Instance:
        if any(binding.kind != "assign" or binding.value is None for binding in bound):
            return _UNKNOWN
        values = [binding.value for binding in bound if binding.value is not None and binding.value.type != "none"]
        return self._all(values, function)

    def _class_of_self(self, scope: Scope) -> Scope | None:
        """The class of which `self` is an instance in `scope`."""
        if scope.start not in self._selves:
            self._selves[scope.start] = self._found_self(scope)
        return self._selves[scope.start]

    def _found_self(self, scope: Scope) -> Scope | None:
        around: Scope | None = scope
        while around is not None and around.parent is not None:
            if around.is_function and self._declared.is_bound("self", around):
                is_kept = "self" not in self._file.bindings(around).names
                return around.parent if is_kept and receiver_of(around, self._place) == "instance" else None
            around = around.parent
        return None

    def _of_attribute(self, name: str, cls: Scope) -> Instance:
        found = self._once(cls, name)
        if found is None:
            found = self._known[cls.start, name] = self._of_class(name, cls)
        return found

    def _of_class(self, name: str, cls: Scope) -> Instance:
        """By the class's body, its `__init__` or its property; else by a base of this file."""
        methods = self._file.methods(cls)
        if (annotation := self._declared.attribute_types(cls).get(name)) is not None:
            return self._annotated(annotation, cls)
        if name in methods:
            return self._returned(methods[name])
        target, init = f"self.{name}", methods.get("__init__")
        if self._file.settings(target, cls) > (self._file.settings(target, init) if init is not None else 0):
            return self._annotated_in(init, target)
        if init is not None and self._declared.is_bound(target, init):
            return self._of_local(target, init)
        self._depth += 1
        try:
            bases = self._declared.bases(cls)[:_MAX_VALUES]
            return next((found for base in bases if (found := self._of_attribute(name, base)).cls), _UNKNOWN)
        finally:
            self._depth -= 1

    def _annotated_in(self, init: Scope | None, target: str) -> Instance:
        annotation = self._file.bindings(init).types.get(target) if init is not None else None
        return self._annotated(annotation, init) if annotation is not None else _UNKNOWN


def _one(found: Iterable[Instance]) -> Instance:
    """The class that all are of; asks for no more once one is not known."""
    cls, is_exact = "", True
    for instance in found:
        if not instance.cls or (cls and instance.cls != cls):
            return _UNKNOWN
        cls, is_exact = instance.cls, is_exact and instance.is_exact
    return Instance(cls, is_exact and bool(cls))
