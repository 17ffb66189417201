"""PURE: a value, and the expression whose Hole it stands in -> whether the one can be what the other gives.

Only what Python says of an expression counts, never what a name may mean: `len(x)` is a number, `list(x)` is printed
in brackets, `type(self).__name__` is the class around the statement or one below it, and a condition that was true
when the statement ran is true of the value.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

MOST_CONDITIONS = 20
LONGEST = 300  # characters of a condition or value that is taken apart

_WHOLE: Final = re.compile(r"[+-]?\d+")
_NUMBER: Final = re.compile(r"[+-]?(?:\d[\d_,]*\.?\d*(?:[eE][+-]?\d+)?|nan|inf)")
_NAME: Final = re.compile(r"[A-Za-z_<][\w.<>]*")
_CLASS: Final = re.compile(r"<(?:class|enum|flag) .+>", re.DOTALL)
_QUOTED: Final = re.compile(r"b?'.*'|b?\".*\"", re.DOTALL)
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_CONSTANTS: Final = frozenset({"True", "False", "None", "Ellipsis", "NotImplemented", "nan", "inf", "NaT"})
# What built-in functions, methods and attributes of one meaning give, as it is printed.
_CALLED: Final = {
    "len": _WHOLE, "int": _WHOLE, "ord": _WHOLE, "id": _WHOLE, "hash": _WHOLE,
    "list": re.compile(r"\[.*\]", re.DOTALL), "sorted": re.compile(r"\[.*\]", re.DOTALL),
    "set": re.compile(r"\{.*\}|set\(\)", re.DOTALL), "dict": re.compile(r"\{.*\}", re.DOTALL),
    "tuple": re.compile(r"\(.*\)", re.DOTALL), "bool": re.compile(r"True|False"),
    "isinstance": re.compile(r"True|False"), "callable": re.compile(r"True|False"), "type": _CLASS,
    "float": _NUMBER, "tolist": re.compile(r"\[.*\]|[^\[]+", re.DOTALL),
}  # fmt: skip
_ATTRIBUTES: Final = {"__name__": _NAME, "__qualname__": _NAME, "__class__": _CLASS, "ndim": _WHOLE}
_OPERATORS: Final[Mapping[type[ast.cmpop], Callable[[Any, Any], Any]]] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge, ast.In: lambda one, other: one in other, ast.NotIn: lambda one, other: one not in other,
    ast.Is: operator.is_, ast.IsNot: operator.is_not,
}  # fmt: skip
_SELF: Final = re.compile(r"(?:type\((?:self|cls)\)|(?:self|cls)\.__class__|cls)(?:\.__(?:name|qualname)__)?")


class Told(NamedTuple):
    """What is known of a statement beside its wording: its qualname and the conditions that held when it ran."""

    qualname: str
    conditions: Sequence[str]


class Fit(NamedTuple):
    """How much the values speak for the statement, and how many of them against it. Only what few values do speaks for
    one: to be a number does not."""

    supporting: float = 0.0
    against: int = 0


def fit(values: Mapping[str, str], told: Told) -> Fit:
    """`values`: a Hole's expression -> what stands in its place."""
    supporting, against = 0.0, 0
    for expression, value in values.items():
        if len(expression) > LONGEST or len(value) > LONGEST:
            continue
        verdicts = [_as_printed(expression, value), *_as_conditioned(expression, value, told.conditions)]
        supporting += (True in verdicts) + _share_of_class(expression, value, told.qualname)
        against += False in verdicts
    return Fit(supporting, against)


def _share_of_class(expression: str, value: str, qualname: str) -> float:
    """Of the words in the name of the class around the statement, how many the value shares, where the value is the
    name of its own class: classes below that one are mostly named after it. 2 for the same name."""
    own = _class_of(qualname)
    if not own or _SELF.fullmatch(expression.partition("!")[0]) is None:
        return 0.0
    name = value.strip("<>'").rpartition(".")[2]
    words = _WORDS.findall(own)
    return 2.0 if name == own else sum(word in _WORDS.findall(name) for word in words) / max(1, len(words))


def _class_of(qualname: str) -> str:
    """The innermost class: names of functions do not begin with a capital letter."""
    names = [name for name in qualname.split(".")[:-1] if name.lstrip("_")[:1].isupper()]
    return names[-1] if names else ""


def _as_printed(expression: str, value: str) -> bool | None:
    """False where the value is not what Python prints of the expression, True where few other expressions give it."""
    node, conversion = _parsed(expression)
    if conversion == "r" or (isinstance(node, ast.Call) and _name(node.func) == "repr"):
        return _as_repr(value)
    form = _form(node)
    return None if form is None or form.fullmatch(value.strip()) else False


def _form(node: ast.expr | None) -> re.Pattern[str] | None:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return _CALLED.get(name)
        case ast.Call(func=ast.Attribute(attr="tolist")):
            return _CALLED["tolist"]
        case ast.Attribute(attr=name):
            return _ATTRIBUTES.get(name)
        case ast.List() | ast.ListComp():
            return _CALLED["list"]
        case ast.Set() | ast.SetComp():
            return _CALLED["set"]
        case ast.Dict() | ast.DictComp():
            return _CALLED["dict"]
        case ast.Tuple():
            return _CALLED["tuple"]
        case ast.Compare():
            return _CALLED["bool"]
        case ast.BinOp(op=ast.Add() | ast.Sub(), right=ast.Constant(value=int())):
            return _NUMBER
    return None


def _as_repr(value: str) -> bool | None:
    """A text's repr is quoted; a bare word is none of a text, and rarely of anything else."""
    if _QUOTED.fullmatch(value):
        return True
    return False if value.isalpha() and value not in _CONSTANTS else None


def _as_conditioned(expression: str, value: str, conditions: Sequence[str]) -> Iterator[bool]:
    """What the conditions say that compare the expression with constants. To be other than a constant is nothing."""
    node, _ = _parsed(expression)
    if node is None or not conditions:
        return
    wanted = ast.unparse(node)
    for condition in conditions[:MOST_CONDITIONS]:
        for compared, is_denied in _comparisons(_parsed(condition)[0], is_denied=False):
            if ast.unparse(compared.left) != wanted or (truth := _is_true(compared, value)) is None:
                continue
            is_order = isinstance(compared.ops[0], ast.Lt | ast.LtE | ast.Gt | ast.GtE)
            is_other = isinstance(compared.ops[0], ast.NotEq | ast.NotIn | ast.IsNot)
            if truth is is_denied:
                yield False
            elif is_order or is_other is is_denied:
                yield True


def _comparisons(node: ast.expr | None, *, is_denied: bool) -> Iterator[tuple[ast.Compare, bool]]:
    """The single comparisons that a condition surely is made of, and whether they are denied."""
    match node:
        case ast.UnaryOp(op=ast.Not()):
            yield from _comparisons(node.operand, is_denied=not is_denied)
        case ast.BoolOp() if isinstance(node.op, ast.Or) is is_denied:
            for operand in node.values:
                yield from _comparisons(operand, is_denied=is_denied)
        case ast.Compare() if len(node.ops) == 1:
            yield node, is_denied


def _is_true(compared: ast.Compare, value: str) -> bool | None:
    """Whether the comparison holds of the value; None where nobody can tell."""
    try:
        other = ast.literal_eval(compared.comparators[0])
        compares_texts = all(
            isinstance(one, str) for one in (other if isinstance(other, tuple | list | set) else [other])
        )
        is_text = compares_texts and not _QUOTED.fullmatch(value)
        return _holds(compared.ops[0], value if is_text else ast.literal_eval(value), other)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None


def _holds(compare: ast.cmpop, one: object, other: object) -> bool | None:
    holds = _OPERATORS.get(type(compare))
    try:
        return None if holds is None else bool(holds(one, other))
    except TypeError:
        return None


def _parsed(expression: str) -> tuple[ast.expr | None, str]:
    """An expression's tree and its conversion (`r`), as a Hole is written; (None, "") where it is no Python."""
    bare, _, conversion = expression.rpartition("!") if expression[-2:] in ("!r", "!s", "!a") else (expression, "", "")
    try:
        return ast.parse(bare, mode="eval").body, conversion
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        return None, ""


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
