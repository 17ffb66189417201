"""A statement in a handler -> what was attempted, and what it works with. Pure."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Final

from ingest.explain.bindings import Frame
from ingest.explain.expressions import is_telling, subjects
from ingest.explain.facts import Attempt, Binding, Fact
from ingest.explain.fields import name_of
from ingest.explain.needs import modules_of
from ingest.explain.source import Source
from ingest.explain.trees import own_nodes

_MOST_CALLS: Final = 3
_CODE_LENGTH: Final = 80
_SIMPLE: Final = (ast.Expr, ast.Assign, ast.AnnAssign, ast.Return)
# What fails with nothing but these, but for what it is given to look at.
_PLAIN: Final = frozenset({"len", "str", "list", "tuple", "set", "bool", "range", "zip", "enumerate", "sorted"})
_OF_ANY: Final = frozenset(
    {"TypeError", "ValueError", "StopIteration", "RuntimeError", "Exception", "BaseException", ""}
)
_LOOKUPS: Final = frozenset({"KeyError", "IndexError", "LookupError"})
_HARMLESS: Final = frozenset(
    {"isinstance", "issubclass", "hasattr", "callable", "type", "id", "print", "repr", "super"}
)


def attempted(frame: Frame, line: int, given: Callable[[Binding], Binding]) -> Attempt | None:
    """The innermost `try` one of whose handlers holds the statement on `line`.

    `given` tells of an option to whom users give it.
    """
    source = frame.source
    around = [
        (node, handler)
        for node in frame.scope.attempts
        for handler in node.handlers
        if handler.lineno <= line <= (handler.end_lineno or 0)
    ]
    if not around:
        return None
    node, handler = max(around, key=lambda pair: pair[1].lineno)
    fact = source.fact(handler, "except")
    if fact is None:
        return None
    handled = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type] if handler.type else []
    inner = [item for statement in node.body for item in (statement, *own_nodes(statement))]
    called = [item for item in inner if isinstance(item, ast.Call) and ast.unparse(item.func) not in _HARMLESS]
    names = [name_of(item) for item in handled]
    if names and not _OF_ANY.intersection(names):
        called = [item for item in called if ast.unparse(item.func) not in _PLAIN]
    # To name some of what may have failed would point away from the rest.
    is_known = all(is_telling(ast.unparse(item.func)) for item in called)
    is_only = not any(isinstance(item, ast.Raise) or _may_be(item, names, called) for item in inner)
    calls = called if is_known and is_only else []
    imported = [name for item in inner if isinstance(item, ast.Import | ast.ImportFrom) for name in modules_of(item)]
    # A module of the project itself is not there to be installed: what it imports in turn is what failed.
    imported = [name for name in imported if not frame.index.is_own(name.partition(".")[0])]
    only, quoted = _alone(node.body, source)
    facts = quoted or tuple(f for item in calls[:_MOST_CALLS] for f in source.facts(item, ast.unparse(item.func)))
    return Attempt(
        tuple(ast.unparse(item) for item in handled),
        tuple(dict.fromkeys(ast.unparse(item.func) for item in calls)),
        tuple(dict.fromkeys(imported)),
        only,
        fact,
        facts,
        tuple(map(given, _options_in(node.body[0], frame))) if only else (),
    )


def _may_be(node: ast.AST, handled: list[str], called: list[ast.Call]) -> bool:
    """Whether something other than a call may have failed with what is handled."""
    if isinstance(node, ast.Subscript):
        return bool(_LOOKUPS.intersection(handled))
    is_called = any(node is call.func for call in called)
    return isinstance(node, ast.Attribute) and not is_called and "AttributeError" in handled


def _alone(body: list[ast.stmt], source: Source) -> tuple[str, tuple[Fact, ...]]:
    """The statement of a block that holds no other, on one line, with its place, if it is short."""
    node = body[0]
    if len(body) > 1 or (node.lineno != node.end_lineno and not isinstance(node, _SIMPLE)):
        return "", ()
    written = source.lines[node.lineno - 1].encode()
    if node.lineno != node.end_lineno:
        first, line = written.decode(errors="replace").strip(), ast.unparse(node)
    else:  # the end is in bytes; a comment may follow
        first = line = written[: node.end_col_offset].decode(errors="replace").strip()
    return (line, source.facts(node, first)) if len(line) <= _CODE_LENGTH else ("", ())


def _options_in(statement: ast.stmt, frame: Frame) -> Iterator[Binding]:
    """The options that a statement works with."""
    value = getattr(statement, "value", None)
    while isinstance(value, ast.Attribute) and isinstance(value.value, ast.Call):  # a part of what a call gives
        value = value.value
    before = frame.at(statement.lineno, statement.lineno)
    found = [before.binding(node) for node in subjects(value)] if isinstance(value, ast.expr) else []
    # What a call gave may be as it is for reasons other than what the call was given.
    made = [item for item in found if item and item.origin != "call"]
    roots = [item for binding in made for item in (binding, *binding.roots) if item.is_option]
    yield from {item.name: item for item in roots}.values()
