"""Code of an answer -> "" if it may be shown, else why not. Pure; nothing is run."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from ingest.explain.llm.code import WORD
from ingest.explain.llm.vocabulary import Vocabulary
from ingest.explain.trees import Unreadable, parsed

LONGEST: Final = 1500
_FORBIDDEN: Final = frozenset({"exec", "eval", "compile", "__import__", "breakpoint", "input", "open"})
_BUILT_IN: Final = frozenset(name for kind in (str, dict, list, tuple, set, bytes, int, float) for name in dir(kind))


def tidied(text: str) -> str:
    """The code as Python writes it: without comments, on lines of its own. Raises Unreadable."""
    if len(text) > LONGEST:
        raise Unreadable("too long")
    return ast.unparse(parsed(text))


def fault(text: str, known: Vocabulary, *, values_are_free: bool = False) -> str:
    """`values_are_free`: a value may be made up, as one that triggers an error must be at times."""
    try:
        tree = parsed(tidied(text))
    except (Unreadable, ValueError, RecursionError):
        return "no code"
    if not tree.body:
        return "empty"
    names = list(_names(tree))
    if _FORBIDDEN & set(names):
        return "forbidden call"
    bound = set(_bound(tree))
    if not all(known.knows(name) or name in bound or name in _BUILT_IN for name in names):
        return "unknown name"
    if not all(_is_known(node, known, is_free=values_are_free) for node in ast.walk(tree)):
        return "unknown value"
    return "" if known.telling & {*names, *_words(tree)} else "not of this error"


def _names(tree: ast.AST) -> Iterator[str]:
    """Every name that the code uses from elsewhere."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.keyword) and node.arg:
            yield node.arg
        elif isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names]
            modules += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
            yield from (part for module in modules for part in module.split("."))


def _bound(tree: ast.AST) -> Iterator[str]:
    """Names that the code gives something to itself."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.ExceptHandler | ast.alias):
            yield (node.name if isinstance(node, ast.ExceptHandler) else node.asname) or ""


def _is_known(node: ast.AST, known: Vocabulary, *, is_free: bool) -> bool:
    """Whether a value is in the source; a free one may be any number or single word."""
    if not isinstance(node, ast.Constant) or isinstance(node.value, bool | None.__class__ | type(...)):
        return True
    if isinstance(node.value, str):
        words = WORD.findall(node.value)
        return all(map(known.knows, words)) or (is_free and node.value.isidentifier())
    return is_free or node.value in (0, 1) or str(node.value) in known.names


def _words(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from WORD.findall(node.value)
