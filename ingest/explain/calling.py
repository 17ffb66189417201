"""A call of the function that raises -> the conditions of its caller that lead to it. Pure.

For a statement that stands in a function without conditions: those decide that stand around the call.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from ingest.explain.conditions import atoms
from ingest.explain.expressions import free_names
from ingest.explain.facts import Condition, Led
from ingest.explain.reach import Called, Calling
from ingest.explain.scope import Scope, scope_of
from ingest.explain.source import Source
from ingest.explain.trees import Function, walked, written
from kb.guards import deciding

_MOST: Final = 2
_MOST_CONDITIONS: Final = 2
_LEAVING: Final = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def led(calls: Sequence[Calling]) -> tuple[Led, ...]:
    """Of each call; nothing unless all of them are few and have conditions."""
    found = [_led(at, call) for _, at, call in calls] if len(calls) <= _MOST else []
    known = [item for item in found if item]
    return tuple(known) if len(known) == len(calls) else ()


def _led(at: Called, call: ast.Call) -> Led | None:
    source, owner, name = at
    function = source.method(owner, name) if owner else source.module_function(name)
    fact = source.fact(call, _name(call))
    if function is None or fact is None:
        return None
    conditions = tuple(_conditions(function, call, source))
    return Led(f"{owner}.{name}" if owner else name, conditions, fact) if conditions else None


def _name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else written(call.func)


def _conditions(function: Function, call: ast.Call, source: Source) -> Iterator[Condition]:
    whole = scope_of(function)
    tests = list(_tests(function, call))
    decisive = deciding([text for text, _ in tests])[-_MOST_CONDITIONS:]
    here = whole.at(call.lineno, call.lineno + 1)
    for text, line in tests:
        is_shown = text in decisive or text.startswith("except")
        fact = source.line_fact(line, source.lines[line - 1].strip())
        if is_shown and fact and _is_still_so(text, line, here, whole):
            yield Condition(text, fact[0])


def _tests(function: Function, call: ast.Call) -> Iterator[tuple[str, int]]:
    """The branches and handlers around a call, outermost first; else the check in front of it that was passed."""
    body: Sequence[ast.stmt] = function.body
    passed: list[tuple[str, int]] = []
    is_around = False
    while around := next((item for item in body if _is_within(call, [item])), None):
        passed = [
            (f"not ({written(item.test)})", item.lineno)
            for item in body[: body.index(around)]
            if isinstance(item, ast.If) and not item.orelse and isinstance(item.body[-1], _LEAVING)
        ]
        for text, line, block in _blocks(around):
            if _is_within(call, block):
                body = block
                if text:
                    is_around = True
                    yield text, line
                break
        else:
            break
    if not is_around:
        yield from passed[-1:]


def _blocks(item: ast.stmt) -> Iterator[tuple[str, int, list[ast.stmt]]]:
    """The blocks of a statement, each with what holds in it, "" if that is nothing to speak of."""
    is_if = isinstance(item, ast.If)
    test = written(item.test) if isinstance(item, ast.If) else ""
    for name, text in (("body", test), ("orelse", f"not ({test})" if is_if else ""), ("finalbody", "")):
        if isinstance(block := getattr(item, name, None), list):
            yield text, item.lineno, block
    for handler in getattr(item, "handlers", ()):
        yield f"except {written(handler.type)}" if handler.type else "except", handler.lineno, handler.body
    yield from (("", item.lineno, case.body) for case in getattr(item, "cases", ()))


def _is_within(node: ast.expr, block: Sequence[ast.stmt]) -> bool:
    return bool(block) and block[0].lineno <= node.lineno <= (block[-1].end_lineno or 0)


def _is_still_so(text: str, line: int, here: Scope, whole: Scope) -> bool:
    there = whole.at(line, line + 1)
    found = atoms(text)
    nodes = [item for atom in found for item in walked(atom.node)]
    names = [name for atom in found for name in free_names(atom.node)]
    attributes = [written(item) for item in nodes if isinstance(item, ast.Attribute)]
    is_bound_alike = all(here.bound(name) == there.bound(name) for name in names)
    return is_bound_alike and not any(here.is_set_since(attribute, line) for attribute in attributes)
