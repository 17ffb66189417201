"""One file of the Pin as Python's own parser reads it, and what evidence asks of it.

`ast` instead of the extractor's parser: what it does not read (other versions of Python, broken files) is then
explained from the stored guards alone, which is no error; in return it is in C and knows precise places.
"""

from __future__ import annotations

import ast
import warnings
from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from ingest.explain.facts import Fact
from ingest.extract.python.source import utf8

Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
MOST_BYTES = 4_000_000


class Unreadable(ValueError):
    """Python's parser does not read the file."""


class Source:
    """A parsed file. Raises Unreadable when made of what is no Python of today."""

    def __init__(self, path: str, content: bytes) -> None:
        text = utf8(content).decode("utf-8", "replace")
        self.path = path
        self.lines = text.split("\n")
        self.tree = parsed(text)
        self._stored: dict[int, Counter[str]] = {}

    @cached_property
    def functions(self) -> list[tuple[Function, str]]:
        """Every function with the name of the class that it stands in directly, outermost first."""
        found = [(node, owner) for node, owner in self._statements if isinstance(node, Function)]
        return sorted(found, key=lambda item: item[0].lineno)

    @cached_property
    def _statements(self) -> list[tuple[ast.stmt, str]]:
        """Every statement with the name of the class that it stands in directly."""
        found: list[tuple[ast.stmt, str]] = []
        stack = [(node, "") for node in self.tree.body]
        while stack:
            node, owner = stack.pop()
            found.append((node, owner))
            inner = node.name if isinstance(node, ast.ClassDef) else "" if isinstance(node, Function) else owner
            stack.extend((child, inner) for child in children(node))
        return found

    def function_at(self, line: int) -> tuple[Function, str] | None:
        """The innermost function around a line."""
        around = [item for item in self.functions if item[0].lineno <= line <= (item[0].end_lineno or 0)]
        return around[-1] if around else None

    @cached_property
    def classes(self) -> dict[str, ast.ClassDef]:
        """The module's own classes; a name that is defined twice is left out."""
        names: dict[str, list[ast.ClassDef]] = {}
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                names.setdefault(node.name, []).append(node)
        return {name: nodes[0] for name, nodes in names.items() if len(nodes) == 1}

    def stored_in(self, node: ast.ClassDef) -> Counter[str]:
        """How often the class's own code sets each attribute of `self`."""
        if node.lineno not in self._stored:
            found = (item for item in ast.walk(node) if isinstance(item, ast.Attribute))
            stores = (item for item in found if isinstance(item.ctx, ast.Store))
            names = [item.attr for item in stores if isinstance(item.value, ast.Name) and item.value.id == "self"]
            self._stored[node.lineno] = Counter(names)
        return self._stored[node.lineno]

    @cached_property
    def imported(self) -> dict[str, str]:
        """Names that `from … import` brings in under their own name, and the module as written, dots first."""
        froms = (node for node, _ in self._statements if isinstance(node, ast.ImportFrom))
        return {
            alias.name: "." * node.level + (node.module or "")
            for node in froms
            for alias in node.names
            if alias.asname in (None, alias.name)
        }

    @cached_property
    def constants(self) -> dict[str, ast.expr]:
        """What module code assigns to a name that it assigns once, at its top level."""
        found: dict[str, list[ast.expr | None]] = {}
        for node in self.tree.body:
            for target, value in assignments(node):
                if isinstance(target, ast.Name):
                    found.setdefault(target.id, []).append(value)
        return {name: values[0] for name, values in found.items() if len(values) == 1 and values[0] is not None}

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


def parsed(text: str) -> ast.Module:
    """The tree of a file or an expression that someone else wrote; Unreadable if there is none."""
    if len(text) > MOST_BYTES:
        raise Unreadable("too long")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise Unreadable(str(error)) from None


def expression(text: str) -> ast.expr | None:
    """The expression that `text` is, if it is one."""
    try:
        body = parsed(text).body
    except Unreadable:
        return None
    return body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None


def assignments(node: ast.stmt) -> Iterator[tuple[ast.expr, ast.expr | None]]:
    """Target and value of an assignment statement; the value of `x += 1` is not known."""
    if isinstance(node, ast.Assign):
        for target in node.targets:
            yield target, node.value
    elif isinstance(node, ast.AnnAssign) and node.value is not None:
        yield node.target, node.value
    elif isinstance(node, ast.AugAssign):
        yield node.target, None


def children(node: ast.stmt) -> Iterator[ast.stmt]:
    """The statements in the blocks of a statement."""
    for name in ("body", "orelse", "finalbody"):
        yield from getattr(node, name, ())
    for part in (*getattr(node, "handlers", ()), *getattr(node, "cases", ())):
        yield from part.body


def own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes below `node` that run with it: not those of inner functions, classes and lambdas."""
    stack = list(ast.iter_child_nodes(node))
    while stack:
        child = stack.pop()
        yield child
        if not isinstance(child, _SCOPES):
            stack.extend(ast.iter_child_nodes(child))
