"""PURE: a value, and the expression whose Hole it stands in -> whether the one can be what the other gives.

Only what Python says of an expression counts, never what a name may mean: `len(x)` is a number, `list(x)` is printed
in brackets, `type(self).__name__` is the class around the statement or one below it, and a condition that was true
when the statement ran is mostly true of the value.

A Hole does not tell how its value is formatted, a class may print itself as it likes, and a condition may be of another
release or of what the name stood for before. So what is *unlikely* only puts a statement behind others; *impossible* is
what no format makes of what Python's own functions and displays give.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from kb.matching.conditioned import LONGEST, QUOTED, as_conditioned, compared_in, parsed

_NUMBER: Final = re.compile(r"[+-]?(?:0[xXoObB])?[\da-fA-F][\da-fA-F_,.]*(?:[eE][+-]?\d+)?%?|[+-]?(?:nan|inf)")
_NAME: Final = re.compile(r"[A-Za-z_<][\w.<>]*+(?:\[.*)?", re.DOTALL)
_CLASS: Final = re.compile(r"<(?:class|enum|flag) .*", re.DOTALL)
_TRUTH: Final = re.compile(r".*\b(?:True|False)\b.*|[01]", re.DOTALL)
_LIST: Final = re.compile(r"\[.*", re.DOTALL)
_SET: Final = re.compile(r"\{.*|set\(\)", re.DOTALL)
_DICT: Final = re.compile(r"\{.*", re.DOTALL)
_TUPLE: Final = re.compile(r"\(.*", re.DOTALL)
_ESCAPED: Final = re.compile(r"\\.", re.DOTALL)
_SHAPE: Final = re.compile(r"(?:\w[\w.]*)?\(.*", re.DOTALL)  # a tuple, or a class of its own that prints like a call
_VIEW: Final = re.compile(r"\w+\(.*|\[.*", re.DOTALL)
_UPPER, _LOWER = re.compile(r"[^a-zß-öø-ÿ]*"), re.compile(r"[^A-ZÀ-ÖØ-Þ]*")
_WORDS: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_CONSTANTS: Final = frozenset({"True", "False", "None", "Ellipsis", "NotImplemented", "nan", "inf", "NaT"})
# What built-in functions and attributes of one meaning give, as it is mostly printed.
_CALLED: Final = {
    "len": _NUMBER, "int": _NUMBER, "ord": _NUMBER, "id": _NUMBER, "hash": _NUMBER, "float": _NUMBER,
    "list": _LIST, "sorted": _LIST, "set": _SET, "dict": _DICT, "tuple": _TUPLE, "type": _CLASS, "round": _NUMBER,
    "bool": _TRUTH, "isinstance": _TRUTH, "callable": _TRUTH,
}  # fmt: skip
_ATTRIBUTES: Final = {"__name__": _NAME, "__qualname__": _NAME, "__class__": _CLASS, "ndim": _NUMBER, "shape": _SHAPE}
# Methods of Python's own types, as what they give is printed.
_METHODS: Final = {"keys": _VIEW, "values": _VIEW, "items": _VIEW, "upper": _UPPER, "lower": _LOWER}
# What is found in it however it is formatted, filled up or shortened: a digit, or letters that are one of base 16.
_OF_NUMBER: Final = re.compile(r"\d|\A\W*(?:[a-f]+|nan|inf)\W*\Z|\A.\Z", re.DOTALL | re.IGNORECASE)
_OF_SET: Final = re.compile(r"\{|\As")
_OF_DICT: Final = re.compile(r"\{")
_OF_LIST: Final = re.compile(r"\[")
_OF_NAME: Final = re.compile(r"\A[^\s\[]*+(?:\[|\Z)")  # no blanks but in the brackets of a generic class
_OF_CLASS_NAME: Final = re.compile(r"\A(?=.*[^\W\d]|.*_)[^\s\[]*+(?:\[|\Z)", re.DOTALL)
_ALWAYS: Final = {
    "len": _OF_NUMBER, "int": _OF_NUMBER, "ord": _OF_NUMBER, "float": _OF_NUMBER,
    "list": _OF_LIST, "sorted": _OF_LIST, "set": _OF_SET, "dict": _OF_DICT,
}  # fmt: skip
_FOUNDATIONS: Final = frozenset({"Abstract", "Base", "Common", "Generic", "Meta", "Mixin", "Root"})
_SELF: Final = re.compile(r"(?:type\((?:self|cls)\)|(?:self|cls)\.__class__|cls)(?:\.__(?:name|qualname)__)?")


class Told(NamedTuple):
    """What is known of a statement beside its wording: its qualname and the conditions that held when it ran."""

    qualname: str
    conditions: Sequence[str]


class Fit(NamedTuple):
    """How much the values speak for the statement; how many of them it rarely puts there, and how many never. Only
    what few values do speaks for one: to be a number does not. `missing`: how many of the latter are empty, though what
    stands there always prints something: then the message was cut, or is another statement's."""

    supporting: float = 0.0
    unlikely: int = 0
    impossible: int = 0
    missing: int = 0


def fit(values: Mapping[str, str], told: Told) -> Fit:
    """`values`: a Hole's expression -> what stands in its place."""
    supporting, unlikely, impossible, missing = 0.0, 0, 0, 0
    compared = compared_in(told.conditions) if values else []
    for expression, value in values.items():
        if len(expression) > LONGEST or len(value) > LONGEST:
            continue
        node, conversion = parsed(expression)
        verdicts = [_as_printed(node, conversion, value), *as_conditioned(node, value, compared)]
        if own := _own_class(expression, told.qualname):
            supporting += _share_of_class(own, value)
            verdicts.append(False if _names_one_above(own, value) else None)
        supporting += True in verdicts
        is_missing = not value.strip() and _prints_something(node, conversion)
        missing += is_missing
        if is_missing or _is_impossible(node, value):
            impossible += 1
        elif False in verdicts:
            unlikely += 1
    return Fit(supporting, unlikely, impossible, missing)


def _own_class(expression: str, qualname: str) -> str:
    """The class around the statement where the Hole names the object's own, else nothing."""
    return _class_of(qualname) if _SELF.fullmatch(expression.partition("!")[0]) else ""


def _share_of_class(own: str, value: str) -> float:
    """Of the words in the name of the class around the statement, how many the value shares, where the value is the
    name of its own class: classes below that one are mostly named after it. 2 for the same name."""
    name = _last_name(value)
    words = _WORDS.findall(own)
    return 2.0 if name == own else sum(word in _WORDS.findall(name) for word in words) / max(1, len(words))


def _names_one_above(own: str, value: str) -> bool:
    """Does the value say less than the class's own name, as classes that it derives from do (`Shelf` in `WideShelf`)?
    Not where what it leaves out tells a class that is made to be derived from."""
    words, said = set(_WORDS.findall(own)), set(_WORDS.findall(_last_name(value)))
    return bool(said) and said < words and not words & _FOUNDATIONS


def _last_name(value: str) -> str:
    return value.strip("<>'").rpartition(".")[2]


def _class_of(qualname: str) -> str:
    """The innermost class: names of functions do not begin with a capital letter."""
    names = [name for name in qualname.split(".")[:-1] if name.lstrip("_")[:1].isupper()]
    return names[-1] if names else ""


def _is_impossible(node: ast.expr | None, value: str) -> bool:
    always = _always(node)
    return always is not None and bool(value.strip()) and not always.search(value.strip())


def _prints_something(node: ast.expr | None, conversion: str) -> bool:
    """Is it a repr, a number or a name, none of which is ever empty? Of a list only the items may be printed."""
    return _is_repr(node, conversion) or _always(node) in (_OF_NUMBER, _OF_NAME, _OF_CLASS_NAME)


def _is_repr(node: ast.expr | None, conversion: str) -> bool:
    return conversion in ("r", "a") or (isinstance(node, ast.Call) and _name(node.func) in ("repr", "ascii"))


def _always(node: ast.expr | None) -> re.Pattern[str] | None:
    """What every print of the expression's values holds."""
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return _ALWAYS.get(name)
        case ast.List() | ast.ListComp():
            return _OF_LIST
        case ast.Set() | ast.SetComp():
            return _OF_SET
        case ast.Dict() | ast.DictComp():
            return _OF_DICT
        case ast.Attribute(
            attr="__name__" | "__qualname__",
            value=ast.Call(func=ast.Name(id="type")) | ast.Attribute(attr="__class__"),
        ):
            return _OF_CLASS_NAME
        case ast.Attribute(attr="__name__" | "__qualname__"):
            return _OF_NAME
    return None


def _as_printed(node: ast.expr | None, conversion: str, value: str) -> bool | None:
    """False where the value is not what Python mostly prints of the expression, True where few others give it."""
    if _is_repr(node, conversion):
        return _as_repr(value)
    form = _form(node)
    return None if form is None or not value.strip() or form.fullmatch(value.strip()) else False


def _form(node: ast.expr | None) -> re.Pattern[str] | None:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return _CALLED.get(name)
        case ast.BinOp(op=ast.Sub()) if _SET in (_form(node.left), _form(node.right)):
            return _SET
        case ast.List() | ast.ListComp():
            return _LIST
        case ast.Set() | ast.SetComp():
            return _SET
        case ast.Dict() | ast.DictComp():
            return _DICT
        case ast.Tuple():
            return _TUPLE
        case ast.Compare():
            return _TRUTH
    return _form_of_access(node)


def _form_of_access(node: ast.expr | None) -> re.Pattern[str] | None:
    match node:
        case ast.Call(func=ast.Attribute(attr=name), args=[]):
            return _METHODS.get(name)
        case ast.Attribute(attr=name):
            return _ATTRIBUTES.get(name)
        case ast.Subscript(value=ast.Attribute(attr="shape"), slice=ast.Constant() | ast.UnaryOp()):
            return _NUMBER
    return None


def _as_repr(value: str) -> bool | None:
    """A text's repr is quoted, and ends with its quote; a bare word is none of a text, and of few other things."""
    if QUOTED.fullmatch(value):
        return True
    is_more = value[:1] in ("'", '"') and _ESCAPED.sub("", value).count(value[0]) > 1
    return False if is_more or (value.isalpha() and value not in _CONSTANTS) else None


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
