"""One parsed file: its bytes, its scopes, its module's names, and what was computed of it so far."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING

from tree_sitter import Node

from ingest.extract.pieces import Texts
from ingest.extract.python.bindings import Bindings, bindings_of
from ingest.extract.python.blocks import captures_of
from ingest.extract.python.imports import read_import
from ingest.extract.python.place import BYTES_A_STEP, FILE_STEPS
from ingest.extract.python.queries import Captures, parse, symbol
from ingest.extract.python.scopes import Scope, Scopes
from ingest.extract.python.settings import amended_of, of_self, settings_of

if TYPE_CHECKING:
    from ingest.extract.python.guards import Exit

_NAMES = frozenset(map(symbol, ("identifier", "attribute")))
# Characters of a name that are looked at.
MAX_NAME = 200
_GROWN = re.compile(rb"^[ \t]*([A-Za-z_]\w*)[ \t]*\+=", re.MULTILINE)


class PythonFile:
    """Everything that reading one file needs; nothing outlives the file."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.steps = FILE_STEPS + len(source) // BYTES_A_STEP
        self.tree = parse(source)
        self.root = self.tree.root_node
        self.captures: Captures = captures_of(self.root, source)
        self.scopes = Scopes(self.root, source, self.captures.get("function", ()), self.captures.get("class", ()))
        self.imports: dict[str, str] = {}  # local name -> dotted name as imported
        self.star_imports: list[str] = []
        # Those of the module count before those of functions.
        for node in sorted(self.captures.get("import", ()), key=lambda node: node.start_point.column > 0):
            read_import(self.text(node), self.imports, self.star_imports)
        self.constants: dict[str, list[Node]] = {}  # module level names -> the expressions assigned to them
        self.constant_texts: dict[str, Texts] = {}  # what they hold, of those that were asked for
        self.tables: dict[str, Node] = {}  # those of them that are dicts
        self.docs: dict[int, str] = {}  # by the start of the function
        self.raised: set[str] = set()  # last parts of the names of classes that are raised here
        self.exceptions: set[int] = set()  # where classes start that are exceptions
        self.exception_names: set[str] = set()  # what they are called
        self.wanted: set[str] = set()  # last parts of the names of functions that a message is asked of
        self.builders: set[str] = set()  # those that an exception is asked of
        self.raisers: set[str] = set()  # names of functions that raise what they are given
        self.handing_on: set[int] = set()  # where functions start that raise, or hand on, a parameter
        self.exits: dict[int, list[Exit]] = {}  # by the start of the block
        self.tested: dict[int, list[tuple[int, Node]]] = {}  # the conditions of an if, by its start
        self._bindings: dict[int, Bindings] = {}
        self._methods: dict[int, dict[str, Scope]] | None = None
        self._call_starts: list[int] | None = None
        self.class_names: set[str] = {scope.name for scope in self.scopes.all if not scope.is_function}
        self._children: dict[int, tuple[list[int], list[Node]]] = {}
        self._class_constants: dict[int, dict[str, list[Node]]] | None = None
        for node in self.captures.get("constant", ()):
            self._add_constant(node)

    def _add_constant(self, node: Node) -> None:
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is None or right is None or left.type != "identifier":
            return
        name = self.text(left)
        if right.type == "dictionary":
            self.tables[name] = right
        self.constants.setdefault(name, []).append(right)

    def text(self, node: Node) -> str:
        """The source of `node`, exactly."""
        return self.source[node.start_byte : node.end_byte].decode("utf-8", "replace")

    def called_name(self, call: Node) -> str:
        """The last part of the name that a call calls, "" where it is computed."""
        function = call.child(0)
        if function is None or function.kind_id not in _NAMES:
            return ""
        return self.text(function)[-MAX_NAME:].rpartition(".")[2].strip()

    @cached_property
    def grown(self) -> set[str]:
        """Names that are added to somewhere in the file."""
        return {name.decode() for name in _GROWN.findall(self.source)}

    def settings(self, target: str, scope: Scope) -> int:
        """How often `self.x` is set between the ends of a scope."""
        starts = self._settings.get(target, [])
        return bisect_left(starts, scope.end) - bisect_left(starts, scope.start)

    @cached_property
    def _settings(self) -> dict[str, list[int]]:
        """Where each `self.x` is set, in order."""
        return of_self(settings_of(self.source))

    @cached_property
    def amended(self) -> tuple[str, ...]:
        """Attributes that are set of exceptions after they are built, in order; ANY_ATTRIBUTE for computed ones."""
        return tuple(sorted(amended_of(self.source)))

    def bindings(self, scope: Scope) -> Bindings:
        """What the function binds, computed when first asked."""
        found = self._bindings.get(scope.start)
        if found is None:
            found = self._bindings[scope.start] = bindings_of(scope, self)
        return found

    def children(self, block: Node) -> tuple[list[int], list[Node]]:
        """The statements of a block and where they start, computed when first asked."""
        found = self._children.get(block.start_byte)
        if found is None:
            nodes = [node for node in block.named_children if node.type != "comment"]
            found = self._children[block.start_byte] = ([node.start_byte for node in nodes], nodes)
        return found

    def methods(self, scope: Scope) -> dict[str, Scope]:
        """The functions defined in a class body, by name; the last definition counts."""
        if self._methods is None:
            self._methods = {}
            for function in self.scopes.all:
                if function.is_function and function.parent is not None and not function.parent.is_function:
                    self._methods.setdefault(function.parent.start, {})[function.name] = function
        return self._methods.get(scope.start, {})

    @cached_property
    def class_scopes(self) -> dict[str, Scope]:
        """The classes of the module itself, by name; the last definition counts."""
        return {scope.name: scope for scope in self.scopes.all if scope.is_class and scope.parent is self.scopes.module}

    def returns(self, scope: Scope) -> list[Node]:
        """The expressions that a function returns."""
        return self.returned.get(scope.start, [])

    @cached_property
    def returned(self) -> dict[int, list[Node]]:
        """The expressions that functions return, by the function's start."""
        returned: dict[int, list[Node]] = {}
        for node in self.captures.get("return", ()):
            returned.setdefault(self.scopes.at(node.start_byte).start, []).append(node)
        return returned

    def calls(self, scope: Scope) -> list[Node]:
        """The calls that are statements of a function, nested scopes included."""
        calls = self.captures.get("call", [])
        if self._call_starts is None:
            calls.sort(key=lambda node: node.start_byte)
            self._call_starts = [node.start_byte for node in calls]
        return calls[bisect_left(self._call_starts, scope.start) : bisect_left(self._call_starts, scope.end)]

    @cached_property
    def class_tables(self) -> set[str]:
        """The names of the dicts in the bodies of classes."""
        nodes = self.captures.get("attribute", ())
        assigned = ((node.child_by_field_name("left"), node.child_by_field_name("right")) for node in nodes)
        return {self.text(left) for left, right in assigned if left and right and right.type == "dictionary"}

    def class_constants(self, scope: Scope) -> dict[str, list[Node]]:
        """The expressions that may be texts among those that a class body assigns to names."""
        if self._class_constants is None:
            self._class_constants = {}
            for node in self.captures.get("attribute", ()):
                left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
                if left is not None and right is not None:
                    names = self._class_constants.setdefault(self.scopes.at(node.start_byte).start, {})
                    names.setdefault(self.text(left), []).append(right)
        return self._class_constants.get(scope.start, {})
