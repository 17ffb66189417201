"""A handler of an exception -> whether what it caught may get out of its function after all. Pure.

What a handler stores, gives back or hands to other code may be raised later; only what is known to show it is harmless.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.fields import name_of
from ingest.explain.trees import Function, own_nodes

_SHOWING: Final = frozenset(
    {
        "print", "str", "repr", "type", "isinstance", "issubclass", "format", "hasattr", "getattr", "len", "bool", "id",
        "log", "warn",
    }
)  # fmt: skip
_LOG: Final = re.compile(r"(?:^|[._])(?:log|logger|logging|warnings|traceback)[.(]", re.IGNORECASE)
_RAISING: Final = re.compile(
    r"raise|throw|^_*fail|abort|^_*(?:sys_?)?exit|^_*die$|^exc_info$|^error$|handle_?(?:error|exc)", re.IGNORECASE
)


def may_escape(function: Function, handler: ast.ExceptHandler) -> bool:
    """Whether it may come out by another way than a `raise` of the handler itself."""
    calls = [item for item in own_nodes(handler) if isinstance(item, ast.Call)]
    return any(map(_may_raise, calls)) or (handler.name is not None and _gets_out(function, handler, handler.name))


def only_passes_on(handler: ast.ExceptHandler) -> bool:
    """Whether all that the handler raises is what it caught."""
    raised = [item.exc for item in own_nodes(handler) if isinstance(item, ast.Raise)]
    return all(item is None or (isinstance(item, ast.Name) and item.id == handler.name) for item in raised)


def _may_raise(call: ast.Call) -> bool:
    """Whether its name says that it raises, or asks Python for what is being handled."""
    called = ast.unparse(call.func)
    return called == "sys.exception" or (_RAISING.search(name_of(call.func)) is not None and not _is_log(called))


def _is_log(called: str) -> bool:
    return _LOG.search(f"{called}(") is not None


def _gets_out(function: Function, handler: ast.ExceptHandler, name: str) -> bool:
    above = {child: node for node in ast.walk(handler) for child in ast.iter_child_nodes(node)}
    if any(_is_kept_or_handed(node, above) for node in above if _is_read(node, name)):
        return True
    others = [item for item in own_nodes(function) if isinstance(item, ast.ExceptHandler) and item.name == name]
    raised = [item for item in own_nodes(function) if isinstance(item, ast.Raise) and _is_read(item.exc, name)]
    return any(not any(other.lineno <= item.lineno <= (other.end_lineno or 0) for other in others) for item in raised)


def _is_read(node: ast.AST | None, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load)


def _is_kept_or_handed(node: ast.AST, above: dict[ast.AST, ast.AST]) -> bool:
    """Whether a use of the name does more than look at it, or show it."""
    inner, outer = node, above[node]
    while isinstance(outer, ast.Tuple | ast.List | ast.Dict | ast.Starred | ast.keyword):
        inner, outer = outer, above[outer]
    match outer:
        case ast.Attribute():
            # `with_traceback` gives the exception itself back.
            return isinstance(call := above[outer], ast.Call) and call.func is outer
        case ast.Call():
            called = ast.unparse(outer.func)
            return inner is outer.func or not (name_of(outer.func) in _SHOWING or _is_log(called))
        case ast.BinOp():
            return not isinstance(outer.op, ast.Mod)
        case ast.FormattedValue() | ast.Compare():
            return False
        case ast.Raise():
            return False  # the handler's own
    return not isinstance(outer, ast.If | ast.UnaryOp)
