"""Python code -> trees, and trees -> what they hold, how they are written and what they assign. Pure.

`ast` instead of the extractor's parser: what it does not read (other versions of Python, broken files) is then
explained from the stored guards alone, which is no error; in return it is in C and knows precise places.
Nobody may change a tree: what is kept of one is as it was read.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import lru_cache

Function = ast.FunctionDef | ast.AsyncFunctionDef
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_IDLE = (ast.expr_context, ast.operator, ast.cmpop, ast.boolop, ast.unaryop)
_LEAVES = (ast.Name, ast.Constant)
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
    return node.id if isinstance(node, ast.Name) else ast.unparse(node)


def walked(node: ast.AST) -> list[ast.AST]:
    """All nodes from `node` on, in the order of `ast.walk`, but for those that hold nothing: contexts and operators."""
    found = [node]
    for item in found:
        found += _children(item)
    return found


def _children(node: ast.AST) -> list[ast.AST]:
    found: list[ast.AST] = []
    if isinstance(node, _LEAVES):
        return found
    for name in node._fields:
        value = getattr(node, name, None)
        if isinstance(value, list):
            found += [child for child in value if isinstance(child, ast.AST)]
        elif isinstance(value, ast.AST) and not isinstance(value, _IDLE):
            found.append(value)
    return found


@lru_cache(128)
def own_nodes(node: ast.AST) -> tuple[ast.AST, ...]:
    """All nodes below `node` that run with it: not those of inner functions, classes and lambdas."""
    return tuple(_own_nodes(node))


def _own_nodes(node: ast.AST) -> Iterator[ast.AST]:
    stack = _children(node)
    while stack:
        item = stack.pop()
        yield item
        if not isinstance(item, _SCOPES):
            stack += _children(item)


def is_stub(function: Function) -> bool:
    """Whether a function does nothing but raise."""
    body = [
        item
        for item in function.body
        if not (isinstance(item, ast.Expr) and isinstance(item.value, ast.Constant)) and not isinstance(item, ast.Pass)
    ]
    return len(body) == 1 and isinstance(body[0], ast.Raise)


def accessed(function: Function) -> str:
    """Of a method of a property what is done to the attribute when it runs, as a participle; "" of any other."""
    found = (_ACCESS.get(written(item).rpartition(".")[2]) for item in function.decorator_list)
    return next(filter(None, found), "")
