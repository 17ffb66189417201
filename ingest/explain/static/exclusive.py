"""So many of several options have to be given: a condition counts them, or sets `is None` against `is None`."""

from __future__ import annotations

import ast

from ingest.explain.counts import counted
from ingest.explain.static.options import called_together, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.trees import written

_UNLIKE = (ast.BitXor, ast.NotEq, ast.IsNot)
_LIKE = (ast.Eq, ast.Is)


def remedy(case: Case, tested: Tested) -> Sentence | None:
    return _of_several(case, tested) or _of_two(case, tested)


def _of_several(case: Case, tested: Tested) -> Sentence | None:
    """Where it is counted how many are given."""
    found = counted(tested.atom.node)
    options = [case.evidence.binding(name) for name in found.names] if found else []
    known = [item for item in options if item and item.is_option and is_within_reach(case, item)]
    if found is None or len(known) != len(options):
        return None
    number = found.told(found.numbers if tested.atom.is_not else found.others)
    if number in ("", "none"):
        return None
    text = f"Give {number} of {called_together(known, case.where)}."
    return solution(text, (*tested.condition.facts, *(fact for option in known for fact in option.facts)))


def _of_two(case: Case, tested: Tested) -> Sentence | None:
    node = tested.atom.node
    parts = [_absence(side) for side in _sides(node)]
    found = [case.evidence.binding(name) for name, _ in filter(None, parts)]
    options = [item for item in found if item and item.is_option and is_within_reach(case, item)]
    if len(options) != 2 or len({option.name for option in options}) != 2:
        return None
    is_alike = len({is_absent for _, is_absent in filter(None, parts)}) == 1
    # Of one alone `a is None` and `b is None` differ, `a is None` and `b is not None` are the same.
    is_one_refused = (isinstance(_operator(node), _UNLIKE) is is_alike) is not tested.atom.is_not
    names = called_together(options, case.where)
    text = f"Give both {names}, or neither." if is_one_refused else f"Give exactly one of {names}."
    return solution(text, (*tested.condition.facts, *(fact for option in options for fact in option.facts)))


def _operator(node: ast.expr) -> ast.operator | ast.cmpop | None:
    if isinstance(node, ast.BinOp):
        return node.op
    return node.ops[0] if isinstance(node, ast.Compare) and len(node.ops) == 1 else None


def _sides(node: ast.expr) -> list[ast.expr]:
    """What is said to be the same, or not; nothing of other expressions."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitXor):
        return [node.left, node.right]
    is_compared = isinstance(node, ast.Compare) and isinstance(_operator(node), (*_LIKE, *_UNLIKE))
    return [node.left, node.comparators[0]] if is_compared and isinstance(node, ast.Compare) else []


def _absence(node: ast.expr) -> tuple[str, bool] | None:
    """What is tested for being `None`, and whether it is; None of any other test."""
    operator = _operator(node) if isinstance(node, ast.Compare) else None
    if not isinstance(node, ast.Compare) or not isinstance(operator, ast.Is | ast.IsNot):
        return None
    is_none = isinstance(node.comparators[0], ast.Constant) and node.comparators[0].value is None
    return (written(node.left), isinstance(operator, ast.Is)) if is_none else None
