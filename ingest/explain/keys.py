"""An expression -> what it takes out of a dict, or the environment, by a fixed key. Pure."""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.facts import Binding, Origin
from ingest.explain.fields import literal
from ingest.explain.index import Index
from ingest.explain.source import Source

_TAKES: Final = ("get", "pop", "setdefault")
_ENVIRONMENTS: Final = ("os.environ", "environ")
_GETENV: Final = ("os.getenv", "getenv", "os.environ.get", "environ.get")


def taken(value: ast.expr, name: str, statement: ast.AST, source: Source, index: Index) -> Binding | None:
    """`d.pop("key", 1)`, `d["key"]`, `os.environ.get("KEY")`, `getattr(x, "key", None)`."""
    if isinstance(value, ast.Subscript):
        return _key(value.value, value.slice, None, name, statement, (source, index))
    if not isinstance(value, ast.Call) or value.keywords or not 1 <= len(value.args) <= 3:
        return None
    called = ast.unparse(value.func)
    if called in _GETENV:
        return _key(ast.Name("os.environ"), value.args[0], (*value.args, None)[1], name, statement, (source, index))
    if isinstance(value.func, ast.Attribute) and value.func.attr in _TAKES and len(value.args) < 3:
        # `get` alone may give what its object falls back to: only of a plain dict is that certainly `None`.
        absent = value.args[1] if len(value.args) == 2 else None
        return _key(value.func.value, value.args[0], absent, name, statement, (source, index))
    return None


def _key(
    owner: ast.expr,
    key: ast.expr,
    default: ast.expr | None,
    name: str,
    statement: ast.AST,
    home: tuple[Source, Index],
) -> Binding | None:
    if not isinstance(key, ast.Constant) or not isinstance(key.value, str) or not key.value:
        return None
    if not isinstance(owner, ast.Name | ast.Attribute):
        return None
    of = owner.id if isinstance(owner, ast.Name) else ast.unparse(owner)
    origin: Origin = "environment" if of in (*_ENVIRONMENTS, "os.environ") else "key"
    facts = home[0].facts(statement, key.value)
    value = literal(default, *home)
    return Binding(name, origin, of, key.value, facts, default=value) if facts else None
