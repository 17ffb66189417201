"""The names that conditions test -> the values that the function has given them by then. Pure."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from typing import Final

from ingest.explain.bindings import Frame
from ingest.explain.expressions import is_collection, short
from ingest.explain.facts import Condition, Held
from ingest.explain.scope import Bound
from ingest.explain.trees import expression, walked, written
from ingest.explain.whole import is_whole_in

_LOOPS: Final = (ast.For, ast.AsyncFor, ast.comprehension)
_MOST: Final = 3
_LONGEST: Final = 100
_SHORT: Final = 60  # of each of several


def held(conditions: Iterable[Condition], frame: Frame) -> tuple[Held, ...]:
    """Of each name the first time that it is tested, if the function binds it before, and not once more behind."""
    conditions = tuple(conditions)
    found: dict[str, Held] = {}
    anew = {name for condition in conditions for name in condition.before}
    for condition in conditions:
        node = expression(condition.text)
        names = [item.id for item in walked(node) if isinstance(item, ast.Name)] if node is not None else []
        for name in dict.fromkeys(names):
            if name not in found and name not in anew and (known := _held(name, condition.fact.line, frame)):
                found[name] = known
    return tuple(found.values())


def _held(name: str, line: int, frame: Frame) -> Held | None:
    scope = frame.at(line).scope
    bound = sorted(scope.bound(name), key=lambda pair: getattr(pair[0], "lineno", 0))
    if not bound or any(isinstance(at, _LOOPS) for at, _ in bound):
        return _looped(name, line, bound, frame)
    values = () if name in scope.changed else tuple(_values(name, bound))
    is_certain = len(bound) == 1 and scope.is_certain(name)
    facts = tuple(fact for at, _ in bound for fact in frame.source.facts(at, name)) if values else ()
    return Held(
        name,
        values if len(facts) == len(bound) else (),
        is_given=not scope.is_certain(name) and scope.parameter(name) is not None,
        at=bound[0][0].lineno if is_certain and isinstance(bound[0][0], ast.stmt) else 0,
        tested=line,
        facts=facts,
        is_collection=bool(values) and all(is_collection(value, _texts(frame)) for value in values),
    )


def _texts(frame: Frame) -> list[str]:
    """The parameters that are texts by their annotation."""
    given = ((name, frame.scope.parameter(name)) for name in frame.scope.given())
    return [name for name, found in given if found and found[0].annotation and written(found[0].annotation) == "str"]


def _looped(name: str, line: int, bound: list[Bound], frame: Frame) -> Held | None:
    """Of a loop's own variable within the loop, if this may have set it anew: behind it the loop may not have run."""
    loops = [at for at, _ in bound if isinstance(at, ast.For | ast.AsyncFor)]
    if len(loops) != 1 or not isinstance(loops[0].target, ast.Name):
        return None
    if not loops[0].body[0].lineno <= line <= (loops[0].body[-1].end_lineno or 0):
        return None
    # What stands below it in the loop is gone when the next item comes.
    bound = [pair for pair in bound if getattr(pair[0], "lineno", 0) < line]
    if len(bound) == 1:
        return None
    facts = tuple(fact for at, _ in bound for fact in frame.source.facts(at, name))
    return Held(name, (), is_given=False, at=0, tested=line, facts=facts, looped=short(loops[0].iter))


def _values(name: str, bound: list[Bound]) -> Iterator[str]:
    """As source text; nothing unless all are known and short, and more than constants."""
    texts = [" ".join(written(value).split()) for _, value in bound if value is not None]
    is_known = len(texts) == len(bound) <= _MOST and all(isinstance(at, ast.Assign | ast.AnnAssign) for at, _ in bound)
    longest = _LONGEST if len(texts) == 1 else _SHORT
    is_telling = any(value is not None and not isinstance(value, ast.Constant) for _, value in bound)
    # What one of several is made of itself depends on the others.
    is_own = len(texts) > 1 and any(is_whole_in(name, text, before=".'\"") for text in texts)
    if is_known and is_telling and not is_own and all(len(text) <= longest for text in texts):
        yield from dict.fromkeys(texts)
