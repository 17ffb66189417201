"""The guards of a statement -> those that still hold where it runs, and whether they are all that decides. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, Final

from ingest.explain.bindings import Frame
from ingest.explain.expressions import free_names
from ingest.explain.facts import Condition, Fact
from ingest.explain.source import Source
from ingest.explain.trees import expression, walked, written
from kb.guards import is_condition

_LONGEST_RETURNED: Final = 60

Guards = Sequence[dict[str, Any]]  # as in RaiseSite.facts


def conditions_of(guards: Guards, line: int, source: Source, frame: Frame | None) -> Iterator[Condition]:
    """Those of the statement on `line`; `frame` is its function as it is there."""
    for guard in guards:
        at, text = int(guard["line"]), guard["text"]
        if not 0 < at <= len(source.lines):
            continue
        if frame and is_condition(text) and not _holds_still(text, frame, at):
            continue
        fact = Fact(source.path, at, source.lines[at - 1].strip())
        if frame is None:
            yield Condition(text, fact)
        else:
            is_trap, is_passed = frame.scope.is_trap(at, line), frame.scope.is_passed(at, line)
            yield Condition(text, fact, is_trap=is_trap, is_passed=is_passed)


def past_conditions(guards: Guards, line: int, source: Source, frame: Frame) -> Iterator[Condition]:
    """Those of the blocks around the statement that held when they were tested, on what has been set anew since."""
    for guard in guards:
        at, text = int(guard["line"]), guard["text"]
        if not 0 < at <= len(source.lines) or not is_condition(text) or not frame.scope.is_around(at, line):
            continue
        if changed := _set_since(text, frame, at):
            given = set(frame.at(at).scope.given())
            fact = Fact(source.path, at, source.lines[at - 1].strip())
            yield Condition(text, fact, before=changed, is_given=given.issuperset(changed))


def is_settled(
    guards: Guards, conditions: Sequence[Condition], ended: Fact | None, line: int, frame: Frame | None
) -> bool:
    """Not where a condition was left out, nor where something else may have ended the function before.

    `ended` is the loop whose end led to the statement, if one did.
    """
    if frame is None or len(conditions) != len(guards):
        return False
    tested = [condition.fact.line for condition in conditions]
    return frame.scope.is_settled(line, [*tested, ended.line] if ended else tested)


def instead(conditions: Sequence[Condition], line: int, frame: Frame) -> tuple[str, Fact] | None:
    """What is returned where the last condition of the statement on `line` does not hold, as source, if just that."""
    found = frame.scope.otherwise(conditions[-1].fact.line, line) if conditions else None
    value = written(found.value) if found and found.value else "None"
    fact = frame.source.fact(found, "return") if found and len(value) <= _LONGEST_RETURNED else None
    return (value, fact) if fact else None


def _holds_still(guard: str, here: Frame, line: int) -> bool:
    """Whether what was tested on `line` is still so: nothing that it is about has been set anew since."""
    return not _set_since(guard, here, line)


def _set_since(guard: str, here: Frame, line: int) -> tuple[str, ...]:
    """The names and attributes in a guard tested on `line` that may have been set since."""
    names, attributes = _about(guard)
    there = here.at(line)
    changed = [name for name in names if here.scope.bound(name) != there.scope.bound(name)]
    return (*changed, *(attribute for attribute in attributes if here.scope.is_set_since(attribute, line)))


@lru_cache(1024)
def _about(guard: str) -> tuple[list[str], list[str]]:
    """The names in it that are not its own, and the attributes as written."""
    node = expression(guard)
    nodes = walked(node) if node is not None else []
    names = dict.fromkeys(free_names(node)) if node is not None else {}
    return list(names), [written(item) for item in nodes if isinstance(item, ast.Attribute)]
