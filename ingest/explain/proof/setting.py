"""A test that expects an error -> the lines around it that make it run alone, and what fails. Pure.

Nothing unless every name is known: an import of the file by its full name, a builtin, or what the same test did before.
"""

from __future__ import annotations

import ast
import builtins
import re
import textwrap
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ingest.explain.facts import Setting
from ingest.explain.fields import name_of
from ingest.explain.imports import IN_PARENTHESES
from ingest.explain.source import Source
from ingest.explain.trees import Function, Unreadable, parsed, walked

_IMPORTS: Final = re.compile(
    rf"^(?:from[ \t]+\w[.\w]*[ \t]+import[ \t]+(?:{IN_PARENTHESES}|[^\n\\(]+)|import[ \t]+[^\n\\]+|"
    r"\w+[ \t]*=[ \t]*pytest\.importorskip\([^\n]*\))",
    re.MULTILINE,
)
_MOST_BEFORE: Final = 10  # statements of the test
_MOST_LINES: Final = 24
_SIMPLE: Final = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Import, ast.ImportFrom)
_KNOWN: Final = frozenset(dir(builtins))


class _Names(NamedTuple):
    """The names that a statement looks at, but for what its own functions are given, and those that it binds."""

    loaded: frozenset[str]
    stored: frozenset[str]


def setting(source: Source, line: int) -> Setting | None:
    """Of what the statement on that line of a test expects."""
    chain = source.outline.around(line)
    function = source.function(chain[-1]) if chain and chain[-1].kind == "def" else None
    at = next((i for i, item in enumerate(function.body) if item.lineno == line), None) if function else None
    if function is None or at is None or len(chain) > 2 or _is_skipped(function):
        return None
    failing = _failing(function.body[at])
    if not failing:
        return None
    if any(isinstance(node, ast.Await | ast.Yield | ast.YieldFrom) for item in failing for node in walked(item)):
        return None
    wanted = {name for item in failing for name in _names(item).loaded}
    above = list(_above(function.body[:at], wanted))[::-1]
    if len(above) > _MOST_BEFORE or not all(isinstance(item, _SIMPLE) for item in above):
        return None
    bound = {name for item in (*above, *failing) for name in _names(item).stored}
    every = _imported(source)
    imports = {name: text for name, text in every.items() if name in wanted - bound}
    if wanted - bound - _KNOWN - imports.keys():
        return None
    before = "\n".join((*dict.fromkeys(imports.values()), *(_text(source, item) for item in above)))
    found = Setting(before, "\n".join(map(ast.unparse, failing)))
    return found if len(f"{before}\n{found.failing}".split("\n")) <= _MOST_LINES else None


def _is_skipped(function: Function) -> bool:
    """Whether a test runs only somewhere, or is expected to fail, as its decorators say."""
    return any(re.search(r"skip|xfail", ast.unparse(item)) for item in function.decorator_list)


def _failing(statement: ast.stmt) -> Sequence[ast.stmt]:
    """The statements in the block, or the call that `raises(Error, function, …)` makes."""
    if isinstance(statement, ast.With | ast.AsyncWith):
        is_plain = isinstance(statement, ast.With) and len(statement.items) == 1
        return statement.body if is_plain and all(isinstance(item, _SIMPLE) for item in statement.body) else ()
    call = statement.value if isinstance(statement, ast.Expr) else None
    if not isinstance(call, ast.Call) or len(call.args) < 2 or not name_of(call.func).lower().endswith("raises"):
        return ()
    if not isinstance(call.args[1], ast.Name | ast.Attribute):
        return ()
    keywords = [item for item in call.keywords if item.arg != "match"]
    made = ast.Call(call.args[1], call.args[2:], keywords)
    return (ast.fix_missing_locations(ast.copy_location(ast.Expr(made), statement)),)


def _above(body: Sequence[ast.stmt], wanted: set[str]) -> Iterator[ast.stmt]:
    """From the last one, what gives the names their values or changes these; `wanted` grows by what that needs."""
    local = {name for item in body for name in _names(item).stored}
    sought = wanted & local
    for item in reversed(body):
        bound = _names(item).stored
        is_change = not bound and bool(sought & _names(item).loaded)
        if _is_check(item) or not (is_change or bound & sought):
            continue
        if isinstance(item, ast.Assign):  # what it was before does not matter
            sought -= bound
        needed = _names(item).loaded
        wanted |= needed
        sought |= needed & local
        yield item


def _is_check(item: ast.stmt) -> bool:
    """Whether a statement only looks: an assertion, or another expectation."""
    if isinstance(item, ast.Assert):
        return True
    calls = [node for node in walked(item) if isinstance(node, ast.Call)]
    return any(re.match(r"(?:assert|raises|warns|deprecated_call)", name_of(call.func)) for call in calls)


@lru_cache(256)  # several expectations stand in one test, and each looks at all that is above it
def _names(item: ast.AST) -> _Names:
    nodes = walked(item)
    inner = {arg.arg for node in nodes if isinstance(node, ast.arguments) for arg in node.args}
    names = [node for node in nodes if isinstance(node, ast.Name)]
    brought = {(node.asname or node.name).partition(".")[0] for node in nodes if isinstance(node, ast.alias)}
    stored = {node.id for node in names if isinstance(node.ctx, ast.Store)}
    loaded = {node.id for node in names if isinstance(node.ctx, ast.Load)} - inner
    return _Names(frozenset(loaded), frozenset(stored | brought | inner))


@lru_cache(1)  # the settings of a file are asked for one after the other
def _imported(source: Source) -> dict[str, str]:
    """The names that the file's imports bring in, each with a statement of its own."""
    found: dict[str, str] = {}
    for match in _IMPORTS.finditer(source.text):
        try:
            body = parsed(match[0]).body
        except Unreadable:
            continue
        for name, text in _bindings(body[0]) if body else ():
            found.setdefault(name, text)
    return found


def _bindings(statement: ast.stmt) -> Iterator[tuple[str, str]]:
    if isinstance(statement, ast.Import):
        for item in statement.names:
            yield (item.asname or item.name).partition(".")[0], ast.unparse(ast.Import([item]))
    elif isinstance(statement, ast.ImportFrom):
        for item in statement.names:
            yield item.asname or item.name, ast.unparse(ast.ImportFrom(statement.module, [item], 0))
    elif isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Call):
        module, name = statement.value.args[0] if statement.value.args else None, name_of(statement.targets[0])
        if isinstance(module, ast.Constant) and isinstance(module.value, str) and module.value.isidentifier():
            yield name, f"import {module.value}" + (f" as {name}" if name != module.value else "")


def _text(source: Source, item: ast.stmt) -> str:
    lines = source.lines[item.lineno - 1 : item.end_lineno]
    return textwrap.dedent("\n".join(lines))
