"""An option has a value that is refused: unsupported, not among the choices, out of range, of the wrong type."""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.conditions import Atom, code, is_call_of, kinds, listed, listed_values
from ingest.explain.expressions import is_private
from ingest.explain.facts import Binding
from ingest.explain.static.apart import written_out
from ingest.explain.static.options import STARS, allowed, called, is_flag, is_nothing, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.trees import expression
from kb.display.explanation import code_span

_WANTED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "of at least {}", ast.LtE: "above {}", ast.Gt: "of at most {}", ast.GtE: "below {}",
}  # fmt: skip
_KEPT: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "below {}", ast.LtE: "of at most {}", ast.Gt: "above {}", ast.GtE: "of at least {}",
}  # fmt: skip
_TURNED: Final = {"True": "False", "False": "True"}


def remedy(case: Case, tested: Tested) -> Sentence | None:
    """What to set so that the condition no longer holds."""
    binding = tested.binding
    if binding is None or not is_within_reach(case, binding):
        return None
    return of_option(case, tested, binding, called(binding, case.where))


def of_option(case: Case, tested: Tested, binding: Binding, option: str) -> Sentence | None:
    """The same of what is called `option` in prose."""
    listing = case.evidence.binding(ast.unparse(tested.atom.right)) if tested.atom.right is not None else None
    tested = written_out(case, tested)
    if text := _unlisted(case, tested, binding, option):
        return solution(text, tested.facts)
    for rule in (_equality, _membership, _range, _type):
        if text := rule(tested, binding, option):
            facts = (*tested.facts, *(binding.choices.facts if binding.choices and allowed(binding) else ()))
            facts += listing.choices.facts if listing and listing.choices else ()
            return solution(text, facts)
    return None


def _equality(tested: Tested, binding: Binding, option: str) -> str:
    atom = tested.atom
    right = atom.right
    if _is_told(atom, binding) and binding.name == tested.subject:
        return f"Leave out {option}."
    if is_nothing(right) and binding.name == tested.subject:
        return _given_or_not(atom, binding, option)
    if not isinstance(right, ast.Constant | ast.Attribute) or (isinstance(right, ast.Constant) and right.value is None):
        return ""
    if binding.name != tested.subject:
        return ""
    value = ast.unparse(right)
    if atom.operator in (ast.NotEq, ast.IsNot):
        also = f", or leave it out: {code(right)} is its default" if binding.default == value else ""
        return f"Set {option} to {code(right)}{also}."
    if atom.operator in (ast.Eq, ast.Is):
        if value in _TURNED and is_flag(binding):
            return f"Set {option} to {code_span(_TURNED[value])}."
        others = allowed(binding, (value,)) if binding.choices and value in binding.choices.values else ""
        return _accepted(option, others, (value,))
    return ""


def _given_or_not(atom: Atom, binding: Binding, option: str) -> str:
    """Of what stands in for an option that is not given: nobody writes that."""
    if binding.default not in (None, ast.unparse(atom.right) if atom.right else None):
        return ""
    if atom.operator in (ast.Is, ast.Eq):
        return f"Give a value for {option}."
    return f"Leave out {option}." if binding.default and atom.operator in (ast.IsNot, ast.NotEq) else ""


def _is_told(atom: Atom, binding: Binding) -> bool:
    """Whether it says that something was given, by what stands in for nothing: a name that is the default."""
    is_default = isinstance(atom.right, ast.Name) and atom.right.id == binding.default
    return is_default and atom.operator in (ast.IsNot, ast.NotEq)


def _membership(tested: Tested, binding: Binding, option: str) -> str:
    atom = tested.atom
    if atom.operator not in (ast.In, ast.NotIn) or binding.name != tested.subject or atom.right is None:
        return ""
    values = listed_values(atom.right)
    if atom.operator is ast.NotIn:
        if values:
            return f"Set {option} to {listed([code_span(value) for value in values], 'or')}."
        return ""
    others = allowed(binding, values) if binding.choices and values else ""
    return _accepted(option, others, values) if values else ""


def _accepted(option: str, others: str, values: tuple[str, ...]) -> str:
    """What else the option takes than what is refused, if that is known."""
    refused = listed([code_span(value) for value in values], "or")
    if others:
        return f"Beside {refused}, {option} accepts {others}."
    return f"Set {option} to something other than {refused}."


def _unlisted(case: Case, tested: Tested, binding: Binding, option: str) -> str:
    """It is not in something whose values are not written out where it is tested."""
    right = tested.atom.right
    if tested.atom.operator is not ast.NotIn or binding.name != tested.subject or right is None:
        return ""
    where = None if listed_values(right) else known(case, right)
    return "" if where is None else f"Set {option} to something that is in {code(right)}{where}."


def _range(tested: Tested, binding: Binding, option: str) -> str:
    node, is_not = tested.atom.node, tested.atom.is_not
    if not isinstance(node, ast.Compare) or not all(type(operator) in _WANTED for operator in node.ops):
        return ""
    if len(node.ops) > 1:
        return (
            f"Choose {option} so that {code(node)}."
            if is_not and binding.name in map(ast.unparse, _parts(node))
            else ""
        )
    words = (_KEPT if is_not else _WANTED)[type(node.ops[0])].format(code(node.comparators[0]))
    if ast.unparse(node.left) == binding.name:
        return f"Set {option} to a value {words}."
    if ast.unparse(node.left) == f"len({binding.name})":
        if words == "of at most `0`":
            return f"Give nothing as {option}." if binding.annotation in STARS else f"Leave {option} empty."
        return f"Choose {option} so that {code(node.left)} is {words.removeprefix('of ')}."
    return ""


def _type(tested: Tested, binding: Binding, option: str) -> str:
    node = tested.atom.node
    if not isinstance(node, ast.Call) or not is_call_of(node, "isinstance", 2):
        return ""
    if binding.name != tested.subject:
        return ""
    if not tested.atom.is_not:
        return f"Pass something other than {kinds(node.args[1])} as {option}."
    return f"Pass {kinds(node.args[1])} as {option}."


def _parts(node: ast.Compare) -> list[ast.expr]:
    return [node.left, *node.comparators]


def known(case: Case, node: ast.expr) -> str | None:
    """Where what holds the values comes from, as an addition, "" if that is plain; None if users cannot know it."""
    text = ast.unparse(node)
    if is_private(node):
        return None
    if not isinstance(node, ast.Name) or text in case.evidence.parameters or text.isupper():
        return ""
    binding = case.evidence.binding(text)
    made = expression(binding.expr) if binding else None
    return f", where {code_span(text)} is {code(made)}" if made is not None and not is_private(made) else None
