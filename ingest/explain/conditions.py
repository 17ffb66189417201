"""Guards as Python expressions -> atoms, and each in words. Pure.

A guard holds whenever the statement runs. `and` is taken apart, `not (…)` is carried inwards, so that what is left
can be said plainly. Words never say more than Python does: "is not above 0" instead of "is at most 0", since a NaN is
neither.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Literal

from ingest.explain import idioms
from ingest.explain.instances import classes, is_class
from ingest.explain.trees import expression, walked, written
from kb.display.explanation import code_span

_LONGEST: Final = 160
_MOST_LISTED: Final = 12
_COMPARED: Final[dict[type[ast.cmpop], tuple[str, str]]] = {
    ast.Lt: ("is below", "is not below"),
    ast.LtE: ("is at most", "is not at most"),
    ast.Gt: ("is above", "is not above"),
    ast.GtE: ("is at least", "is not at least"),
}
_SAME: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "is", ast.Is: "is", ast.NotEq: "is anything but", ast.IsNot: "is not",
}  # fmt: skip
_EQUAL: Final[dict[type[ast.cmpop], str]] = {
    ast.Eq: "equals", ast.Is: "is", ast.NotEq: "differs from", ast.IsNot: "is not",
}  # fmt: skip
_OPPOSITE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip

# Of whole numbers, where what is not below is at least: a NaN is neither.
_OTHER_SIDE: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.GtE, ast.LtE: ast.Gt, ast.Gt: ast.LtE, ast.GtE: ast.Lt,
}  # fmt: skip

# A flag; something that may be left out, None or empty; a text or what holds items, never None.
Kind = Literal["", "flag", "optional", "collection"]
_TRUTHS: Final = {
    "": ("truthy", "falsy"),
    "flag": ("true", "false"),
    "optional": ("given", "empty or not given"),
    "collection": ("not empty", "empty"),
}
_FLAG: Final = re.compile(r"_*(?:is|has|can|should|needs?|uses?|allows?|enable|supports?|requires?|include)_(?=[a-z])")
_PREDICATE: Final = re.compile(
    r"_*(?:is|has|can|should|are|any|all|exists|startswith|endswith|issubclass|callable)(?![a-z])|"
    r"is(?:function|class|method|module|generator|coroutine|builtin|abstract|await)\w*|"
    r"is(?:al(?:num|pha)|ascii|decimal|digit|identifier|lower|numeric|printable|space|title|upper)|"
    r"is(?:disjoint|subset|superset|file|dir|abs|link)\b"
)


@dataclass(frozen=True, slots=True)
class Atom:
    """One condition that holds: `node`, or its opposite if `is_not`."""

    node: ast.expr
    is_not: bool

    @property
    def subject(self) -> ast.expr:
        """What the condition is about."""
        node = self.node
        if isinstance(node, ast.Compare):
            return node.left if len(node.ops) == 1 else node
        if isinstance(node, ast.Call) and is_call_of(node, "isinstance", 2):
            return node.args[0]
        return node

    @property
    def operator(self) -> type[ast.cmpop] | None:
        """How subject and `right` compare, the opposite taken in; None if it is no comparison of two."""
        node = self.node
        if not isinstance(node, ast.Compare) or len(node.ops) != 1:
            return None
        operator = type(node.ops[0])
        return _OPPOSITE.get(operator) if self.is_not else operator

    @property
    def right(self) -> ast.expr | None:
        return self.node.comparators[0] if isinstance(self.node, ast.Compare) and len(self.node.ops) == 1 else None


@lru_cache(4096)
def atoms(guard: str) -> tuple[Atom, ...]:
    """The conditions that all hold when the guard does; none if the guard is no expression."""
    node = expression(guard)
    return tuple(_atoms(node, is_not=False)) if node is not None else ()


def alternatives(atom: Atom) -> list[Atom]:
    """Where one of several conditions holds, those; none if one of them is more than one itself."""
    if not isinstance(atom.node, ast.BoolOp):
        return []
    parts = [_atoms(value, is_not=atom.is_not) for value in atom.node.values]
    return [part[0] for part in parts] if all(len(part) == 1 for part in parts) else []


def _atoms(node: ast.expr, *, is_not: bool) -> list[Atom]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return _atoms(node.operand, is_not=not is_not)
    if isinstance(node, ast.BoolOp) and isinstance(node.op, ast.Or if is_not else ast.And):
        return [atom for value in node.values for atom in _atoms(value, is_not=is_not)]
    return [Atom(node, is_not)]


def worded(atom: Atom, kind: Kind = "") -> str:
    """The condition in words, code in backticks; `kind` is what is known of a value that is only tested for truth."""
    node, is_not = atom.node, atom.is_not
    if kind and isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        return f"{code(node)} is {_TRUTHS[kind][is_not]}"
    if isinstance(node, ast.BoolOp):
        return _joined(node, is_not=is_not)
    if idiom := idioms.told(node, is_not=is_not):
        return idiom
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        return _compared(atom, node)
    if isinstance(node, ast.Call):
        return _called(node, is_not=is_not)
    if isinstance(node, ast.Name) and node.id == "__debug__":
        return f"Python runs {'with' if is_not else 'without'} `-O`"
    if isinstance(node, ast.Name | ast.Attribute | ast.Subscript):
        is_flag = _FLAG.match(written(node).rpartition(".")[2]) is not None
        return f"{code(node)} is {_TRUTHS['flag' if is_flag else ''][is_not]}"
    return f"{code(node)} {'does not hold' if is_not else 'holds'}"


def _called(node: ast.Call, *, is_not: bool) -> str:
    """What a call tells, that of a built-in function in its own words."""
    if is_call_of(node, "isinstance", 2):
        return f"{code(node.args[0])} is {kinds(node.args[1], is_not=is_not)}"
    if is_call_of(node, "hasattr", 2) and isinstance(node.args[1], ast.Constant):
        return f"{code(node.args[0])} has {'no' if is_not else 'an'} attribute {code_span(str(node.args[1].value))}"
    if is_call_of(node, "callable", 1):
        return f"{code(node.args[0])} is {'not ' if is_not else ''}callable"
    if is_call_of(node, "len", 1):
        return f"{code(node.args[0])} is {'' if is_not else 'not '}empty"
    return f"{code(node)} {_result(node, is_not=is_not)}"


def _result(node: ast.Call, *, is_not: bool) -> str:
    """What a call gives: plainly, where its name says that it tells yes or no."""
    called = written(node.func).rpartition(".")[2]
    if _PREDICATE.match(called):
        return "is false" if is_not else "is true"
    return "is falsy" if is_not else "is truthy"


def opposite(atom: Atom) -> Atom:
    return Atom(atom.node, not atom.is_not)


def _joined(node: ast.BoolOp, *, is_not: bool) -> str:
    """All of them or one of them, whichever it is after `not` was carried inwards."""
    if isinstance(node.op, ast.And) is not is_not:
        return listed([_apart(atom) for atom in _atoms(node, is_not=is_not)], "and")
    parts = [_all(_atoms(value, is_not=is_not)) for value in node.values]
    return f"either {listed(parts if len(parts) < 3 else [_closed(part) for part in parts], 'or')}"


def _closed(text: str) -> str:
    """In parentheses, if it is a list itself."""
    return f"({text})" if re.search(r"`,? (?:or|nor) `", text) else text


def _all(parts: list[Atom]) -> str:
    return worded(parts[0]) if len(parts) == 1 else f"({' and '.join(map(_apart, parts))})"


def _apart(atom: Atom) -> str:
    """Alternatives in parentheses, where other conditions stand beside them."""
    return f"({worded(atom)})" if isinstance(atom.node, ast.BoolOp) else worded(atom)


def _compared(atom: Atom, node: ast.Compare) -> str:
    left, right, operator = code(node.left), node.comparators[0], atom.operator
    if (emptiness := _emptiness(node, operator)) and isinstance(node.left, ast.Call):
        return f"{code(node.left.args[0])} is {emptiness}"
    if operator is None and is_call_of(node.left, "len", 1):
        return f"{left} {_COMPARED[_OTHER_SIDE[type(node.ops[0])]][0]} {code(right)}"
    if operator is None:
        return f"{left} {_COMPARED[type(node.ops[0])][1]} {code(right)}"
    if operator in _COMPARED:
        return f"{left} {_COMPARED[operator][0]} {code(right)}"
    if operator in (ast.In, ast.NotIn):
        return f"{left} is {_among(right, is_in=operator is ast.In)}"
    words = _SAME if isinstance(right, ast.Constant) else _EQUAL
    return f"{left} {words[operator]} {code(right)}"


def _emptiness(node: ast.Compare, operator: type[ast.cmpop] | None) -> str:
    """What a comparison of a length with 0 tells."""
    right = node.comparators[0]
    if not is_call_of(node.left, "len", 1) or not isinstance(right, ast.Constant) or right.value != 0:
        return ""
    return {ast.Eq: "empty", ast.NotEq: "not empty", ast.Gt: "not empty"}.get(operator or ast.Is, "")


def _among(node: ast.expr, *, is_in: bool) -> str:
    items = [code_span(item) for item in listed_values(node)]
    if not items:
        return f"{'' if is_in else 'not '}in {code(node)}"
    if is_in:
        return listed(items, "or")
    return f"neither {listed(items, 'nor')}" if len(items) > 1 else f"anything but {items[0]}"


def kinds(node: ast.expr, *, is_not: bool = False) -> str:
    """Of which classes something is, or of which not, as it goes on from "is"; `node` as `isinstance` takes it."""
    items = classes(node)
    if not all(map(is_class, items)):
        return f"{'not ' if is_not else ''}an instance of {listed([code(item) for item in items], 'or')}"
    named = list(dict.fromkeys(map(_a_kind, items)))
    if is_not and len(named) > 1:
        return f"neither {listed(named, 'nor')}"
    return f"{'not ' if is_not else ''}{listed(named, 'or')}"


def _a_kind(node: ast.expr) -> str:
    name = written(node)
    if name in ("type(None)", "None") or name.rpartition(".")[2] == "NoneType":
        return "`None`"
    return f"{'an' if name.rpartition('.')[2].lstrip('_')[:1] in 'AEIOaeio' else 'a'} {code(node)}"


def listed_values(node: ast.expr | None) -> tuple[str, ...]:
    """The values that a tuple, list or set of constants writes out; none if it is anything else."""
    if not isinstance(node, ast.Tuple | ast.List | ast.Set) or not 0 < len(node.elts) <= _MOST_LISTED:
        return ()
    if not all(isinstance(item, ast.Constant | ast.Attribute) or _is_constant(item) for item in node.elts):
        return ()
    return tuple(written(item) for item in node.elts)


def _is_constant(node: ast.expr) -> bool:
    """Whether a name is written as those of constants are."""
    return isinstance(node, ast.Name) and node.id.isupper()


def is_call_of(node: ast.expr, name: str, count: int) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == name
        and len(node.args) == count
        and not node.keywords
    )


class _Unnamed(ast.NodeTransformer):
    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        found: ast.expr = self.visit(node.value)
        return found


def _unbracketed(node: ast.expr) -> str:
    """As written, a generator that is handed over alone in the call's own parentheses."""
    text = written(node)
    for item in walked(node):
        if isinstance(item, ast.Call) and len(item.args) == 1 and isinstance(item.args[0], ast.GeneratorExp):
            inner = written(item.args[0])
            text = text.replace(f"({inner})", inner)
    return text


@lru_cache(4096)
def code(node: ast.expr) -> str:
    """Source as code in prose, cut when long; of a value that gets a name on the way, the value."""
    if any(isinstance(item, ast.NamedExpr) for item in walked(node)):
        node = _Unnamed().visit(deepcopy(node))
    text = " ".join(_unbracketed(node).split())
    return code_span(text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…")


def listed(items: Sequence[str], word: str) -> str:
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {word} {items[-1]}"
