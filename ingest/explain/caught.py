"""A statement -> what always catches its error: in its own function, or in the one that calls that. Pure.

Of a function that users may call themselves nobody knows who catches what it raises.
"""

from __future__ import annotations

from typing import Final

from ingest.explain.facts import Evidence, Kept
from ingest.explain.passage import Keeper, header, keeper, keeper_of_call, returned
from ingest.explain.reach import Called, Calls
from ingest.explain.source import Source
from ingest.explain.trees import Function

_MOST_CALLS: Final = 3


def kept(source: Source, function: Function, known: Evidence, calls: Calls) -> Kept | None:
    found = keeper(known.exc_type, known.bases, function, known.line)
    if found:
        return _kept(source, found, "")
    called = (source, known.owner, function.name)
    is_open = "<locals>" in known.qualname or not known.exc_type or calls.are_users(called)
    return None if is_open else _above(called, known, calls)


def _above(called: Called, known: Evidence, calls: Calls) -> Kept | None:
    """What the one function does that calls it; several may each do something else."""
    every = calls.of(called) if calls.are_known(called) else []
    if not 0 < len(every) <= _MOST_CALLS or len({caller.qualname for caller, _, _ in every}) != 1:
        return None
    found = []
    for caller, (home, owner, name), call in every:
        function = home.method(owner, name) if owner else home.module_function(name)
        catching = keeper_of_call(function, call, known.exc_type, known.bases) if function else None
        found.append(_kept(home, catching, caller.qualname) if catching else None)
    return found[0] if all(found) else None


def _kept(source: Source, found: Keeper, by: str) -> Kept | None:
    written = header(found)
    fact = source.fact(found, written.partition(" ")[0])
    return Kept(written, returned(found), fact, by) if fact else None
