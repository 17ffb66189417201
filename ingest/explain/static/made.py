"""The condition is about what is made of options, one of their items, or several of them: say what has to hold."""

from __future__ import annotations

import ast

from ingest.explain.conditions import Atom, listed, opposite, worded
from ingest.explain.expressions import subjects
from ingest.explain.facts import Binding
from ingest.explain.static.options import called, kind
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from kb.display.explanation import code_span

_MOST_ROOTS = 4


def remedy(case: Case, tested: Tested) -> Sentence | None:
    binding = tested.binding
    if binding is not None and binding.origin == "item":
        return _item(case, tested, binding)
    if binding is not None and binding.name == tested.subject and binding.roots:
        return _value(case, tested, binding)
    return _several(case, tested)


def _item(case: Case, tested: Tested, binding: Binding) -> Sentence | None:
    # Of what is counted the number is bound like the item, and nobody can choose that.
    if len(binding.roots) != 1 or binding.expr.startswith("enumerate("):
        return None
    wanted = worded(opposite(tested.atom))
    text = f"Give {called(binding.roots[0], case.where)} only items for which {wanted}."
    if binding.expr != binding.roots[0].name:
        comes = f"where {code_span(binding.name)} comes from {code_span(binding.expr)}"
        text = f"Choose {called(binding.roots[0], case.where)} so that {wanted}, {comes}."
    return solution(text, (*tested.facts, *binding.roots[0].facts))


def _value(case: Case, tested: Tested, binding: Binding) -> Sentence | None:
    # What the value is compared with may be an option as well.
    right = case.evidence.binding(ast.unparse(tested.atom.right)) if tested.atom.right is not None else None
    roots = {item.name: item for item in (*binding.roots, right) if item and item.is_option}
    if not 0 < len(roots) <= _MOST_ROOTS or any(map(_is_private, roots.values())):
        return None
    options = listed([called(root, case.where) for root in roots.values()], "and")
    wanted = worded(opposite(tested.atom), kind(binding))
    where = f", where {code_span(binding.name)} is {code_span(binding.expr)}" if binding.expr else ""
    text = f"Choose {options} so that {wanted}{where}."
    return solution(text, (*tested.facts, *(fact for root in roots.values() for fact in root.facts)))


def _is_private(binding: Binding) -> bool:
    """Whether it is a part of an object that is the project's own affair."""
    return binding.origin == "object" and any(part.startswith("_") for part in binding.key.split("."))


def _parts(wanted: Atom) -> list[Atom]:
    """The conditions that all have to hold."""
    node = wanted.node
    is_all = isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or if wanted.is_not else ast.And)
    return (
        [Atom(value, wanted.is_not) for value in node.values] if is_all and isinstance(node, ast.BoolOp) else [wanted]
    )


def _is_about(part: Atom, case: Case) -> bool:
    """Whether one of the options, or something made of one, stands in it."""
    found = [case.evidence.binding(ast.unparse(node)) for node in subjects(part.node)]
    return any(item.is_option or item.roots for item in found if item)


def _several(case: Case, tested: Tested) -> Sentence | None:
    """An expression over options."""
    found = [case.evidence.binding(ast.unparse(node)) for node in subjects(tested.atom.node)]
    known = [part for item in found if item for part in (item, *item.roots)]
    options = {item.name: item for item in known if item.is_option}
    if not options or len(options) > _MOST_ROOTS or isinstance(tested.atom.node, ast.Name | ast.Attribute):
        return None
    if not all(_is_about(part, case) for part in _parts(opposite(tested.atom))):
        return None
    names = listed([called(item, case.where) for item in options.values()], "and")
    text = f"Choose {names} so that {worded(opposite(tested.atom))}."
    return solution(text, (*tested.facts, *(fact for item in options.values() for fact in item.facts)))
