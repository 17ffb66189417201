"""A condition on how many of several values are `None` -> for which numbers of given ones it holds. Pure."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from ingest.explain.trees import written

_HOLDS: Final[dict[type[ast.cmpop], Callable[[int, int], bool]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip
_MOST: Final = 6


@dataclass(frozen=True, slots=True)
class Counted:
    """`names`, as source, and how many of them have to be given, not `None`, for the condition to hold."""

    names: tuple[str, ...]
    numbers: frozenset[int]

    @property
    def others(self) -> frozenset[int]:
        """The numbers for which it does not hold."""
        return frozenset(range(len(self.names) + 1)) - self.numbers

    def told(self, numbers: frozenset[int]) -> str:
        """Numbers in words, as they stand before "of"; "" of those that have none."""
        most = len(self.names)
        known = {
            (0,): "none", (1,): "exactly one", (0, 1): "at most one", tuple(range(1, most + 1)): "at least one",
            tuple(range(2, most + 1)): "more than one", (most,): "both" if most == 2 else "all",
        }  # fmt: skip
        return known.get(tuple(sorted(numbers)), "")


def counted(node: ast.expr) -> Counted | None:
    """Of a sum of tests, compared with a number that is written out; None of anything else."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or type(node.ops[0]) not in _HOLDS:
        return None
    right = node.comparators[0]
    tests = list(_tests(node.left))
    known = [found for test in tests if (found := _absent(test))]
    names = tuple(dict.fromkeys(name for name, _ in known))
    kinds = {is_absent for _, is_absent in known}
    is_number = isinstance(right, ast.Constant) and type(right.value) is int
    if not is_number or not 1 < len(names) <= _MOST or not len(names) == len(known) == len(tests) or len(kinds) != 1:
        return None
    holds, number = _HOLDS[type(node.ops[0])], right.value  # type: ignore[attr-defined]
    given = (
        len(names) - count if kinds == {True} else count for count in range(len(names) + 1) if holds(count, number)
    )
    return Counted(names, frozenset(given))


def _tests(node: ast.expr) -> Iterator[ast.expr]:
    """What is counted, each as a comparison."""
    match node:
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            yield from (*_tests(left), *_tests(right))
        case ast.Call(func=ast.Name(id="int" | "bool"), args=[test], keywords=[]):
            yield test
        case ast.Call(func=ast.Name(id="sum"), args=[ast.List(elts=items) | ast.Tuple(elts=items)], keywords=[]):
            yield from items
        case ast.Call(func=ast.Name(id="sum"), args=[ast.GeneratorExp() | ast.ListComp() as looped], keywords=[]):
            yield from _each(looped)
        case ast.Call(
            func=ast.Attribute(value=ast.List(elts=items) | ast.Tuple(elts=items), attr="count"), args=[value]
        ):
            yield from (ast.Compare(item, [ast.Is()], [value]) for item in items)
        case _:
            yield node


def _each(looped: ast.GeneratorExp | ast.ListComp) -> Iterator[ast.expr]:
    """A test of the one variable, as one of each item that is written out."""
    loop = looped.generators[0]
    test = looped.elt
    is_counting = isinstance(test, ast.Constant) and test.value == 1 and len(loop.ifs) == 1
    test = loop.ifs[0] if is_counting else test
    is_plain = len(looped.generators) == 1 and (is_counting or not loop.ifs)
    if not is_plain or not isinstance(loop.iter, ast.List | ast.Tuple) or not isinstance(test, ast.Compare):
        return
    if written(test.left) == written(loop.target):
        yield from (ast.Compare(item, test.ops, test.comparators) for item in loop.iter.elts)


def _absent(node: ast.expr) -> tuple[str, bool] | None:
    """What is tested for being `None`, and whether it has to be."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not isinstance(node.ops[0], ast.Is | ast.IsNot):
        return None
    right = node.comparators[0]
    is_none = isinstance(right, ast.Constant) and right.value is None
    is_named = isinstance(node.left, ast.Name | ast.Attribute)
    return (written(node.left), isinstance(node.ops[0], ast.Is)) if is_none and is_named else None
