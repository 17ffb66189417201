"""`raise A(…) if c else B(…)`: which of the classes, and when. Pure."""

from __future__ import annotations

import ast
from textwrap import dedent

from ingest.explain.conditions import atoms, code, listed, worded
from ingest.explain.facts import Evidence
from ingest.explain.trees import Unreadable, parsed


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


def _chosen(evidence: Evidence) -> ast.IfExp | None:
    text = "\n".join(evidence.statement)
    if " if " not in text:
        return None
    try:
        body = parsed(dedent(text)).body
    except Unreadable:
        return None
    raised = next((node.exc for item in body for node in ast.walk(item) if isinstance(node, ast.Raise)), None)
    return raised if isinstance(raised, ast.IfExp) else None


def _arms(node: ast.expr) -> list[ast.expr]:
    return [*_arms(node.body), *_arms(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def _name(node: ast.expr) -> str:
    """The class; of a variable, that."""
    return code(node.func if isinstance(node, ast.Call) else node)
