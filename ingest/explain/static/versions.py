"""What runs it, or a package that it uses, is of a version that it does not go with.

Only what the file imports from elsewhere counts, and only what is compared as a version: parsed, or as a tuple. Texts
are compared letter by letter, so that of those only one that is the same, or is not, says anything.
"""

from __future__ import annotations

import ast
import re
import sys
from dataclasses import dataclass
from typing import Final

from ingest.explain.conditions import worded
from ingest.explain.static.sentences import Case, Sentence, Tested, solution
from kb.display.explanation import code_span

_VERSION: Final = re.compile(r"v?\d+(?:\.\d+)*(?:[a-z]+\d*|\.\w+)?$")
_NAMES: Final = frozenset({"__version__", "VERSION", "version_info", "__version_info__"})
_PARSERS: Final = frozenset({"parse", "parse_version", "Version", "LooseVersion", "StrictVersion"})
_OF_DISTRIBUTION: Final = "importlib.metadata.version"
_WANTED: Final[dict[type[ast.cmpop], str]] = {
    ast.Lt: "{} or newer", ast.LtE: "newer than {}", ast.Gt: "{} or older", ast.GtE: "older than {}",
    ast.NotEq: "{}", ast.Eq: "other than {}",
}  # fmt: skip
_NOT: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Side:
    """One side of a comparison: whose version or which it is; `is_parsed` by a class that knows how versions order."""

    node: ast.expr
    is_parsed: bool = False
    length: int = 0  # of `[:2]`


def remedy(case: Case, tested: Tested) -> Sentence | None:
    node = tested.atom.node
    # What the function is given, or what a call gives it, has a version of its own.
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or tested.binding is not None:
        return None
    left, right = _side(node.left), _side(node.comparators[0])
    version, operator = _version(right), type(node.ops[0])
    operator = _NOT.get(operator, operator) if tested.atom.is_not else operator
    product = _product(case, left.node)
    wanted = _wanted(left, right, operator, is_python=product == "Python")
    if not product or not version or not wanted:
        return None
    words = wanted.format(code_span(version))
    if product == "Python":
        run = f"Python {words}" if wanted.startswith("{}") else f"a version of Python {words}"
        return solution(f"Run it with {run}: {worded(tested.atom)}.", tested.facts)
    which = f"version {words}" if wanted.startswith("{}") else f"a version {words}"
    return solution(f"Install {product} in {which}: {worded(tested.atom)}.", tested.facts)


def _side(node: ast.expr) -> _Side:
    is_call = isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords
    if isinstance(node, ast.Call) and is_call and ast.unparse(node.func).rpartition(".")[2] in _PARSERS:
        return _Side(node.args[0], is_parsed=True)
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        part = node.slice
        is_start = part.lower is None and part.step is None and isinstance(part.upper, ast.Constant)
        if is_start and isinstance(part.upper, ast.Constant) and type(part.upper.value) is int:
            return _Side(node.value, length=part.upper.value)
    return _Side(node)


def _wanted(left: _Side, right: _Side, operator: type[ast.cmpop], *, is_python: bool) -> str:
    """What has to hold of the version for the condition not to; "" if that is not known."""
    if not isinstance(right.node, ast.Tuple):
        is_ordered = left.is_parsed and right.is_parsed
        is_known = not left.length and (is_ordered or operator in (ast.Eq, ast.NotEq))
        return _WANTED.get(operator, "") if is_known and left.is_parsed is right.is_parsed else ""
    if left.is_parsed:
        return ""
    size = len(right.node.elts)
    if left.length:
        # Of the parts that are left both have as many; `3.8.1` is not newer than `(3, 8)` then.
        return _WANTED.get(operator, "") if left.length == size and operator is not ast.LtE else ""
    if operator in (ast.Eq, ast.NotEq):
        return ""
    # What has more parts is more: `(3, 8, 1)` is above `(3, 8)`; Python's always has five.
    operator = ast.GtE if operator is ast.Gt else operator
    operator = ast.Lt if operator is ast.LtE and is_python and size < len(sys.version_info) else operator
    return _WANTED.get(operator, "")


def _product(case: Case, node: ast.expr) -> str:
    """Whose version an expression gives, as prose; "" if it is not known."""
    if isinstance(node, ast.Call) and len(node.args) == 1:
        given = node.args[0].value if isinstance(node.args[0], ast.Constant) else None
        is_it = case.evidence.origin(ast.unparse(node.func)) == _OF_DISTRIBUTION
        return code_span(given) if is_it and isinstance(given, str) else ""
    if not isinstance(node, ast.Attribute) or node.attr not in _NAMES or not isinstance(node.value, ast.Name):
        return ""
    module = case.evidence.origin(node.value.id)
    if module == "sys":
        return "Python" if node.attr == "version_info" else ""
    # What comes with Python is of its version, or says that of something else.
    if not module or module.partition(".")[0] in (*sys.stdlib_module_names, "builtins"):
        return ""
    return f"what provides the module {code_span(module)}"


def _version(side: _Side) -> str:
    node = side.node
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value if _VERSION.match(node.value) else ""
    if isinstance(node, ast.Tuple) and node.elts:
        numbers = [item.value for item in node.elts if isinstance(item, ast.Constant) and type(item.value) is int]
        return ".".join(map(str, numbers)) if len(numbers) == len(node.elts) else ""
    return ""
