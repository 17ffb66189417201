"""One file of the Pin, its parts as Python's own parser reads them, and what evidence asks of it. Pure."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from textwrap import dedent
from typing import Final

from ingest.explain import imports
from ingest.explain.classes import ClassText
from ingest.explain.facts import Fact
from ingest.explain.outline import Definition, Outline
from ingest.explain.outline import qualname as named
from ingest.explain.trees import Function, Unreadable, assignments, parsed, walked
from ingest.extract.python.source import utf8

_ASSIGNMENT: Final = re.compile(r"[ \t]*(\w+)[ \t]*(?::[^=]+)?(?:[-+*/|&^%@]|//|\*\*|>>|<<)?=(?!=)")
_ATTRIBUTE: Final = re.compile(r"\.(\w+)[ \t]*=(?!=)")
_GLOBAL: Final = re.compile(r"^[ \t]+global\b([^\n#]*)", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")


class Source:
    """A file whose parts are parsed when they are asked for; what Python does not read today is not there."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self.text = utf8(content).decode("utf-8", "replace")
        self.lines = self.text.split("\n")
        self.outline = Outline(self.text, self.lines)
        self._parsed: dict[int, Function | ast.ClassDef | None] = {}
        self._constants: dict[str, ast.expr | None] = {}
        self._calls: dict[int, dict[tuple[str, int], ast.Call]] = {}
        self.homes: dict[str, tuple[str, set[str]]] = {}  # of the classes that it imports, as `Index` found them
        self.records: dict[str, tuple[bool, set[str]]] = {}  # of its classes, whether users give their fields
        self._class_texts: dict[str, ClassText | None] = {}

    def function_at(self, line: int, qualname: str) -> tuple[Function, str] | None:
        """The function of this name around a line, with the name of the class that it stands in directly."""
        chain = self.outline.around(line)
        while chain and chain[-1].kind == "class":
            chain.pop()
        if not chain or named(chain) != qualname:
            return None
        node = self.function(chain[-1])
        if node is None or not node.lineno <= line <= (node.end_lineno or 0):
            return None
        return node, chain[-2].name if len(chain) > 1 and chain[-2].kind == "class" else ""

    def function(self, item: Definition) -> Function | None:
        """The function with its decorators, as it is parsed."""
        if item.line not in self._parsed:
            self._parsed[item.line] = self._definition(item, self._slice(item))
        node = self._parsed[item.line]
        return node if isinstance(node, Function) else None

    def call(self, item: Definition, name: str, line: int) -> ast.Call | None:
        """The first call within a function, or an inner one, of what is called `name` and stands on that line."""
        if item.line not in self._calls:
            node = self.function(item)
            found = [inner for inner in walked(node) if isinstance(inner, ast.Call)] if node else []
            self._calls[item.line] = {_called(inner.func): inner for inner in reversed(found)}
        return self._calls[item.line].get((name, line))

    def method(self, owner: str, name: str) -> Function | None:
        """A method of one of the module's own classes, if it is defined once."""
        item = self.methods(owner).get(name)
        return self.function(item) if item else None

    def methods(self, owner: str) -> Mapping[str, Definition]:
        """The methods of one of the module's own classes that are defined once."""
        found = self.class_text(owner)
        return found.methods if found else {}

    def sets(self, owner: str, attribute: str) -> int:
        """In how many places one of the module's own classes sets an attribute of `self`, or may do so."""
        found = self.class_text(owner)
        return found.sets(attribute) if found else 0

    def class_text(self, owner: str) -> ClassText | None:
        """The lines of one of the module's own classes."""
        if owner not in self._class_texts:
            item = self._own_class(owner)
            self._class_texts[owner] = ClassText(item, self.lines, self.outline) if item else None
        return self._class_texts[owner]

    def module_function(self, name: str) -> Function | None:
        items = [item for item in self.outline.named("def", name) if item.indent == 0]
        return self.function(items[0]) if len(items) == 1 else None

    def _own_class(self, name: str) -> Definition | None:
        return self._classes.get(name)

    @cached_property
    def _classes(self) -> dict[str, Definition]:
        """The classes of the module that are defined once, by name."""
        names = [item for item in self.outline.definitions if item.kind == "class" and item.indent == 0]
        counted = Counter(item.name for item in names)
        return {item.name: item for item in names if counted[item.name] == 1}

    def class_named(self, name: str) -> ast.ClassDef | None:
        """One of the module's own classes without its methods; None if a name is defined twice."""
        item = self._own_class(name)
        if item is None:
            return None
        if item.line not in self._parsed:
            self._parsed[item.line] = self._definition(item, self._skeleton(item))
        node = self._parsed[item.line]
        return node if isinstance(node, ast.ClassDef) else None

    def _definition(self, item: Definition, lines: list[str]) -> Function | ast.ClassDef | None:
        start = self.outline.start(item)
        above = "\n" * (start - 2) + "if 1:\n" if start > 1 and item.indent else "\n" * (start - 1)
        try:
            body = parsed(above + "\n".join(lines)).body
        except Unreadable:
            return None
        found = body[0] if body else None
        if isinstance(found, ast.If) and item.indent:
            found = found.body[0]
        is_it = isinstance(found, Function | ast.ClassDef) and found.name == item.name and found.lineno == item.line
        return found if is_it and isinstance(found, Function | ast.ClassDef) else None

    def _slice(self, item: Definition) -> list[str]:
        return self.lines[self.outline.start(item) - 1 : self.outline.end(item)]

    def _skeleton(self, item: Definition) -> list[str]:
        """Its lines with `pass` for each function in it, so that the others keep their places."""
        lines, start = self._slice(item), self.outline.start(item)
        for inner in self.outline.within(item):
            if inner.kind == "def":
                first, last = self.outline.start(inner), self.outline.end(inner)
                line = self.lines[inner.line - 1]
                margin = line[: len(line) - len(line.lstrip())]
                lines[first - start : last - start + 1] = [f"{margin}pass", *[""] * (last - first)]
        return lines

    @cached_property
    def imported(self) -> dict[str, str]:
        """Names that `from … import` brings in under their own name, and the module as written, dots first."""
        return imports.under_own_name(self.text)

    @cached_property
    def origins(self) -> dict[str, str]:
        """As `imports.origins`."""
        return imports.origins(self.text)

    def constant(self, name: str) -> ast.expr | None:
        """What module code assigns to a name that it assigns once, at its top level."""
        if name not in self._constants:
            self._constants[name] = self._constant(name)
        return self._constants[name]

    def _constant(self, name: str) -> ast.expr | None:
        # Wherever else module code may bind it, it is written at the start of a line or below `if` and `try`.
        found = self.assigned.get(name, [])
        top = [line for line in found if not self.lines[line - 1][:1].isspace()]
        if len(top) != 1 or name in self._global_names:
            return None
        if any(line != top[0] and not self.outline.around(line) for line in found):
            return None
        return self._assigned_on(top[0], name)

    def annotation(self, name: str) -> ast.Subscript | None:
        """The one type, as `tuple[A, B]`, that module code assigns to a name, also below `if` and `try`."""
        found = (line for line in self.assigned.get(name, []) if not self.outline.around(line))
        types = [value for line in found if isinstance(value := self._assigned_on(line, name), ast.Subscript)]
        return types[0] if len(types) == 1 else None

    def _assigned_on(self, line: int, name: str) -> ast.expr | None:
        """The value of the assignment that begins on a line."""
        text = self.lines[line - 1]
        last = self.outline.block_end(line, len(text) - len(text.lstrip()))
        block = dedent("\n".join(self.lines[line - 1 : last]))
        try:
            body = parsed("\n" * (line - 1) + block).body
        except Unreadable:
            return None
        values = [value for target, value in assignments(body[0]) if isinstance(target, ast.Name) and target.id == name]
        return values[0] if values else None

    @cached_property
    def attributes_set(self) -> frozenset[str]:
        """The names of attributes that a line sets, of whatever object."""
        return frozenset(_ATTRIBUTE.findall(self.text))

    @cached_property
    def assigned(self) -> dict[str, list[int]]:
        """The lines that begin with a name and assign to it, by the name."""
        found: dict[str, list[int]] = {}
        for number, line in enumerate(self.lines, 1):
            if "=" in line and (match := _ASSIGNMENT.match(line)):
                found.setdefault(match[1], []).append(number)
        return found

    @cached_property
    def _global_names(self) -> frozenset[str]:
        return frozenset(_WORD.findall(" ".join(_GLOBAL.findall(self.text)))) if "global" in self.text else frozenset()

    def fact(self, node: ast.AST, quote: str) -> Fact | None:
        """The first line of `node` that holds `quote`."""
        first = getattr(node, "lineno", 0)
        last = getattr(node, "end_lineno", first) or first
        for line in range(first, last + 1):
            if 0 < line <= len(self.lines) and quote in self.lines[line - 1]:
                return Fact(self.path, line, quote)
        return None

    def facts(self, node: ast.AST, *quotes: str) -> tuple[Fact, ...]:
        found = (self.fact(node, quote) for quote in quotes if quote)
        return tuple(dict.fromkeys(fact for fact in found if fact))

    def line_fact(self, line: int, quote: str) -> tuple[Fact, ...]:
        """That line, if it holds `quote`."""
        holds = 0 < line <= len(self.lines) and quote and quote in self.lines[line - 1]
        return (Fact(self.path, line, quote),) if holds else ()


def _called(node: ast.expr) -> tuple[str, int]:
    """The name of what is called, and the line on which the name stands."""
    if isinstance(node, ast.Attribute):
        return node.attr, node.end_lineno or 0
    return (node.id, node.lineno) if isinstance(node, ast.Name) else ("", 0)
