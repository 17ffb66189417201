"""The condition is about the object whose method is called: say of which object to call it, by what users can ask it.

Pure.
"""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import listed
from ingest.explain.expressions import is_private
from ingest.explain.static.options import is_called_by_users
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from ingest.explain.static.when import leading
from ingest.explain.static.wished import wished
from ingest.explain.trees import walked, written
from kb.display.explanation import code_span

_MOST_CALLERS: Final = 3
_SPECIAL: Final = re.compile(r"__\w+__")
# What is there to raise is not what somebody wanted to do.
_CHECKS: Final = re.compile(r"_*(?:check|validate|ensure|assert|verify|raise|require)(?![a-z])")
_SELF: Final = re.compile(r"\bself\.(?=\w)")
_VERBS: Final = {"read": "Read", "set": "Set", "deleted": "Delete"}


def remedy(case: Case, tested: Tested) -> Sentence | None:
    names = _called(case)
    if not names or not _decides(case, tested) or not _is_open(tested.atom.node):
        return None
    wanted = _SELF.sub("", wished(tested.atom))
    owner = case.evidence.owner
    methods = listed([code_span(f"{owner}.{name}") for name in names], "or")
    text = f"{_VERBS.get(case.evidence.accessed, 'Call')} {methods} only where its {wanted}."
    return solution(text, (case.evidence.site, *tested.condition.facts, *(item.fact for item in case.evidence.reach)))


def _decides(case: Case, tested: Tested) -> bool:
    """Whether nothing else that is tested would do as well, and it is as it was before the call, as far as is known."""
    if case.evidence.is_touched or not case.evidence.is_settled:
        return False
    # Where another error is raised if something else does not hold, to change that is no help.
    others = [item for item in leading(case.evidence) if item != tested.condition and not item.is_trap]
    if others or any(item.condition == tested.condition for item in case.tested if item is not tested):
        return False
    names = [written(item) for item in walked(tested.atom.node) if isinstance(item, ast.Attribute)]
    return not set(names) & set(case.evidence.stored)


def _called(case: Case) -> list[str]:
    """The methods that users call, all of one class; none if Python calls one itself."""
    evidence = case.evidence
    owner, _, name = evidence.qualname.rpartition(".")
    if not owner or owner != evidence.owner or owner.startswith("_") or _CHECKS.match(name):
        return []
    if is_called_by_users(case):
        return [] if _SPECIAL.fullmatch(name) else [name]
    callers = [item.qualname.rpartition(".") for item in evidence.reach]
    are_own = all(item[0] == owner and not _SPECIAL.fullmatch(item[2]) for item in callers)
    is_plain = are_own and all(item.is_direct for item in evidence.reach) and len(callers) <= _MOST_CALLERS
    return [item[2] for item in callers] if is_plain and not evidence.is_public else []


def _is_open(node: ast.expr) -> bool:
    """Whether it speaks of nothing but what the object shows to all: attributes, and methods that are given nothing."""
    inner = list(walked(node))
    names = [item.id for item in inner if isinstance(item, ast.Name)]
    calls = [item for item in inner if isinstance(item, ast.Call)]
    is_own = bool(names) and set(names) == {"self"}
    is_asking = all(isinstance(item.func, ast.Attribute) and not item.args and not item.keywords for item in calls)
    is_whole = not any(isinstance(item, ast.Name) and item.id == "self" for item in _bare(node))
    return is_own and is_asking and is_whole and not is_private(node)


def _bare(node: ast.expr) -> list[ast.expr]:
    """What stands in it as it is, rather than to be asked for an attribute."""
    asked = {id(item.value) for item in walked(node) if isinstance(item, ast.Attribute)}
    return [item for item in walked(node) if isinstance(item, ast.Name) and id(item) not in asked]
