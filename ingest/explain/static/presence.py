"""An option is missing, or is given where it may not be; two that exclude one another are both given."""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import Final

from ingest.explain.conditions import Atom, alternatives, is_call_of, listed, listed_values
from ingest.explain.facts import Binding
from ingest.explain.static import states, wanted
from ingest.explain.static.apart import taken_apart
from ingest.explain.static.objects import is_given_whole
from ingest.explain.static.options import EMPTY, STARS, called, called_together, is_flag, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.trees import written
from kb.display.explanation import code_span

_SILENCES: Final = re.compile(
    r"(?:^|_)(?:raise|raises|raising|raiseerr|throw|throws|silent|silently|suppress|quiet|ignore|fail|error|errors|"
    r"strict|exception)(?:_|$)"
)


def is_configured(binding: Binding) -> bool:
    """Whether it is a setting among others, which may be left out, rather than an argument."""
    return binding.origin in ("object", "field", "setting", "key")


def either(case: Case) -> list[Sentence]:
    """Options that were all given and are refused together: nothing says which of them is wanted."""
    near = case.tested[-1].condition if case.tested else None
    found = [item for item in case.tested if item.condition is near]
    bindings = [item.binding for item in found if item.binding and item.binding.name == item.subject]
    is_all = len(found) > 1 and len(bindings) == len(found) and all(_may_go(case, item) for item in found)
    if not is_all or near is None or near.is_trap:
        return []
    text = f"Leave out {called_together(bindings, case.where, 'or')}: they are refused together."
    return [solution(text, (fact for item in found for fact in item.facts))]


def neither(case: Case) -> list[Sentence]:
    """Options that were all left out, of which one is enough."""
    near = case.tested[-1].condition if case.tested else None
    found = [item for item in case.tested if item.condition is near]
    bindings = [item.binding for item in found if item.binding and item.binding.name == item.subject]
    is_all = len(found) > 1 and len(bindings) == len(found) and all(_is_left_out(case, item) for item in found)
    if not is_all or near is None or near.is_trap:
        return []
    number = "neither" if len(found) == 2 else "none"
    text = f"Give a value for {called_together(bindings, case.where, 'or')}: {number} is given."
    return [solution(text, (fact for item in found for fact in item.facts))]


def each(case: Case, tested: Tested) -> Sentence | None:
    """Options of which one that lacks is enough for the error, or of which one that is given is."""
    parts = alternatives(tested.atom)
    bindings = [case.evidence.binding(written(part.subject)) for part in parts]
    known = [item for item in bindings if item and is_within_reach(case, item) and not is_flag(item)]
    if len(parts) < 2 or len(known) != len(parts):
        return None
    facts = (*tested.facts, *(fact for item in known for fact in item.facts))
    if all(item.annotation in STARS for item in known) and all(map(wanted.is_given, parts)):
        return solution(f"Give nothing as {called_together(known, case.where, 'or')}.", facts)
    lacks = (states.is_missing(replace(tested, atom=part, subject=written(part.subject))) for part in parts)
    is_plain = not any(item.annotation in STARS or is_given_whole(item) for item in known)
    if not is_plain or not all(lacks):
        return None
    number = "both" if len(known) == 2 else "all of them"
    # `0` and "" were given, and are refused.
    is_any = all(
        part.subject is not part.node or item.default in EMPTY for part, item in zip(parts, known, strict=True)
    )
    is_text = all(item.annotation == "str" for item in known)
    which = "" if is_any else " that are not empty" if is_text else " that are not empty, zero or `None`"
    return solution(f"Give values for {called_together(known, case.where)}{which}: {number} are needed.", facts)


def _is_left_out(case: Case, tested: Tested) -> bool:
    binding, atom = tested.binding, tested.atom
    if binding is None or not is_within_reach(case, binding) or is_flag(binding) or binding.annotation in STARS:
        return False
    is_none = isinstance(atom.right, ast.Constant) and atom.right.value is None and atom.operator in (ast.Is, ast.Eq)
    return binding.default in EMPTY and (is_none or (atom.subject is atom.node and atom.is_not))


def _may_go(case: Case, tested: Tested) -> bool:
    """Whether an option that was given may as well be left out."""
    binding = tested.binding
    is_left_out = binding is not None and binding.default in (*EMPTY, "0") and binding.annotation not in STARS
    return is_left_out and wanted.is_given(tested.atom) and _is_free(case, tested)


def _is_free(case: Case, tested: Tested) -> bool:
    is_reached = tested.binding is not None and is_within_reach(case, tested.binding)
    return is_reached and not wanted.is_needed(case, tested) and not case.evidence.attempt


def alternative(case: Case, tested: Tested) -> list[Sentence]:
    """To leave out what has to have another value, where its value is what is refused rather than a part of it."""
    binding = tested.binding
    if binding is None or not _may_go(case, tested) or binding.name != tested.subject:
        return []
    if not any(other is not tested and other.subject == tested.subject for other in case.tested):
        return []
    verb = "unset" if binding.origin == "environment" else "leave out"
    return [solution(f"Or {verb} {called(binding, case.where)}.", tested.facts)]


def remedy(case: Case, tested: Tested) -> Sentence | None:
    binding, atom = tested.binding, tested.atom
    if binding is None or binding.name != tested.subject or not is_within_reach(case, binding):
        return None
    option = called(binding, case.where)
    leave = "Unset" if binding.origin == "environment" else "Leave out"
    right = atom.right
    if isinstance(right, ast.Constant) and right.value is None:
        if atom.operator in (ast.Is, ast.Eq):
            return solution(f"Give a value for {option}; it is `None`.", tested.facts)
        text = f"{leave} {option}." if binding.default == "None" else f"Set {option} to `None`."
        return _nothing(case, tested, option, text)
    if atom.subject is not atom.node:
        return None
    if binding.annotation in STARS:
        return solution(f"Give {'something' if atom.is_not else 'nothing'} as {option}.", tested.facts)
    return _passed_over(case, tested, option) if _only_raises(case, tested) else _truth(binding, option, leave, tested)


def _only_raises(case: Case, tested: Tested) -> bool:
    """Whether a switch is called as what chooses between an error and none, and the message asks for no other value."""
    binding = tested.binding
    is_switch = binding is not None and is_flag(binding) and _SILENCES.search(binding.key) is not None
    return is_switch and not wanted.is_meant(case, tested)


def _passed_over(case: Case, tested: Tested, option: str) -> Sentence | None:
    """What is returned for it; where that is not known it is no help to get no error."""
    instead = case.evidence.instead
    if instead is None or tested.condition is not case.tested[-1].condition:
        return None
    value = code_span("True" if tested.atom.is_not else "False")
    text = f"To get {code_span(instead[0])} instead of the error, set {option} to {value}."
    return solution(text, (*tested.facts, instead[1]))


def _nothing(case: Case, tested: Tested, option: str, text: str) -> Sentence | None:
    """To give nothing, or what else was asked for before, as in `if x == "a": … elif x is not None: raise`."""
    every = taken_apart(case.evidence, case.evidence.conditions)
    before = [item for item in every if item.subject == tested.subject and not item.condition.is_passed]
    asked = [item for item in before if _excludes(item.atom)]
    if not asked:
        return solution(text, tested.facts)
    values = [code_span(value) for item in asked for value in _values(item.atom)]
    classes = [code_span(name) for item in asked for name in _classes(item.atom)]
    if not values and not classes:
        return None
    kinds = [f"an instance of {listed(classes, 'or')}"] if classes else []
    facts = (*tested.facts, *(fact for item in asked for fact in item.condition.facts))
    return solution(f"Give {listed(['`None`', *dict.fromkeys(values), *kinds], 'or')} as {option}.", facts)


def _excludes(atom: Atom) -> bool:
    """Whether it says what the value is not, other than `None`."""
    is_none = isinstance(atom.right, ast.Constant) and atom.right.value is None
    return bool(_classes(atom)) or (not is_none and atom.operator in (ast.NotEq, ast.IsNot, ast.NotIn))


def _values(atom: Atom) -> tuple[str, ...]:
    right = atom.right
    return (ast.unparse(right),) if isinstance(right, ast.Constant | ast.Attribute) else listed_values(right)


def _classes(atom: Atom) -> list[str]:
    """What the value is no instance of."""
    node = atom.node
    if not isinstance(node, ast.Call) or not is_call_of(node, "isinstance", 2) or not atom.is_not:
        return []
    return list(map(ast.unparse, node.args[1].elts if isinstance(node.args[1], ast.Tuple) else [node.args[1]]))


def _truth(binding: Binding, option: str, leave: str, tested: Tested) -> Sentence | None:
    """Of an option that is only tested for truth."""
    is_not = tested.atom.is_not
    if is_flag(binding):
        wanted = "True" if is_not else "False"
        also = ", which is its default" if binding.default == wanted else ""
        return solution(f"Set {option} to {code_span(wanted)}{also}.", tested.facts)
    if is_not and binding.origin == "environment":
        return solution(f"Set {option}.", tested.facts)
    if is_not:
        return solution(f"Give a value for {option} that is not empty, zero or `None`.", tested.facts)
    if binding.default in (*EMPTY, "0"):
        return solution(f"{leave} {option}.", tested.facts)
    if is_configured(binding):
        return solution(f"Give {option} no value, or one that is falsy.", tested.facts)
    return None
