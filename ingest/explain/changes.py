"""What changes the items of a collection where it stands: in a tree, and in text that is not parsed. Pure."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

CHANGING: Final = (ast.Subscript, ast.AugAssign, ast.Call)  # what may change one, in a tree
_METHODS: Final = (
    "append", "add", "update", "extend", "insert", "setdefault", "pop", "popitem", "popleft", "appendleft", "remove",
    "discard", "clear", "sort", "reverse", "rotate", "extendleft", "difference_update", "intersection_update",
    "symmetric_difference_update",
)  # fmt: skip
_ITEM: Final = r"\[(?:[^\[\]\n]|\[[^\[\]\n]*\])*\][ \t]*(?:[-+*/|&^%@]|//|\*\*|>>|<<)?=(?!=)"
_IN_PLACE: Final = rf"(?:\.(?:{'|'.join(_METHODS)})\(|{_ITEM}|[ \t]*[-+*|&^]=)"
_CHANGING: Final = re.compile(_IN_PLACE)
_DELETING: Final = re.compile(r"\bdel\b[^\n#]{0,200}\Z")
_FARTHEST_DEL: Final = 203
# A name with what it is a part of; statements alone, so that files are searched fast: each line is looked at once.
_STATEMENT: Final = re.compile(rf"\n[ \t]*(?:del[ \t]+([\w.]+)\[|([\w.]+){_IN_PLACE})".encode())


def changed(node: ast.AST) -> str:
    """The name of a collection that a node changes, or one within it; "" if it does not."""
    if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load):
        return _root(node.value)
    if isinstance(node, ast.AugAssign):
        return _root(node.target)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _METHODS:
        return _root(node.func.value)
    return ""


def is_changed(name: str, text: str) -> bool:
    """Whether anything of that name is changed anywhere in a file's text."""
    return any(
        _CHANGING.match(text, at + len(name))
        or (text.startswith("[", at + len(name)) and _DELETING.search(text, max(0, at - _FARTHEST_DEL), at))
        for at in _places(name, text)
    )


def _places(name: str, text: str) -> Iterator[int]:
    """Where in the text a word begins with the name."""
    at = text.find(name)
    while at >= 0:
        if not (text[at - 1 : at].isalnum() or text[at - 1 : at] == "_"):
            yield at
        at = text.find(name, at + 1)


def statements(content: bytes) -> set[bytes]:
    """What statements of a file change, with what it is a part of: `NAMES`, `modes.NAMES`."""
    return {one or other for one, other in _STATEMENT.findall(b"\n" + content)}


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""
