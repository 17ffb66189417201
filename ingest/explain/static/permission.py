"""The user that runs the program may not do it: what it is refused, and who would have to be allowed."""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.conditions import code
from ingest.explain.static import attempts
from ingest.explain.static.sentences import Case, Sentence, Tested, solution

_RIGHTS: Final = {"R_OK": "read", "W_OK": "write", "X_OK": "execute"}
_USERS: Final = ("os.geteuid()", "os.getuid()", "geteuid()", "getuid()")


def remedies(case: Case) -> list[Sentence]:
    attempt = case.evidence.attempt
    node = attempts.failed(attempt)
    if attempt is None or node is None or attempt.handled != ("PermissionError",):
        return []
    names = attempts.names(case, attempts.options(case, attempt))
    of = f" for {names}" if names else ""
    text = f"Give the user that runs the program the right to do {code(node)}{of}: there was a `PermissionError`."
    return [solution(text, attempts.facts(case, attempt))]


def remedy(tested: Tested) -> Sentence | None:
    node = tested.atom.node
    if isinstance(node, ast.Call) and ast.unparse(node.func) in ("os.access", "access") and len(node.args) == 2:
        return _access(tested, node) if tested.atom.is_not else None
    if tested.subject in _USERS and isinstance(tested.atom.right, ast.Constant) and tested.atom.right.value == 0:
        if tested.atom.operator is ast.NotEq:
            return solution(f"Run it as root: {code(tested.atom.subject)} is anything but `0`.", tested.facts)
        if tested.atom.operator is ast.Eq:
            return solution(f"Run it as a user other than root: {code(tested.atom.subject)} is `0`.", tested.facts)
    return None


def _access(tested: Tested, node: ast.Call) -> Sentence | None:
    names = [part.rpartition(".")[2] for part in ast.unparse(node.args[1]).split(" | ")]
    if not all(name in _RIGHTS for name in names):
        return None
    rights = " and ".join(_RIGHTS[name] for name in names)
    return solution(f"Let the user that runs the program {rights} {code(node.args[0])}.", tested.facts)
