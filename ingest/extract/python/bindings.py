"""What binds each name inside one function, in source order, and its parameters.

Computed once for a function, and only for functions in which a message is a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from tree_sitter import Node

from ingest.extract.python.queries import binding_captures
from ingest.extract.python.scopes import Scope

if TYPE_CHECKING:
    from ingest.extract.python.file import PythonFile


# Names bound by one statement that are kept.
MAX_TARGETS = 200
_PATTERNS = frozenset({"pattern_list", "tuple_pattern", "list_pattern", "parenthesized_expression"})


class Binding(NamedTuple):
    """One place that gives a name a value, from `end` on; `value` is the expression, None where it is not one."""

    start: int
    end: int
    kind: Literal["assign", "augment", "caught", "opaque"]
    value: Node | None
    operator: str = ""  # of an augmented assignment


class Bindings:
    """The names that a function binds, their annotations, its parameters, and the names that it declares global or
    nonlocal."""

    __slots__ = ("appended", "names", "outer", "parameters", "types")

    def __init__(self) -> None:
        self.names: dict[str, list[Binding]] = {}
        self.appended: dict[str, list[Binding]] = {}  # what is appended to local lists, of names asked for
        self.outer: set[str] = set()
        self.parameters: set[str] = set()
        self.types: dict[str, Node] = {}  # annotations of assigned names; those of parameters stand with these

    def binds(self, name: str) -> bool:
        """Whether a name is the function's own; to be asked for one name."""
        is_given = name in self.parameters or name in self.names or name in self.types
        return is_given and name not in self.outer

    @property
    def local(self) -> set[str]:
        """The names that are the function's own."""
        return (self.parameters | self.names.keys() | self.types.keys()) - self.outer


def bindings_of(scope: Scope, file: PythonFile) -> Bindings:
    """The Bindings of a function; what nested scopes bind is theirs."""
    found = Bindings()
    found.parameters = parameter_names(scope.node, file) if scope.is_function else set()
    is_innermost = file.scopes.is_innermost(scope)
    for capture, nodes in binding_captures(scope.node).items():
        for node in nodes:
            if not is_innermost and not _belongs(node, scope, file):
                continue
            if capture == "outer":
                found.outer.update(file.text(child) for child in node.named_children)
                continue
            if capture == "assign":
                _annotate(found, node, file)
            for name, binding in _RULES[capture](node, file):
                found.names.setdefault(name, []).append(binding)
    for bindings in found.names.values():
        bindings.sort(key=lambda binding: binding.start)
    return found


def _annotate(found: Bindings, assignment: Node, file: PythonFile) -> None:
    left, annotation = assignment.child_by_field_name("left"), assignment.child_by_field_name("type")
    if annotation is not None and left is not None and (name := _name(left, file)) is not None:
        found.types[name] = annotation


def _belongs(node: Node, scope: Scope, file: PythonFile) -> bool:
    return file.scopes.at(node.start_byte) is scope


Found = list[tuple[str, Binding]]


def _assign(node: Node, file: PythonFile) -> Found:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None:
        return []
    while right.type == "assignment" and right.child_by_field_name("right"):  # a = b = value
        right = right.child_by_field_name("right") or right
    return _targets(left, right, file, (node.start_byte, node.end_byte))


def _targets(left: Node, right: Node | None, file: PythonFile, span: tuple[int, int]) -> Found:
    """What an assignment binds, pairing the items of two tuples of one length."""
    found: Found = []
    waiting: list[tuple[Node, Node | None]] = [(left, right)]
    while waiting and len(found) < MAX_TARGETS:
        target, value = waiting.pop()
        if (name := _name(target, file)) is not None:
            found.append((name, Binding(*span, "assign" if value else "opaque", value)))
        elif target.type in _PATTERNS:
            names = target.named_children
            values = value.named_children if value and value.type in ("expression_list", "tuple", "list") else []
            if len(values) != len(names) or any(node.type.startswith("list_splat") for node in (*names, *values)):
                waiting += [(name, None) for name in reversed(names)]
            else:
                waiting += reversed(list(zip(names, values, strict=True)))
    return found


def _name(target: Node, file: PythonFile) -> str | None:
    """`name`, and `self.name`, which is followed as a name is."""
    if target.type == "identifier":
        return file.text(target)
    if target.type == "attribute" and file.source.startswith(b"self.", target.start_byte):
        written = file.text(target)
        return written if written.count(".") == 1 else None
    return None


def _augment(node: Node, file: PythonFile) -> Found:
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    operator = node.child_by_field_name("operator")
    if left is None or right is None or operator is None:
        return []
    name = _name(left, file)
    return [(name, Binding(node.start_byte, node.end_byte, "augment", right, operator.type))] if name else []


def _walrus(node: Node, file: PythonFile) -> Found:
    name, value = node.child_by_field_name("name"), node.child_by_field_name("value")
    return [(file.text(name), Binding(node.start_byte, node.end_byte, "assign", value))] if name else []


def _caught(node: Node, file: PythonFile) -> Found:
    return [(name, Binding(node.start_byte, node.end_byte, "caught", None)) for name in identifiers(node, file)]


def _opaque(node: Node, file: PythonFile) -> Found:
    return [(name, Binding(node.start_byte, node.end_byte, "opaque", None)) for name in identifiers(node, file)]


_RULES = {"assign": _assign, "augment": _augment, "walrus": _walrus, "caught": _caught, "opaque": _opaque}


def identifiers(node: Node, file: PythonFile) -> list[str]:
    """Every name in a small node (a target, an import), at most MAX_TARGETS."""
    found: list[str] = []
    waiting = [node]
    while waiting and len(found) < MAX_TARGETS:
        current = waiting.pop()
        if current.type == "identifier":
            found.append(file.text(current))
        else:
            waiting += current.named_children
    return found


def parameter_names(function: Node, file: PythonFile) -> set[str]:
    """The names of a function's parameters."""
    parameters = function.child_by_field_name("parameters")
    names: set[str] = set()
    for node in parameters.named_children if parameters else []:
        name: Node | None = node.child_by_field_name("name") or node
        while name is not None and name.type != "identifier":
            name = next(iter(name.named_children), None)
        if name is not None:
            names.add(file.text(name))
    return names
