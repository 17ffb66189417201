"""What runs it, or a package that it uses, is of a version that it does not go with."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.conditions import worded
from ingest.explain.static.sentences import Sentence, Tested, solution
from kb.display.explanation import code_span

_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)*(?:[a-z]+\d*|\.\w+)?$")
_NAMED: Final = re.compile(r"(?:([\w.]+)\.)?(?:__version__|VERSION|version_info|__version_info__)$")
_WANTED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "{} or newer", ast.LtE: "a version newer than {}", ast.Gt: "{} or older",
    ast.GtE: "a version older than {}", ast.NotEq: "{}", ast.Eq: "a version other than {}",
}  # fmt: skip
_NOT: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip


def remedy(tested: Tested) -> Sentence | None:
    node = tested.atom.node
    # What the function is given, or what a call gives it, has a version of its own.
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or tested.binding is not None:
        return None
    what, version = _product(node.left), _version(node.comparators[0])
    operator = type(node.ops[0])
    operator = _NOT.get(operator, operator) if tested.atom.is_not else operator
    if not what or not version or operator not in _WANTED:
        return None
    wanted = _WANTED[operator].format(code_span(version))
    if what == "sys":
        return solution(f"Run it with Python {wanted}: {worded(tested.atom)}.", tested.facts)
    return solution(f"Install {code_span(what)} in {_of(wanted)}: {worded(tested.atom)}.", tested.facts)


def _of(wanted: str) -> str:
    return wanted if wanted.startswith("a version") else f"version {wanted}"


def _product(node: ast.expr) -> str:
    """Whose version an expression gives: `torch` of `parse(torch.__version__)` and of `version("torch")`."""
    while isinstance(node, ast.Subscript | ast.Attribute) and not _NAMED.search(ast.unparse(node)):
        node = node.value
    if isinstance(node, ast.Call) and len(node.args) == 1:
        inner, called = node.args[0], ast.unparse(node.func).rpartition(".")[2]
        if called == "version" and isinstance(inner, ast.Constant) and isinstance(inner.value, str):
            return inner.value
        return _product(inner) if re.search(r"(?i)version|parse", called) else ""
    found = _NAMED.match(ast.unparse(node)) if isinstance(node, ast.Attribute) else None
    owner = found[1] if found else ""
    return owner if owner and owner.isidentifier() and owner not in ("self", "cls") else ""


def _version(node: ast.expr) -> str:
    if isinstance(node, ast.Call) and len(node.args) == 1:
        return _version(node.args[0])
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value if _VERSION.match(node.value) else ""
    if isinstance(node, ast.Tuple) and node.elts:
        numbers = [item.value for item in node.elts if isinstance(item, ast.Constant) and type(item.value) is int]
        return ".".join(map(str, numbers)) if len(numbers) == len(node.elts) else ""
    return ""
