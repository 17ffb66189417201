"""One number has to divide another: which of the two a user can choose, and how."""

from __future__ import annotations

import ast

from ingest.explain import idioms
from ingest.explain.conditions import code
from ingest.explain.facts import Binding
from ingest.explain.static.objects import is_given_whole
from ingest.explain.static.options import called, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.trees import written


def remedy(case: Case, tested: Tested) -> Sentence | None:
    """Where only one of them is an option by itself; of two, both are told as what to choose."""
    found = idioms.divided(tested.atom.node, is_not=tested.atom.is_not)
    if found is None or found[2] or isinstance(found[1], ast.Constant):
        return None
    whole, part, _ = found
    by, of = _option(case, part), _option(case, whole)
    if (by is None) is (of is None):
        return None
    if by is not None:
        text = f"Set {called(by, case.where)} to a number that divides {code(whole)}."
        return solution(text, (*tested.condition.facts, *by.facts))
    # What it is to be a multiple of has to be known to whoever chooses it.
    if of is None or (case.evidence.binding(written(part)) is None and not isinstance(part, ast.Attribute)):
        return None
    return solution(
        f"Set {called(of, case.where)} to a multiple of {code(part)}.", (*tested.condition.facts, *of.facts)
    )


def is_by_itself(tested: Tested) -> bool:
    """Whether it asks for the rest of a number divided by itself, a slip of the code: no choice of it helps."""
    found = idioms.divided(tested.atom.node, is_not=tested.atom.is_not)
    return found is not None and written(found[0]) == written(found[1])


def _option(case: Case, node: ast.expr) -> Binding | None:
    found = case.evidence.binding(written(node))
    is_open = found is not None and found.is_option and is_within_reach(case, found) and not is_given_whole(found)
    return found if is_open else None
