"""The message says what an option has to be: whose option that is, where nothing else tells what to set."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from typing import Final

from ingest.explain.expressions import subjects
from ingest.explain.facts import Binding
from ingest.explain.static.objects import is_given_whole
from ingest.explain.static.options import called, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, solution

_DEMAND: Final = re.compile(
    r"(?:(?:the|argument|parameter|option|keyword|setting|"
    r"(?:values?|elements?|items?|entries|length) (?:in|of|for))\s+)*"
    r"(?P<quote>[`'\"]*)(?:[A-Z]\w*\.)?(?P<name>\w+)(?P=quote)\s+"
    r"(?:(?:argument|parameter|option|keyword|setting|value)s?\s+)?"
    r"(?:must|should|has to|have to|needs? to|can only|may only) "
    r"(?:(?:all|only|either|both) )*"
    r"(?:be|contain|have|match|start|end|consist|equal|define|include)\b"
    r"(?! (?:used|called|set|given|passed|specified)\b)",
    re.IGNORECASE,
)
# What follows is what was given instead.
_INSTEAD: Final = re.compile(
    r"[,;.:]? *\(?\b(?:but )?(?:got|not|received|found|instead|(?:which )?(?:was|is))\b[^,;]*\{|\. |[,;(] *\{"
)
_LONGEST: Final = 160
_MOST_READ: Final = 400


def remedies(case: Case) -> list[Sentence]:
    message = " ".join(case.evidence.message.split())[:_MOST_READ]
    found = _DEMAND.match(message)
    option = next((item for item in _options(case) if found and item.key == found["name"]), None)
    if found is None or option is None or case.evidence.attempt is not None:
        return []
    cut = _INSTEAD.search(message, found.end())
    said = message[: cut.start() if cut else len(message)].rstrip(" .,;(")
    if "{" in said or len(said) > _LONGEST or len(said) < found.end() + 2:
        return []
    text = f"Give {called(option, case.where)} what the message asks for: “{said}”."
    return [solution(text, (*case.evidence.said(found["name"]), *option.facts))]


def _options(case: Case) -> Iterator[Binding]:
    """What the conditions that decide are about, and what that is made of."""
    for tested in case.tested:
        for node in subjects(tested.atom.node):
            binding = case.evidence.binding(ast.unparse(node))
            keys = [item.key for item in binding.roots] if binding else []
            # Of what is set in several ways, none of them is the one that the message means.
            roots = [item for item in binding.roots if keys.count(item.key) == 1] if binding else []
            for item in (binding, *roots) if binding else ():
                # An operator is not given its operands by name.
                is_operand = any(map(_is_special, item.given_to))
                if item.is_option and is_within_reach(case, item) and not is_given_whole(item) and not is_operand:
                    yield item


def _is_special(function: str) -> bool:
    name = function.rpartition(".")[2]
    return name.startswith("__") and name != "__init__"
