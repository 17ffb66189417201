"""PURE: a value, and the conditions that held when its statement ran -> what those say of the value.

A condition counts where it compares the Hole's expression with a constant, and surely holds: of `a and b` both do.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

MOST_CONDITIONS = 20  # the nearest ones
LONGEST = 300  # characters of a condition, expression or value that is taken apart

QUOTED: Final = re.compile(r"""b?'(?:[^'\\]|\\.)*+'|b?"(?:[^"\\]|\\.)*+\"""", re.DOTALL)
_MEMBER: Final = re.compile(r"[A-Z]\w*\.\w+")
_ORDERS: Final = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)
_OPERATORS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda one, other: one in other, ast.NotIn: lambda one, other: one not in other,
    ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip


class Comparison(NamedTuple):
    """An expression that a condition compares with a constant; `is_denied`: that it does not hold is the condition."""

    left: str
    compare: ast.cmpop
    constant: object
    is_denied: bool


def compared_in(conditions: Sequence[str]) -> list[Comparison]:
    """The comparisons with constants in the nearest of these."""
    return [one for text in conditions[-MOST_CONDITIONS:] for one in _compared(text)]


def as_conditioned(node: ast.expr | None, value: str, compared: Sequence[Comparison]) -> Iterator[bool]:
    """What the conditions say that compare the expression with constants. To be other than a constant is nothing."""
    wanted = ast.unparse(node) if node is not None and compared else None
    for one in compared:
        if one.left != wanted or (truth := _is_true(one, value)) is None:
            continue
        is_other = isinstance(one.compare, ast.NotEq | ast.NotIn | ast.IsNot)
        if truth is one.is_denied:
            yield False
        elif isinstance(one.compare, _ORDERS) or is_other is one.is_denied:
            yield True


def parsed(expression: str) -> tuple[ast.expr | None, str]:
    """An expression's tree and its conversion (`r`), as a Hole is written; (None, "") where it is no Python."""
    bare, _, conversion = expression.rpartition("!") if expression[-2:] in ("!r", "!s", "!a") else (expression, "", "")
    try:
        return ast.parse(bare, mode="eval").body, conversion
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None, ""


@lru_cache(maxsize=2048)
def _compared(condition: str) -> tuple[Comparison, ...]:
    """The comparisons with constants that a condition surely is made of; () where it is too long or no Python."""
    node = parsed(condition)[0] if len(condition) <= LONGEST else None
    found = []
    for compared, is_denied in _comparisons(node, is_denied=False):
        try:
            constant = ast.literal_eval(compared.comparators[0])
            found.append(Comparison(ast.unparse(compared.left), compared.ops[0], constant, is_denied))
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            continue
    return tuple(found)


def _comparisons(node: ast.expr | None, *, is_denied: bool) -> Iterator[tuple[ast.Compare, bool]]:
    """The single comparisons that a condition surely is made of, and whether they are denied."""
    match node:
        case ast.UnaryOp(op=ast.Not()):
            yield from _comparisons(node.operand, is_denied=not is_denied)
        case ast.BoolOp() if isinstance(node.op, ast.Or) is is_denied:
            for operand in node.values:
                yield from _comparisons(operand, is_denied=is_denied)
        case ast.Compare() if len(node.ops) == 1:
            yield node, is_denied


def _is_true(compared: Comparison, value: str) -> bool | None:
    """Whether the comparison holds of the value; None where nobody can tell."""
    other = compared.constant
    compares_texts = all(isinstance(one, str) for one in (other if isinstance(other, tuple | list | set) else [other]))
    if compares_texts and not QUOTED.fullmatch(value):
        # A member of an enumeration of texts is printed by its name.
        return None if _MEMBER.fullmatch(value) else _holds(compared.compare, value, other)
    try:
        read = ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    return None if _is_rounded(compared.compare, value, read, other) else _holds(compared.compare, read, other)


def _is_rounded(compare: ast.cmpop, value: str, read: object, other: object) -> bool:
    """May the number have been another before it was printed, so that the comparison would come out otherwise?"""
    if (
        not isinstance(read, int | float)
        or not isinstance(other, int | float)
        or float not in (type(read), type(other))
    ):
        return False
    digits = len(value.partition(".")[2])
    return not isinstance(compare, _ORDERS) or round(other, digits) == read


def _holds(compare: ast.cmpop, one: object, other: object) -> bool | None:
    holds = _OPERATORS.get(type(compare))
    try:
        return None if holds is None else bool(holds(one, other))
    except TypeError:
        return None
