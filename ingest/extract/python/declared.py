"""What the scopes of a file define, import and annotate, by name; each scope is looked at once."""

from __future__ import annotations

import re
from functools import cached_property

from tree_sitter import Node

from ingest.extract.python.file import PythonFile
from ingest.extract.python.imports import read_import
from ingest.extract.python.scopes import Scope

_GLOBAL = re.compile(rb"\bglobal[ \t]+([\w, \t]+)")

Types = dict[str, Node]


class Declared:
    """The names that are no Bindings, and the annotations, of one file."""

    def __init__(self, file: PythonFile) -> None:
        self._file = file
        self._parameters: dict[int, Types] = {}
        self._attributes: dict[int, Types] = {}
        self._bases: dict[int, list[Scope]] = {}

    def is_bound(self, name: str, function: Scope) -> bool:
        """Whether a name is the function's own, by whatever gives it a value."""
        found = self._file.bindings(function)
        is_other = name in self.imported(function) or name in self.defined(function)
        return found.binds(name) or (is_other and name not in found.outer)

    def is_bound_otherwise(self, name: str, assigned: int) -> bool:
        """Whether a name that the module assigns to so often is bound by anything else: an import, a `def`, a loop."""
        module = self._file.scopes.module
        if name in self._file.imports or name in self.defined(module) or name in self._global:
            return True
        return len(self._file.bindings(module).names.get(name, ())) != assigned

    def is_import(self, name: str, function: Scope) -> bool:
        """Whether a name is a function's own only as it imports it, as all the file does that imports such a name."""
        bound = self._file.bindings(function)
        is_given = name in bound.parameters or name in bound.names or name in self.defined(function)
        return not is_given and self.imported(function).get(name, "") == self._file.imports.get(name)

    def imported(self, function: Scope) -> dict[str, str]:
        """The names that a function imports, with what they stand for."""
        return self._imported.get(function.start, {})

    @cached_property
    def _imported(self) -> dict[int, dict[str, str]]:
        found: dict[int, dict[str, str]] = {}
        for node in self._file.captures.get("import", ()):
            scope = self._file.scopes.at(node.start_byte)
            if scope.parent is not None:
                read_import(self._file.text(node), found.setdefault(scope.start, {}), [])
        return found

    def defined(self, scope: Scope) -> set[str]:
        """The names of the functions and classes that stand in a scope."""
        return self._defined.get(scope.start, set())

    @cached_property
    def _defined(self) -> dict[int, set[str]]:
        found: dict[int, set[str]] = {}
        for scope in self._file.scopes.all:
            if scope.parent is not None:
                found.setdefault(scope.parent.start, set()).add(scope.name)
        return found

    @cached_property
    def _global(self) -> set[str]:
        """Names that functions declare to be the module's, which they may bind anew."""
        return {name for listed in _GLOBAL.findall(self._file.source) for name in re.findall(r"\w+", listed.decode())}

    def parameter_types(self, function: Scope) -> Types:
        """The annotations of a function's parameters."""
        if function.start not in self._parameters:
            found = self._parameters[function.start] = {}
            listed = function.node.child_by_field_name("parameters")
            for node in listed.named_children if listed is not None else ():
                annotation = node.child_by_field_name("type")
                if annotation is not None:
                    named = node.child_by_field_name("name") or node.named_children[0]
                    found.setdefault(self._file.text(named), annotation)
        return self._parameters[function.start]

    def attribute_types(self, cls: Scope) -> Types:
        """The annotations in a class's body."""
        if cls.start not in self._attributes:
            found = self._attributes[cls.start] = {}
            body = cls.node.child_by_field_name("body")
            for statement in self._file.children(body)[1] if body is not None else ():
                for node in statement.named_children if statement.type == "expression_statement" else ():
                    left, annotation = node.child_by_field_name("left"), node.child_by_field_name("type")
                    if left is not None and annotation is not None:
                        found.setdefault(self._file.text(left), annotation)
        return self._attributes[cls.start]

    def bases(self, cls: Scope) -> list[Scope]:
        """The classes of this file that are bases of a class, each once."""
        if cls.start not in self._bases:
            listed = cls.node.child_by_field_name("superclasses")
            names = [self._file.text(node) for node in listed.named_children] if listed is not None else []
            classes = self._file.class_scopes
            self._bases[cls.start] = [classes[name] for name in dict.fromkeys(names) if name in classes]
        return self._bases[cls.start]
