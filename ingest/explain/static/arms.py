"""`raise A(…) if c else B(…)`: which of the classes, and when; `raise x`: what. Pure."""

from __future__ import annotations

import ast
from textwrap import dedent

from ingest.explain.conditions import atoms, code, listed, worded
from ingest.explain.facts import Evidence
from ingest.explain.trees import Unreadable, parsed, written
from kb.display.explanation import code_span


def told(evidence: Evidence) -> str:
    """The classes as prose, with what is tested; "" of a statement that raises one alone."""
    chosen = _chosen(evidence)
    arms = list(_arms(chosen)) if chosen else []
    names = list(dict.fromkeys(map(_name, arms)))
    if chosen is None or len(names) < 2:
        return ""
    if len(arms) > 2:
        return listed(names, "or")
    when = listed([worded(atom) for atom in atoms(ast.unparse(chosen.test))], "and")
    return f"{names[0]} (if {when}) or else {names[1]}"


def variable(evidence: Evidence) -> str:
    """As prose, what the statement raises where that is no class: a variable, or what a call gives; else ""."""
    node = None if evidence.exc_type else _raised(evidence)
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "with_traceback":
        node = node.func.value
    if isinstance(node, ast.Name | ast.Attribute):
        return code(node)
    return f"what {code_span(f'{written(node.func)}(…)')} gives" if isinstance(node, ast.Call) else ""


def _chosen(evidence: Evidence) -> ast.IfExp | None:
    raised = _raised(evidence) if any(" if " in line for line in evidence.statement) else None
    return raised if isinstance(raised, ast.IfExp) else None


def _raised(evidence: Evidence) -> ast.expr | None:
    try:
        body = parsed(dedent("\n".join(evidence.statement))).body
    except Unreadable:
        return None
    return next((node.exc for item in body for node in ast.walk(item) if isinstance(node, ast.Raise)), None)


def _arms(node: ast.expr) -> list[ast.expr]:
    return [*_arms(node.body), *_arms(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def _name(node: ast.expr) -> str:
    """The class; of a variable, that."""
    return code(node.func if isinstance(node, ast.Call) else node)
