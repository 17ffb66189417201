"""What was given could not be taken apart: into how many items."""

from __future__ import annotations

import ast

from ingest.explain.expressions import is_private
from ingest.explain.static import attempts
from ingest.explain.static.options import called, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, solution
from ingest.explain.trees import Unreadable, parsed
from kb.display.explanation import code_span

_FAILS = frozenset({"ValueError", "TypeError"})


def remedies(case: Case) -> list[Sentence]:
    """Of `a, b = x` alone in its `try`, where `x` is an option or one of its items."""
    attempt = case.evidence.attempt
    if attempt is None or not attempts.is_handled(attempt, _FAILS) or len(attempt.given) != 1:
        return []
    node, option = _taken_apart(attempt.only), attempt.given[0]
    if node is None or not is_within_reach(case, option) or is_private(node.value):
        return []
    count = len(node.targets[0].elts)  # type: ignore[attr-defined]
    name, what = called(option, case.where), f"exactly {count} item{'s' * (count > 1)}"
    if ast.unparse(node.value) != option.name:
        if ast.unparse(node.value) not in case.evidence.variables:
            return []
        what = f"only items of {what}"
    text = f"Give {name} {what}: {code_span(ast.unparse(node))} failed ({attempts.handled(attempt)})."
    return [solution(text, attempts.facts(case, attempt))]


def _taken_apart(statement: str) -> ast.Assign | None:
    try:
        body = parsed(statement).body
    except Unreadable:
        return None
    node = body[0] if body else None
    if not isinstance(node, ast.Assign) or len(node.targets) != 1 or not isinstance(node.value, ast.Name):
        return None
    targets = node.targets[0]
    is_plain = isinstance(targets, ast.Tuple | ast.List) and not any(isinstance(i, ast.Starred) for i in targets.elts)
    return node if is_plain else None
