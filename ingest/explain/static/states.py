"""The object is in the wrong state: a method has to be called first, or may not have been called."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import listed
from ingest.explain.facts import Setter
from ingest.explain.static.sentences import Sentence, Tested, distinct, solution
from kb.display.explanation import code_span

_NOTHING: Final = frozenset({"None", "False", "0", "''", '""', "()", "[]", "{}", "set()", "dict()", "list()"})
_ENDS: Final = re.compile(
    r"(?:abort|cancel|clear|close|commit|detach|disconnect|end|exit|finish|leave|quit|release|reset|rollback|shutdown|"
    r"stop|unload|unlock|unset)(?![a-z])"
)
_ENTERS: Final = ("__enter__", "__aenter__")


def remedy(tested: Tested) -> Sentence | None:
    """Which methods set the attribute, unless one that users do not call may have to do so."""
    binding = tested.binding
    if binding is None or binding.origin != "state" or binding.name != tested.subject:
        return None
    lacks = is_missing(tested)
    if lacks is None:
        return None
    found = [setter for setter in binding.setters if (setter.value not in _NOTHING) is lacks]
    if lacks and all(setter.method in _ENTERS for setter in found) and found:
        return _entered(tested, binding.owner, found)
    named = [setter for setter in found if not setter.method.startswith("_")]
    # A constructor that sets it to nothing at first is where objects come from, not what to call.
    others = [setter for setter in found if setter not in named and (lacks or setter.method != "__init__")]
    # What resets it among other things is called for those.
    if not named or others or not (lacks or all(_ENDS.match(setter.method) for setter in named)):
        return None
    names = dict.fromkeys(f"{binding.owner}.{item.method}" for item in named)
    methods = listed([code_span(name) for name in names], "or")
    facts = (*tested.condition.facts, *(setter.fact for setter in named))
    does = "sets" if lacks else "resets"
    text = f"Make sure that {methods} was called before: it {does} {code_span(binding.name)}."
    return solution(text, distinct(facts))


def _entered(tested: Tested, owner: str, setters: list[Setter]) -> Sentence:
    verb = "async with" if setters[0].method == "__aenter__" else "with"
    block = f"{_article(verb)} {code_span(verb)} block"
    text = f"Use the {code_span(owner)} in {block}: entering it sets {code_span(tested.subject)}."
    return solution(text, distinct((*tested.condition.facts, *(setter.fact for setter in setters))))


def _article(word: str) -> str:
    return "an" if word.startswith("a") else "a"


def is_missing(tested: Tested) -> bool | None:
    """Whether the condition says that the attribute has no value, or that it has one; None if neither."""
    atom = tested.atom
    if isinstance(atom.right, ast.Constant) and atom.right.value is None:
        return atom.operator in (ast.Is, ast.Eq)
    return atom.is_not if atom.subject is atom.node else None
