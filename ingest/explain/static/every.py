"""The condition is about all items of an option at once, by `all(…)` or `any(…)`: say what each has to be."""

from __future__ import annotations

import ast

from ingest.explain.conditions import Atom, code, worded
from ingest.explain.expressions import is_computing, is_private
from ingest.explain.static.objects import is_given_whole
from ingest.explain.static.options import called, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, Tested, solution


def remedy(case: Case, tested: Tested) -> Sentence | None:
    node, binding = tested.atom.node, tested.binding
    over = _over(node)
    if over is None or binding is None or not isinstance(node, ast.Call):
        return None
    said, each = over
    # `not all(…)` refuses what one item lacks, `any(…)` what one item has.
    is_wanted = ast.unparse(node.func) == "all"
    if is_wanted is not tested.atom.is_not or ast.unparse(each.iter) != binding.name:
        return None
    # What leads to a function that users do not call may have made something else of it.
    is_theirs = case.evidence.is_public and not binding.given_to and is_within_reach(case, binding)
    if not is_theirs or is_given_whole(binding) or not _is_known(case, said, each):
        return None
    wanted = worded(Atom(said, is_not=not is_wanted))
    text = f"Give {called(binding, case.where)} only items {code(each.target)} for which {wanted}."
    return solution(text, tested.facts)


def _over(node: ast.expr) -> tuple[ast.expr, ast.comprehension] | None:
    """What is said of each item, and of which, in `all(… for … in …)` and `any(…)`."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in ("all", "any"):
        return None
    inner = node.args[0] if len(node.args) == 1 else None
    if not isinstance(inner, ast.GeneratorExp | ast.ListComp) or len(inner.generators) != 1:
        return None
    each = inner.generators[0]
    return None if each.ifs or each.is_async else (inner.elt, each)


def _is_known(case: Case, said: ast.expr, each: ast.comprehension) -> bool:
    """Whether it speaks of the items and of what lies open, by what everybody can work out."""
    names = {item.id for item in ast.walk(said) if isinstance(item, ast.Name)}
    items = {item.id for item in ast.walk(each.target) if isinstance(item, ast.Name)}
    is_hidden = bool((names - items) & {*case.evidence.variables, "self", "cls"})
    calls = [item for item in ast.walk(said) if isinstance(item, ast.Call)]
    is_plain = is_computing(said) or all(ast.unparse(item.func) in ("isinstance", "callable", "len") for item in calls)
    return bool(names & items) and not is_hidden and is_plain and not is_private(said)
