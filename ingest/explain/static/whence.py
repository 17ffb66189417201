"""Where the values in a trigger come from: in parentheses behind their names if that is short, else as sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable
from dataclasses import dataclass

from ingest.explain.conditions import listed
from ingest.explain.expressions import is_computing
from ingest.explain.facts import Binding, Fact, is_operand
from ingest.explain.static.options import as_called, given_as, is_called_by_users, is_within_reach, origin
from ingest.explain.static.sentences import Case, Sentence, distinct
from ingest.explain.trees import expression, written
from kb.display.explanation import code_span

_LONGEST_ASIDE = 110
_MOST_GIVEN = 3
_CODE = re.compile(r"`([^`]+)`")
_NAME = re.compile(r"(?<![\w.'\"])[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Whence:
    """What is said of one name, as code: `aside` can stand behind it, `sentence` alone; None if that would be idle."""

    name: str
    aside: str
    sentence: Sentence | None
    sources: tuple[Fact, ...]


def known(case: Case) -> list[Whence]:
    found: dict[str, Whence] = {}
    for binding in case.evidence.bindings:
        # What is made of an option of the same name is no longer that; of what is not seen to make it nothing is told.
        roots = [root for root in binding.roots if root.name != binding.name and root.name in binding.expr]
        for item in (binding, *roots):
            if not _is_only_converted(item) and (said := _whence(case, item)):
                found.setdefault(f"{said.name} {said.aside} {said.sentence}", said)
    return list(found.values())


def _whence(case: Case, binding: Binding) -> Whence | None:
    is_given = binding.origin in ("parameter", "attribute")
    # Of what nobody can give, the default tells nothing.
    if is_given and not is_within_reach(case, binding):
        return None
    name, text = code_span(binding.name), origin(binding, case.where)
    is_renamed = is_given and binding.name != binding.key
    aside = _aside(name, text) if text else given_as(binding, case.where) if is_renamed else ""
    facts = distinct((*binding.facts, *(binding.choices.facts if binding.choices else ())))
    sentence = Sentence("trigger", text, facts) if text else None
    return Whence(name, aside, sentence, facts) if sentence or aside else None


def _is_only_converted(binding: Binding) -> bool:
    """Whether it is made of itself alone, as in `size = int(size)`."""
    node = expression(binding.expr)
    if not isinstance(node, ast.Call) or not is_computing(node):
        return False
    names = {written(item) for item in (*node.args, *(keyword.value for keyword in node.keywords))}
    return names == {binding.name}


def _aside(name: str, text: str) -> str:
    """The sentence without its subject; "" of one that says more, or of another thing."""
    if "“" in text or len(text) > _LONGEST_ASIDE:
        return ""
    if text.startswith(f"{name} is "):
        return text.removeprefix(f"{name} is ").removesuffix(".")
    return f"which {text.removeprefix(f'{name} ').removesuffix('.')}" if text.startswith(f"{name} belongs ") else ""


def placed(text: str, known: Iterable[Whence]) -> tuple[str, list[Whence]]:
    """The text with what can stand in it, behind the first time that it names the value; and what was put there."""
    used = []
    for item in known:
        if item.aside and item.name in text:
            text = text.replace(item.name, f"{item.name} ({item.aside})", 1)
            used.append(item)
    return text, used


def given(case: Case, text: str) -> str:
    """Which of the parameters that users give stand within the code of a text, as an addition to it."""
    evidence = case.evidence
    if not is_called_by_users(case) or is_operand(evidence.qualname.rpartition(".")[2]):
        return ""
    words = {word for part in _CODE.findall(text) for word in _NAME.findall(part)}
    names = [code_span(name) for name in evidence.parameters if name in words]
    if not 0 < len(names) <= _MOST_GIVEN:
        return ""
    what = "is a parameter" if len(names) == 1 else "are parameters"
    return f", where {listed(names, 'and')} {what} of {as_called(case.where)}"
