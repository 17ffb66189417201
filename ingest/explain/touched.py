"""A function and a line of it -> whether what its object tells may be another there than when it was called. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from ingest.explain.facts import Condition
from ingest.explain.passage import may_change_own
from ingest.explain.reach import Calling
from ingest.explain.trees import Function, own_nodes, written

_LOOPS: Final = (ast.For, ast.AsyncFor, ast.While)
_OF_OWN: Final = ("self.", "cls.", "super().")


def is_touched(function: Function, conditions: Iterable[Condition], calls: Iterable[Calling]) -> bool:
    """Whether that may be so of one of the conditions, by what the function does or by what those do that call it."""
    last = max((condition.fact.line for condition in conditions), default=0)
    above = [(home.method(owner, name) if owner else None, call.lineno) for _, (home, owner, name), call in calls]
    return _does(function, last) or any(asking is None or _does(asking, line) for asking, line in above)


def _does(function: Function, line: int) -> bool:
    """Whether a function changes its object before it comes to a line, or calls what may do so."""
    own = own_nodes(function)
    # What stands below in a loop runs before the next round.
    last = max((item.end_lineno or 0 for item in own if isinstance(item, _LOOPS) and _is_in(item, line)), default=0)
    before = (item for item in own if 0 < getattr(item, "lineno", 0) < max(line, last + 1))
    return any(_sets(item) or (isinstance(item, ast.Call) and may_change_own(item)) for item in before)


def _is_in(loop: ast.AST, line: int) -> bool:
    return getattr(loop, "lineno", 0) < line <= (getattr(loop, "end_lineno", 0) or 0)


def _sets(node: ast.AST) -> bool:
    is_set = isinstance(node, ast.Attribute) and not isinstance(node.ctx, ast.Load)
    return is_set and written(node).startswith(_OF_OWN)
