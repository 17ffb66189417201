"""An upstream test that provokes the error -> the same with a value that is not refused. Pure.

Only where the test gives the option that the nearest condition is about, and a value is known for which that condition
does not hold.
"""

from __future__ import annotations

import ast
from copy import deepcopy

from ingest.explain.facts import Binding, Setting
from ingest.explain.fields import name_of
from ingest.explain.holding import holds
from ingest.explain.static.apart import written_out
from ingest.explain.static.options import is_within_reach
from ingest.explain.static.sentences import Case, Tested
from ingest.explain.static.values import is_about, taken
from ingest.explain.trees import Unreadable, expression, parsed


def trial(case: Case) -> str:
    """Before and after."""
    if not case.tested or case.evidence.attempt:
        return ""
    near = written_out(case, case.tested[-1])
    binding = near.binding
    if binding is None or binding.origin != "parameter" or not is_about(near, binding) or near.condition.is_trap:
        return ""
    if not is_within_reach(case, binding):
        return ""
    texts = (_changed(case, near, binding, proof.setting) for proof in case.evidence.proofs)
    return next(filter(None, texts), "")


def _changed(case: Case, near: Tested, binding: Binding, setting: Setting | None) -> str:
    if setting is None:
        return ""
    tree = parsed(setting.failing)
    calls = [
        node for node in ast.walk(tree) if isinstance(node, ast.Call) and name_of(node.func) in _called(case, binding)
    ]
    if len(calls) != 1:
        return ""
    given = _given(calls[0], binding)
    if given is None or holds(near.atom, given) is not True:
        return ""
    for value in taken(near, binding):
        wanted = expression(value)
        if wanted is not None:
            after = _with(tree, calls[0], given, wanted)
            return _written(setting, ast.unparse(tree), after)
    return ""


def _called(case: Case, binding: Binding) -> tuple[str, ...]:
    if binding.given_to:
        return tuple(name.rpartition(".")[2] for name in binding.given_to)
    name = case.evidence.qualname.rpartition(".")[2]
    return (case.evidence.owner,) if name == "__init__" else (name,)


def _given(call: ast.Call, binding: Binding) -> ast.expr | None:
    """The argument that the call gives for the option, by its name or its place."""
    named = next((item.value for item in call.keywords if item.arg == binding.key), None)
    is_starred = any(isinstance(item, ast.Starred) for item in call.args)
    if named is not None or binding.given_to or binding.place is None or is_starred:
        return named
    return call.args[binding.place] if binding.place < len(call.args) else None


def _with(tree: ast.Module, call: ast.Call, given: ast.expr, wanted: ast.expr) -> str:
    """The statements with another value in the place of the given one."""
    args, keywords = call.args, call.keywords
    call.args = [wanted if item is given else item for item in args]
    call.keywords = [ast.keyword(k.arg, deepcopy(wanted)) if k.value is given else k for k in keywords]
    after = ast.unparse(tree)
    call.args, call.keywords = args, keywords
    return after


def _written(setting: Setting, before: str, after: str) -> str:
    shared = f"{setting.before}\n\n" if setting.before else ""
    text = f"{shared}# before\n{before}\n\n# after\n{after}"
    try:
        parsed(text)
    except Unreadable:
        return ""
    return text
