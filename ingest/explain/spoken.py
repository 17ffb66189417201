"""A message -> the options that it speaks of by name: the function's own, its object's, or those of what leads to it.

A word counts where it is written as code, or is called an argument or said to have to be something. Pure.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from ingest.explain.bindings import Frame
from ingest.explain.facts import Binding, Caller
from ingest.explain.fields import literal
from ingest.explain.index import Index
from ingest.explain.scope import parameters
from ingest.explain.trees import Function, own_nodes, written

_HOLE: Final = re.compile(r"\{[^{}]*\}")
_MODAL: Final = r"(?:must|should|has to|have to|needs? to|can ?not|can't|can only|may (?:only|not)|is not|only|not)"
_WORD: Final = re.compile(
    r"[`'\"“](?P<quoted>[A-Za-z]\w*)(?:=[^`'\"”]*)?[`'\"”]|\b(?P<long>[a-z]\w*_\w+)\b(?![.(])|\b(?P<set>[a-z]\w*)=(?!=)|"
    r"\b(?P<noun>[a-z]\w*) (?:argument|parameter|keyword|option|kwarg)s?\b|"
    rf"(?:^|[.;,] )(?:[Tt]he )?(?:[A-Z]\w*\.)?(?P<subject>[a-z]\w*) {_MODAL} "
)
_TWO: Final = re.compile(r"\b(?:both|one of) (?:of )?([a-z]\w*),? (?:and|or) ([a-z]\w*)\b")
_MOST_READ: Final = 400
_MOST: Final = 6
_TAKES: Final = ("get", "pop", "setdefault")


def words(message: str) -> list[str]:
    """In the order of the message, each once."""
    text = _HOLE.sub("{}", " ".join(message.split()))[:_MOST_READ]
    found = [next(filter(None, match.groups())) for match in _WORD.finditer(text)]
    found += [word for match in _TWO.finditer(text) for word in match.groups()]
    return list(dict.fromkeys(word for word in found if word not in ("self", "cls")))


def spoken(
    message: str, frame: Frame, callers: tuple[Caller, ...], given: Callable[[Binding], Binding]
) -> tuple[Binding, ...]:
    """What is known of each; `given` says of the function's own who gives it."""
    found: list[Binding] = []
    for word in words(message)[:_MOST]:
        own = _own(word, frame)
        known = given(own) if own else _of_callers(word, callers, frame.index)
        found += [known] if known else []
    return tuple(found)


def _own(word: str, frame: Frame) -> Binding | None:
    """What the function is given by this name, or what its object was made with."""
    if known := frame.parameter(word) or _keyword(word, frame):
        return known
    kept = frame.binding(ast.Attribute(ast.Name("self"), word)) if frame.owner else None
    return kept if kept and kept.origin in ("attribute", "field") and kept.key == word else None


def _keyword(word: str, frame: Frame) -> Binding | None:
    """What the function takes out of its `**kwargs` by this name."""
    for node in own_nodes(frame.function) if frame.scope.variadic else ():
        owner = _asked(node, word)
        if owner in frame.scope.variadic and (facts := frame.source.facts(node, word)):
            return Binding(f"{owner}[{word!r}]", "key", owner, word, facts)
    return None


def _asked(node: ast.AST, word: str) -> str:
    """The name of what is asked for a key."""
    key: ast.expr | None = None
    of: ast.expr | None = None
    if isinstance(node, ast.Subscript):
        of, key = node.value, node.slice
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _TAKES and node.args:
        of, key = node.func.value, node.args[0]
    elif isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        of, key = node.comparators[0], node.left
    is_word = isinstance(key, ast.Constant) and key.value == word
    return of.id if is_word and isinstance(of, ast.Name) else ""


def _of_callers(word: str, callers: tuple[Caller, ...], index: Index) -> Binding | None:
    """A parameter of the functions that users know and that lead to the statement."""
    found = [(caller, known) for caller in callers if (known := _parameter(word, caller, index))]
    if not found:
        return None
    given_to = tuple(caller.qualname for caller, _ in found)
    facts = tuple(dict.fromkeys(fact for _, known in found for fact in known.facts))
    defaults = {known.default for _, known in found}
    default = defaults.pop() if len(defaults) == 1 else None
    is_elsewhere = len(found) < len(callers)
    return replace(found[0][1], facts=facts, default=default, given_to=given_to, is_given_elsewhere=is_elsewhere)


def _parameter(word: str, caller: Caller, index: Index) -> Binding | None:
    source = index.source(caller.fact.path)
    found = source.function_at(caller.fact.line, caller.stands_in or caller.qualname) if source else None
    function: Function | None = found[0] if found else None
    if source is None or function is None:
        return None
    for argument, default in parameters(function):
        if argument.arg == word:
            annotation = written(argument.annotation) if argument.annotation else ""
            facts = source.facts(argument, word)
            value = literal(default, source, index)
            return Binding(word, "parameter", function.name, word, facts, default=value, annotation=annotation)
    return None
