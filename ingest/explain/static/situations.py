"""How people come to meet the error, as far as the code says: what is left out, lacking, or works elsewhere."""

from __future__ import annotations

import ast

from ingest.explain.conditions import code, listed
from ingest.explain.static.loops import ended
from ingest.explain.static.options import EMPTY, STARS, allowed, called, is_within_reach
from ingest.explain.static.others import able
from ingest.explain.static.sentences import Case, Sentence, Tested, distinct
from ingest.explain.static.states import is_missing
from kb.display.explanation import code_span


def sentences(case: Case) -> list[Sentence]:
    if not case.tested:
        return []
    if case.evidence.attempt or ended(case.evidence):  # the conditions only led there
        return []
    near = case.tested[-1]
    found = [_left_out(case, near), _elsewhere(case, near), _together(case, near), _lacking(case)]
    return [sentence for sentence in found if sentence]


def _left_out(case: Case, tested: Tested) -> Sentence | None:
    """An option that is empty unless it is given, where that is what is refused."""
    binding, right = tested.binding, tested.atom.right
    if binding is None or binding.name != tested.subject or binding.annotation in STARS:
        return None
    if not is_within_reach(case, binding):
        return None
    is_none = isinstance(right, ast.Constant) and right.value is None and tested.atom.operator in (ast.Is, ast.Eq)
    is_empty = tested.atom.subject is tested.atom.node and tested.atom.is_not
    if not (is_none and binding.default == "None") and not (is_empty and binding.default in EMPTY):
        return None
    text = f"{called(binding, case.where)} is left out: its default is {code_span(binding.default or '')}."
    return Sentence("situations", text[0].upper() + text[1:], distinct(binding.facts))


def _elsewhere(case: Case, tested: Tested) -> Sentence | None:
    others = able(case, tested)
    if not others or tested.binding is None:
        return None
    names = listed([code_span(item.name) for item in others], "or")
    text = f"Code that gives {code_span(tested.binding.key)} to {names} is used with {code_span(case.evidence.owner)}."
    return Sentence("situations", text, distinct((*tested.condition.facts, *(item.fact for item in others))))


def _together(case: Case, near: Tested) -> Sentence | None:
    """A value that is among an option's choices meets another option's that it does not go with."""
    binding, right = near.binding, near.atom.right
    if binding is None or not binding.choices or near.atom.operator is not ast.NotEq or binding.name != near.subject:
        return None
    others = allowed(binding, (ast.unparse(right),)) if right is not None else ""
    outer = [
        f"{called(item.binding, case.where)} {code(item.atom.right)}"
        for item in case.tested[:-1]
        if item.binding and item.binding.is_option and item.atom.operator is ast.Eq and item.atom.right is not None
    ]
    if not others or not outer:
        return None
    text = f"Settings with {called(binding, case.where)} {others} are used together with {listed(outer, 'and')}."
    facts = [fact for item in case.tested for fact in item.facts]
    return Sentence("situations", text, distinct((*facts, *binding.choices.facts)))


def _lacking(case: Case) -> Sentence | None:
    modules = [need for need in case.evidence.needs if need.kind == "module"]
    lacking = [tested.subject for tested in case.tested if is_missing(tested)]
    if len(modules) != 1 or len(modules[0].packages) != 1 or modules[0].called not in lacking or case.evidence.attempt:
        return None
    text = f"The environment that runs the code lacks the module {code_span(modules[0].name)}."
    return Sentence("situations", text, modules[0].facts)
