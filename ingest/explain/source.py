"""One file of the Pin, its parts as Python's own parser reads them, and what evidence asks of it.

`ast` instead of the extractor's parser: what it does not read (other versions of Python, broken files) is then
explained from the stored guards alone, which is no error; in return it is in C and knows precise places.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Final

from ingest.explain import imports
from ingest.explain.facts import Fact
from ingest.explain.outline import Definition, Outline
from ingest.explain.outline import qualname as named
from ingest.extract.python.source import utf8

Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_IDLE = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
_LEAVES = (ast.Name, ast.Constant)
MOST_BYTES = 4_000_000

_ASSIGNMENT: Final = re.compile(r"[ \t]*(\w+)[ \t]*(?::[^=]+)?(?:[-+*/|&^%@]|//|\*\*|>>|<<)?=(?!=)")
_GLOBAL: Final = re.compile(r"^[ \t]+global\b([^\n#]*)", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")
_ASSIGNS: Final = re.compile(r"[^=\n]*?(?:[-+*/|&^%@]|//|\*\*|>>|<<)?=(?!=)")
_TARGETS: Final = re.compile(r"[\w \t.,*\[\]()]*")
_OTHERWISE: Final = re.compile(r"\b(?:for|as|del)[ \t(]+[^=:]*$")
_LONGEST_LINE: Final = 1_000


class Unreadable(ValueError):
    """Python's parser does not read it."""


class Source:
    """A file whose parts are parsed when they are asked for; what Python does not read today is not there."""

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self.text = utf8(content).decode("utf-8", "replace")
        self.lines = self.text.split("\n")
        self.outline = Outline(self.text, self.lines)
        self._parsed: dict[int, Function | ast.ClassDef | None] = {}
        self._constants: dict[str, ast.expr | None] = {}
        self._calls: dict[int, list[ast.Call]] = {}
        self._methods: dict[str, dict[str, Definition]] = {}

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

    def calls(self, item: Definition) -> list[ast.Call]:
        """All calls within a function, those of inner functions too."""
        if item.line not in self._calls:
            node = self.function(item)
            self._calls[item.line] = [inner for inner in ast.walk(node) if isinstance(inner, ast.Call)] if node else []
        return self._calls[item.line]

    def method(self, owner: str, name: str) -> Function | None:
        """A method of one of the module's own classes, if it is defined once."""
        item = self.methods(owner).get(name)
        return self.function(item) if item else None

    def methods(self, owner: str) -> dict[str, Definition]:
        """The methods of one of the module's own classes that are defined once."""
        if owner not in self._methods:
            item = self._own_class(owner)
            within = [inner for inner in self.outline.within(item) if inner.kind == "def"] if item else []
            counted = Counter(inner.name for inner in within)
            self._methods[owner] = {inner.name: inner for inner in within if counted[inner.name] == 1}
        return self._methods[owner]

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

    def class_lines(self, owner: str) -> list[tuple[int, str]]:
        """The lines of one of the module's own classes, each with its number."""
        item = self._own_class(owner)
        return list(enumerate(self._slice(item), self.outline.start(item))) if item else []

    def holds(self, owner: str, text: str) -> bool:
        """Whether `text` stands anywhere in one of the module's own classes."""
        item = self._own_class(owner)
        return item is not None and self.outline.holds(item, text)

    def sets(self, owner: str, attribute: str) -> int:
        """In how many places one of the module's own classes sets an attribute of `self`, or may do so."""
        item = self._own_class(owner)
        name = f"self.{attribute}"
        lines = [line for line in self._slice(item) if name in line] if item else []
        return sum(_may_set(line, name) for line in lines)

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
        last = self.outline.block_end(top[0], 0)
        try:
            body = parsed("\n" * (top[0] - 1) + "\n".join(self.lines[top[0] - 1 : last])).body
        except Unreadable:
            return None
        values = [value for target, value in assignments(body[0]) if isinstance(target, ast.Name) and target.id == name]
        return values[0] if values else None

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


def parsed(text: str) -> ast.Module:
    """The tree of lines or an expression that someone else wrote; Unreadable if there is none."""
    if len(text) > MOST_BYTES:
        raise Unreadable("too long")
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(str(error)) from None


@lru_cache(4096)
def expression(text: str) -> ast.expr | None:
    """The expression that `text` is, if it is one. One text has one tree: nobody may change it."""
    try:
        return ast.parse(text, mode="eval").body if len(text) <= MOST_BYTES else None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _may_set(line: str, name: str) -> bool:
    """Whether a line sets the attribute: alone, annotated or among others, in a loop or `with`; or deletes it."""
    if len(line) > _LONGEST_LINE:
        return True
    before, _, after = line.partition(name)
    if after[:1].isalnum() or after[:1] == "_":
        return False
    is_within = before.count("[") > before.count("]")
    is_target = not is_within and _TARGETS.fullmatch(before) and not after.lstrip().startswith((".", "(", "["))
    return bool((is_target and _ASSIGNS.match(after)) or _OTHERWISE.search(before))


def assignments(node: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Target and value of an assignment statement; the value of `x += 1` is not known."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield target, node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, ast.AugAssign):
        yield node.target, None


@lru_cache(4096)
def written(node: ast.AST) -> str:
    """As Python writes it. One node has one text: nobody may change it."""
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


@lru_cache(128)
def own_nodes(node: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes below `node` that run with it: not those of inner functions, classes and lambdas."""
    return tuple(_own_nodes(node))


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    stack: list[ast.AST] = [node]
    is_first = True
    while stack:
        item = stack.pop()
        if not is_first:
            yield item
            if isinstance(item, _SCOPES):
                continue
        is_first = False
        if isinstance(item, _LEAVES):
            continue
        for name in item._fields:
            value = getattr(item, name, None)
            if isinstance(value, list):
                stack.extend(child for child in value if isinstance(child, ast.AST))
            elif isinstance(value, ast.AST) and not isinstance(value, _IDLE):
                stack.append(value)


def is_stub(function: Function) -> bool:
    """Whether a function does nothing but raise."""
    body = [
        item
        for item in function.body
        if not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)) and not isinstance(item, ast.Pass)
    ]
    return len(body) == 1 and isinstance(body[0], ast.Raise)
