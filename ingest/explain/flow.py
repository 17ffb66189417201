"""A function and a line of it -> which of a name's bindings may be in force there. Pure.

Branches that exclude one another, what comes later outside of a loop, and what a later binding replaces for certain are
left out; where that is not certain, a binding counts.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from ingest.explain.trees import Function, own_nodes

Step = tuple[ast.stmt, str]  # a compound statement, and which block of it
Path = tuple[Step, ...]

_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_TRIES: Final = (ast.Try, ast.TryStar)
_ALWAYS: Final = (ast.Assign, ast.AnnAssign, ast.For, ast.AsyncFor, ast.withitem, ast.ExceptHandler)


class Flow:
    """The blocks of one function."""

    def __init__(self, function: Function) -> None:
        self._body = function.body
        self._paths: dict[int, Path] = {}

    def reaching(self, binders: Sequence[ast.AST], line: int, limit: int) -> tuple[list[int], int | None]:
        """Which of `binders`, by place, may be in force on `line`; those from line `limit` on run later.

        The second is the place of the one that runs for certain before, so that older values are gone.
        """
        here = self._path(line)
        lines = [_line(binder) for binder in binders]
        paths = [self._path(at) for at in lines]
        before = [
            place
            for place, binder in enumerate(binders)
            if lines[place] < limit and _is_certain(binder, paths[place], here)
        ]
        last = max(before, key=lambda place: lines[place], default=None)
        newest = (paths[last], lines[last]) if last is not None else None
        found = [
            place
            for place, (at, path) in enumerate(zip(lines, paths, strict=True))
            if _reaches(path, here, is_later=at >= limit)
            and not (newest and _is_replaced(newest, path, here, at, is_later=at >= limit))
        ]
        return found, last

    def is_settled(self, line: int, exits: Sequence[ast.stmt], tested: Collection[int]) -> bool:
        """Whether what is tested on the lines `tested` alone decides that `line` is come to.

        `exits` leave a block. One before `line` is accounted for where the `if` or loop around it is among `tested`.
        """
        here = self._path(line)
        return not any(exit.lineno < line and _may_leave(exit, self._path(exit.lineno), here, tested) for exit in exits)

    def loop_before(self, line: int, since: int) -> ast.stmt | None:
        """The loop below line `since` that ended without the `return` in it, so that `line` is come to."""
        loops = [
            item
            for block in self._around(line)
            for item in block
            if isinstance(item, _LOOPS) and since < item.lineno and (item.end_lineno or 0) < line and _returns(item)
        ]
        return loops[-1] if loops else None

    def following(self, statement: ast.stmt) -> ast.stmt | None:
        """What comes after a statement in its block."""
        for block in self._around(statement.lineno):
            for item, after in pairwise(block):
                if item is statement:
                    return after
        return None

    def _around(self, line: int) -> list[list[ast.stmt]]:
        """The blocks that a line stands in."""
        path = self._path(line)
        return [self._body, *(block for item, name in path for called, _, block in _blocks(item) if called == name)]

    def _path(self, line: int) -> Path:
        if line not in self._paths:
            self._paths[line] = tuple(_steps(self._body, line))
        return self._paths[line]


def _line(binder: ast.AST) -> int:
    if isinstance(binder, ast.comprehension):
        return binder.target.lineno
    return binder.context_expr.lineno if isinstance(binder, ast.withitem) else int(getattr(binder, "lineno", 0))


def _steps(body: Sequence[ast.stmt], line: int) -> list[Step]:
    """The blocks around a line, outermost first; those of `with` are none, since they always run."""
    inner = next((item for item in body if item.lineno <= line <= (item.end_lineno or item.lineno)), None)
    if inner is None or isinstance(inner, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return []
    for name, first, block in _blocks(inner):
        if block and first <= line <= (block[-1].end_lineno or 0):
            step = [] if isinstance(inner, ast.With | ast.AsyncWith) else [(inner, name)]
            return [*step, *_steps(block, line)]
    return []


@lru_cache(512)
def _blocks(item: ast.stmt) -> list[tuple[str, int, list[ast.stmt]]]:
    """The blocks of a statement: what each is called, its first line and its statements."""
    found = []
    for name in ("body", "orelse", "finalbody"):
        block = getattr(item, name, None)
        if isinstance(block, list) and block:
            found.append((name, block[0].lineno, block))
    for number, handler in enumerate(getattr(item, "handlers", ())):
        found.append((f"handler {number}", handler.lineno, handler.body))
    for number, case in enumerate(getattr(item, "cases", ())):
        found.append((f"case {number}", case.pattern.lineno, case.body))
    return found


def _returns(loop: ast.stmt) -> bool:
    return any(isinstance(node, ast.Return) for node in own_nodes(loop))


def _shared(one: Path, other: Path) -> int:
    at = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        at += 1
    return at


def _reaches(path: Path, here: Path, *, is_later: bool) -> bool:
    shared = _shared(path, here)
    if any(isinstance(item, _LOOPS) for item, _ in path[:shared]):
        return True
    if is_later:
        return False
    rest = path[shared:]
    if rest and len(here) > shared and here[shared][0] is rest[0][0] and _exclude(rest[0], here[shared]):
        return False
    return any(isinstance(item, _TRIES) for item, _ in rest) or not any(_leaves(*step) for step in rest)


def _may_leave(exit: ast.stmt, path: Path, here: Path, tested: Collection[int]) -> bool:
    """Whether a statement may keep a line from being come to, for a reason that is not among what is tested."""
    shared = _shared(path, here)
    rest = path[shared:]
    if not rest:
        return False
    if len(here) > shared and here[shared][0] is rest[0][0]:
        # Of the blocks of one statement, `else` alone needs that the block of a `try` is come through.
        if not isinstance(rest[0][0], _TRIES) or (rest[0][1], here[shared][1]) != ("body", "orelse"):
            return False
        rest = rest[1:]
    if not rest:
        return True
    if isinstance(exit, ast.Continue | ast.Break) and any(isinstance(item, _LOOPS) for item, _ in rest):
        return False
    first = rest[0][0]
    if isinstance(first, ast.If):
        return not any(first.lineno <= at <= (first.test.end_lineno or 0) for at in tested)
    return first.lineno not in tested


def _exclude(one: Step, other: Step) -> bool:
    """Whether of two blocks of a statement only one runs."""
    item, names = one[0], {one[1], other[1]}
    if isinstance(item, _TRIES):
        return "body" not in names and "finalbody" not in names
    return isinstance(item, ast.If | ast.Match)


def _leaves(item: ast.stmt, name: str) -> bool:
    """Whether the function ends with the block."""
    block = next((block for called, _, block in _blocks(item) if called == name), [])
    return bool(block) and isinstance(block[-1], ast.Return | ast.Raise)


def _is_certain(binder: ast.AST, path: Path, here: Path) -> bool:
    if not isinstance(binder, _ALWAYS) or path != here[: len(path)]:
        return False
    # A loop may have nothing to go through.
    return not isinstance(binder, ast.For | ast.AsyncFor) or (binder, "body") in here


def _is_replaced(newest: tuple[Path, int], path: Path, here: Path, line: int, *, is_later: bool) -> bool:
    """Whether the certain binding `newest` runs between this one and the line."""
    if not is_later:
        return line < newest[1]
    loops = [step for step in path[: _shared(path, here)] if isinstance(step[0], _LOOPS)]
    return bool(loops) and loops[-1] in newest[0]
