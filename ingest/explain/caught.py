"""A statement -> what always catches its error: in its own function, or in the one that calls that. Pure.

Of a function that users may call themselves nobody knows who catches what it raises, nor of one that is handed on or
that runs at another time than when it is called.
"""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.facts import Evidence, Kept
from ingest.explain.fields import name_of
from ingest.explain.passage import Keeper, header, keeper, keeper_of_call, returned
from ingest.explain.reach import Called, Calls
from ingest.explain.source import Source
from ingest.explain.trees import Function, own_nodes, walked

_MOST_CALLS: Final = 3
# What leaves a call as it is written.
_PLAIN: Final = frozenset({"cache", "classmethod", "lru_cache", "staticmethod"})


def kept(source: Source, function: Function, known: Evidence, calls: Calls) -> Kept | None:
    found = keeper(known.exc_type, known.bases, function, known.line)
    if found:
        return _kept(source, found, "")
    called = (source, known.owner, function.name)
    is_open = "<locals>" in known.qualname or not known.exc_type or not _runs_when_called(function)
    return None if is_open else _above(called, function, known, calls)


def _runs_when_called(function: Function) -> bool:
    """Whether it raises where it is called: a generator does so where its items are asked for, a task elsewhere."""
    is_plain = all(name_of(item) in _PLAIN for item in function.decorator_list)
    return is_plain and not any(isinstance(item, ast.Yield | ast.YieldFrom) for item in own_nodes(function))


def _above(called: Called, function: Function, known: Evidence, calls: Calls) -> Kept | None:
    """What the one function does that calls it; several may each do something else."""
    every = calls.of(called) if calls.are_all(called) else []
    if not 0 < len(every) <= _MOST_CALLS or len({caller.qualname for caller, _, _ in every}) != 1:
        return None
    found = []
    for caller, (home, owner, name), call in every:
        asking = home.method(owner, name) if owner else home.module_function(name)
        if asking is None or not _runs_there(asking, call, is_awaited=isinstance(function, ast.AsyncFunctionDef)):
            return None
        catching = keeper_of_call(asking, call, known.exc_type, known.bases)
        found.append(_kept(home, catching, caller.qualname) if catching else None)
    return found[0] if all(found) else None


def _runs_there(function: Function, call: ast.Call, *, is_awaited: bool) -> bool:
    """Whether what is called runs while the function is at the call: not in what only runs later, if ever."""
    own = own_nodes(function)
    looped = [inner for item in own if isinstance(item, ast.GeneratorExp) for inner in walked(item)]
    if not any(item is call for item in own) or any(item is call for item in looped):
        return False
    return not is_awaited or any(isinstance(item, ast.Await) and item.value is call for item in own)


def _kept(source: Source, found: Keeper, by: str) -> Kept | None:
    written = header(found)
    fact = source.fact(found, written.partition(" ")[0])
    return Kept(written, returned(found), fact, by) if fact else None
