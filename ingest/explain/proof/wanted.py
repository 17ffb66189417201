"""The text that a test expects -> literal pieces, with None for what may be anything. Pure.

Tests give a regular expression as a rule, which often is plain text with its brackets escaped, or none at all.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from typing import Final

Pieces = tuple[str | None, ...]
ANYTHING: Final[Pieces] = (None,)

_FORMAT: Final = re.compile(r"%(?:\(\w+\))?[-+ #0-9.]*[a-zA-Z]|\{[^{}]*\}")
_TOKEN: Final = re.compile(
    r"\\(?P<escaped>[^\w\s])|(?P<any>\\[a-zA-Z]|\[\^?\]?[^\]]*\]|\.(?=[*+?{]))|(?P<mark>[\^$()])|(?P<or>\|)|"
    r"(?P<plain>[^\\\[.^$()|*+?{]+(?![*+?{])|.)",
    re.DOTALL,
)
_REPEAT: Final = re.compile(r"[*+?]\??|\{\d*,?\d*\}")


def wanted(node: ast.expr | None, name: Callable[[str], ast.expr | None], *, is_regex: bool) -> Pieces:
    """What an expression says, for `is_regex` as a regular expression; `name` gives the value of a variable."""
    match node:
        case ast.Constant(value=str() as text):
            return _regex(text) if is_regex else (text,)
        case ast.JoinedStr():
            parts = (
                wanted(value, name, is_regex=is_regex) if isinstance(value, ast.Constant) else ANYTHING
                for value in node.values
            )
            return joined(*parts)
        case ast.BinOp(op=ast.Add()):
            return joined(wanted(node.left, name, is_regex=is_regex), wanted(node.right, name, is_regex=is_regex))
        case ast.BinOp(op=ast.Mod(), left=ast.Constant(value=str() as text)):
            return _formatted(text, is_regex=is_regex)
        case ast.Call(func=ast.Attribute(attr="format", value=ast.Constant(value=str() as text))):
            return _formatted(text, is_regex=is_regex)
        case ast.Call(func=ast.Attribute(attr="escape"), args=[inner, *_]):
            return wanted(inner, name, is_regex=False)
        case ast.Name():
            value = name(node.id)
            # Only one step: a variable may be made of itself, as in `msg = re.escape(msg)`.
            return ANYTHING if value is None else wanted(value, lambda _: None, is_regex=is_regex)
    return ANYTHING


def joined(*many: Pieces) -> Pieces:
    result: list[str | None] = []
    for piece in (piece for pieces in many for piece in pieces):
        if result and isinstance(piece, str) and isinstance(result[-1], str):
            result[-1] += piece
        elif piece or (piece is None and (not result or result[-1] is not None)):
            result.append(piece)
    return tuple(result)


def _formatted(text: str, *, is_regex: bool) -> Pieces:
    """A text with places to fill in."""
    parts: list[Pieces] = []
    for literal in _FORMAT.split(text):
        parts += [_regex(literal) if is_regex else (literal,), ANYTHING]
    return joined(*parts[:-1])


def _regex(text: str) -> Pieces:
    """The literal parts of a regular expression; none of one that has alternatives."""
    result: list[Pieces] = []
    at = 0
    while token := _TOKEN.match(text, at):
        at = token.end()
        repeat = _REPEAT.match(text, at)
        if token["or"]:
            return ANYTHING
        if repeat and not token["mark"]:
            at = repeat.end()
            result.append(ANYTHING)
        elif token["any"]:
            result.append(ANYTHING)
        elif token["mark"]:
            at = repeat.end() if repeat and token["mark"] == ")" else at
        else:
            result.append((token["escaped"] or token["plain"],))
    return joined(*result)
