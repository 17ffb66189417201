"""Where the values in a trigger come from: in parentheses behind their names if that is short, else as sentences."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from ingest.explain.conditions import listed
from ingest.explain.expressions import is_computing
from ingest.explain.facts import Binding, Fact, is_operand
from ingest.explain.static.options import given_as, is_called_by_users, is_within_reach, origin, told_of
from ingest.explain.static.sentences import Case, Sentence, distinct
from ingest.explain.trees import expression, written
from ingest.explain.whole import is_whole_in
from kb.display.explanation import code_span

_LONGEST_ASIDE = 110
_OWN = frozenset({"parameter", "attribute", "state", "item"})
_HOLE = re.compile(r"\{([^{}]+)\}")
_CODE = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Whence:
    """What is said of one name, as code: `aside` can stand behind it, `sentence` alone; None if that would be idle."""

    name: str
    aside: str
    sentence: Sentence | None
    sources: tuple[Fact, ...]


def known(case: Case, text: str) -> list[Whence]:
    """Of what a text names as code, and of what the message shows that is more than a parameter's or object's own."""
    code = " ".join(_CODE.findall(text))
    shown = " ".join(_HOLE.findall(case.evidence.message))
    found: dict[str, Whence] = {}
    for binding in case.evidence.bindings:
        is_shown = binding.origin not in _OWN and _stands_in(binding.name, shown)
        if not is_shown and not _stands_in(binding.name, code):
            continue
        # What is made of an option of the same name is no longer that; of what is not seen to make it nothing is told.
        roots = [root for root in binding.roots if root.name != binding.name and root.name in binding.expr]
        for item in (binding, *roots):
            if not _is_only_converted(item.name, item.expr) and (said := _whence(case, item)):
                found.setdefault(f"{said.name} {said.aside} {said.sentence}", said)
    told = {said.name for said in found.values()}
    return [*found.values(), *(said for said in _held(case, code) if said.name not in told)]


def _held(case: Case, code: str) -> Iterator[Whence]:
    """Of names of which nothing else is known than what the function sets them to."""
    for item in case.evidence.held:
        name = code_span(item.name)
        is_whole = is_whole_in(item.name, code, before=".", behind=".")
        if item.looped and is_whole:
            text = f"an item of {code_span(item.looped)} unless it has been set anew"
            yield Whence(name, text, Sentence("trigger", f"{name} is {text}.", item.facts), item.facts)
        if item.values and is_whole and not any(_is_only_converted(item.name, value) for value in item.values):
            values = [*(["what was given"] if item.is_given else []), *map(code_span, item.values)]
            text = listed(values, "or")
            yield Whence(name, text, Sentence("trigger", f"{name} is {text}.", item.facts), item.facts)


def _stands_in(name: str, code: str) -> bool:
    return is_whole_in(name, code, before=".")


def _whence(case: Case, binding: Binding) -> Whence | None:
    is_given = binding.origin in ("parameter", "attribute")
    # Of what nobody can give, the default tells nothing; the table of options has that of the function's own.
    is_own = binding.origin == "parameter" and binding.name == binding.key and not binding.given_to
    if is_given and (not is_within_reach(case, binding) or (is_own and not binding.choices)):
        return None
    name, text = code_span(told_of(binding)), origin(binding, case.where)
    is_renamed = is_given and binding.name != binding.key
    aside = _aside(name, text) if text else given_as(binding, case.where) if is_renamed else ""
    facts = distinct((*binding.facts, *(binding.choices.facts if binding.choices else ())))
    sentence = Sentence("trigger", text, facts) if text else None
    return Whence(name, aside, sentence, facts) if sentence or aside else None


def _is_only_converted(name: str, value: str) -> bool:
    """Whether it is made of itself alone, as in `size = int(size)`."""
    node = expression(value)
    if not isinstance(node, ast.Call) or not is_computing(node):
        return False
    names = {written(item) for item in (*node.args, *(keyword.value for keyword in node.keywords))}
    return names == {name}


def _aside(name: str, text: str) -> str:
    """The sentence without its subject; "" of one that says more, or of another thing."""
    if "“" in text or len(text) > _LONGEST_ASIDE:
        return ""
    return text.removeprefix(f"{name} is ").removesuffix(".") if text.startswith(f"{name} is ") else ""


def placed(text: str, known: Iterable[Whence]) -> tuple[str, list[Whence]]:
    """The text with what can stand in it, behind the first time that it names the value; and what was put there."""
    used = []
    for item in known:
        if item.aside and item.name in text:
            text = text.replace(item.name, f"{item.name} ({item.aside})", 1)
            used.append(item)
    return text, used


def as_parameter(case: Case, texts: list[str]) -> list[str]:
    """The same, with the one parameter that users give and that they name told as such, the first time."""
    evidence = case.evidence
    is_given = is_called_by_users(case) and not is_operand(evidence.qualname.rpartition(".")[2])
    names = [code_span(name) for name in evidence.parameters if is_given]
    named = [name for name in names if any(name in text for text in texts)]
    if len(named) != 1:
        return texts
    at = next(place for place, text in enumerate(texts) if named[0] in text)
    return [*texts[:at], texts[at].replace(named[0], f"the parameter {named[0]}", 1), *texts[at + 1 :]]
