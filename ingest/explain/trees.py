"""Python code -> trees, and trees -> what they hold, how they are written and what they assign. Pure.

`ast` instead of the extractor's parser: what it does not read (other versions of Python, broken files) is then
explained from the stored guards alone, which is no error; in return it is in C and knows precise places.
Nobody may change a tree: what is kept of one is as it was read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = frozenset({ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda})
_LEAVES = (ast.Name, ast.Constant, ast.Global, ast.Nonlocal)
# Fields that hold no node, or one that holds nothing itself: a context or an operator.
_PLAIN = frozenset(
    {
        "arg", "asname", "attr", "conversion", "ctx", "is_async", "kind", "kwd_attrs", "level", "module", "op", "ops",
        "rest", "simple", "type_comment",
    }
)  # fmt: skip
_ACCESS = {"property": "read", "cached_property": "read", "setter": "set", "deleter": "deleted"}
MOST_BYTES = 4_000_000


class Unreadable(ValueError):
    """Python's parser does not read it."""


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
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name | ast.Attribute):
        return f"{written(node.value)}.{node.attr}"
    return ast.unparse(node)


def walked(node: ast.AST) -> list[ast.AST]:
    """All nodes from `node` on, in the order of `ast.walk`, but for those that hold nothing: contexts and operators."""
    found = [node]
    for item in found:
        _add_children(item, found)
    return found


def _add_children(node: ast.AST, found: list[ast.AST]) -> None:
    for name in _HOLDING[type(node)]:
        value = getattr(node, name, None)
        if type(value) is list:
            found += value if None not in value else [child for child in value if child is not None]
        elif isinstance(value, ast.AST):
            found.append(value)


class _Holding(dict[type[ast.AST], tuple[str, ...]]):
    """The fields of each kind of node that may hold nodes, looked up but once: much time goes by in walking."""

    def __missing__(self, kind: type[ast.AST]) -> tuple[str, ...]:
        fields = () if issubclass(kind, _LEAVES) else (name for name in kind._fields if name not in _PLAIN)
        self[kind] = tuple(fields)
        return self[kind]


_HOLDING: Final = _Holding()


@lru_cache(128)
def own_nodes(node: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes below `node` that run with it: not those of inner functions, classes and lambdas."""
    return tuple(_own_nodes(node))


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    stack: list[ast.AST] = []
    _add_children(node, stack)
    while stack:
        item = stack.pop()
        yield item
        if type(item) not in _SCOPES:
            _add_children(item, stack)


def is_stub(function: Function) -> bool:
    """Whether a function does nothing but raise."""
    body = [
        item
        for item in function.body
        if not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)) and not isinstance(item, ast.Pass)
    ]
    return len(body) == 1 and isinstance(body[0], ast.Raise)


def is_declaration(function: Function) -> bool:
    """Whether a function has `...` for a body: it is there for type checkers alone."""
    last = function.body[-1]
    is_whole = len(function.body) == 1 or (len(function.body) == 2 and isinstance(function.body[0], ast.Expr))
    return is_whole and isinstance(last, ast.Expr) and isinstance(last.value, ast.Constant) and last.value.value is ...


def accessed(function: Function) -> str:
    """Of a method of a property what is done to the attribute when it runs, as a participle; "" of any other."""
    found = (_ACCESS.get(written(item).rpartition(".")[2]) for item in function.decorator_list)
    return next(filter(None, found), "")
