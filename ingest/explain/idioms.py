"""Conditions that Python writes in a roundabout way -> what they say, in words. Pure."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain import counts
from ingest.explain.trees import written
from kb.display.explanation import code_span

_MATCH: Final = frozenset({"match", "search", "fullmatch"})
# What is called so holds a compiled pattern.
_PATTERN: Final = re.compile(r"(?:^|[._])(?:[A-Z][A-Z0-9_]+|(?:\w+_)?(?:re|rx|regexp?|pattern))$")
_UP: Final = (ast.LtE, ast.LtE)
_DOWN: Final = (ast.GtE, ast.GtE)
_UNEQUAL: Final = (ast.NotEq, ast.IsNot)
_SAME: Final = (ast.Eq, ast.Is)
_OF_PATHS: Final = {
    "os.path.isfile": ("is a file", "is no file that exists"),
    "os.path.isdir": ("is a directory", "is no directory that exists"),
    "os.path.exists": ("exists", "does not exist"),
}


def told(node: ast.expr, *, is_not: bool) -> str:
    """The condition, or its opposite if `is_not`; "" of one that is plain as it stands."""
    for rule in (_of_two, _counted, _range, _attribute, _divided, _repeated, _matched, _of_path):
        if text := rule(node, is_not=is_not):
            return text
    return ""


def _of_two(node: ast.expr, *, is_not: bool) -> str:
    """`(a is None) ^ (b is None)` and the like."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitXor):
        sides, is_odd = (node.left, node.right), True
    elif isinstance(node, ast.Compare) and len(node.ops) == 1 and isinstance(node.ops[0], (*_SAME, *_UNEQUAL)):
        sides, is_odd = (node.left, node.comparators[0]), isinstance(node.ops[0], _UNEQUAL)
    else:
        return ""
    tested = [found for side in sides if (found := _none(side))]
    if len(tested) != 2 or tested[0][0] == tested[1][0]:
        return ""
    (one, is_none), (other, is_other_none) = tested
    # Whether one is tested for None and the other for a value turns it round.
    is_one = (is_odd is not is_not) is (is_none is is_other_none)
    names = f"{code_span(one)} and {code_span(other)}"
    return f"one of {names} is `None` and the other is not" if is_one else f"{names} are both `None` or both not `None`"


def _none(node: ast.expr) -> tuple[str, bool] | None:
    """What is compared with None, and whether it has to be that."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not isinstance(node.ops[0], (*_SAME, *_UNEQUAL)):
        return None
    right = node.comparators[0]
    is_none = isinstance(right, ast.Constant) and right.value is None
    return (written(node.left), isinstance(node.ops[0], _SAME)) if is_none else None


def _counted(node: ast.expr, *, is_not: bool) -> str:
    """`(a is None) + (b is None) != 1`, `sum(x is not None for x in (a, b)) > 1` and the like."""
    found = counts.counted(node)
    if found is None:
        return ""
    numbers = found.others if is_not else found.numbers
    names = [code_span(name) for name in found.names]
    if len(names) == 2 and len(numbers) == 2 and 1 not in numbers:
        return f"{names[0]} and {names[1]} are both `None` or both not `None`"
    number, named = found.told(numbers), f"of {', '.join(names[:-1])} and {names[-1]}"
    if not number and (other := found.told(found.numbers if is_not else found.others)):
        return f"not {other} {named} {_are(other)} given (not `None`)"
    return f"{number} {named} {_are(number)} given (not `None`)" if number else ""


def _are(number: str) -> str:
    return "are" if number in ("all", "both") else "is"


def divided(node: ast.expr, *, is_not: bool) -> tuple[ast.expr, ast.expr, bool] | None:
    """`n % m == 0` and `n % m` -> the two, and whether the one divides the other; of a text `%` puts something in."""
    match node:
        case ast.Compare(
            left=ast.BinOp(op=ast.Mod()) as rest,
            ops=[ast.Eq() | ast.NotEq() as operator],
            comparators=[ast.Constant(value=0) as zero],
        ) if zero.value is not False:
            is_even = isinstance(operator, ast.Eq) is not is_not
        case ast.BinOp(op=ast.Mod()) as rest:
            is_even = is_not
        case ast.Compare(
            left=ast.BinOp(ast.BinOp(whole, ast.FloorDiv(), part), ast.Mult(), again),
            ops=[ast.Eq() | ast.NotEq() as operator],
            comparators=[right],
        ) if written(part) == written(again) and written(whole) == written(right):  # `a // b * b == a`
            return whole, part, isinstance(operator, ast.Eq) is not is_not
        case _:
            return None
    is_text = isinstance(rest.left, ast.Constant | ast.JoinedStr)
    is_text = is_text or isinstance(rest.right, ast.Tuple | ast.Dict | ast.JoinedStr)
    is_text = is_text or (isinstance(rest.right, ast.Constant) and not isinstance(rest.right.value, int | float))
    return None if is_text else (rest.left, rest.right, is_even)


def _divided(node: ast.expr, *, is_not: bool) -> str:
    found = divided(node, is_not=is_not)
    if found is None:
        return ""
    whole, part, is_even = found
    if isinstance(part, ast.Constant) and part.value == 1:
        return f"{code_span(written(whole))} is {'' if is_even else 'not '}a whole number"
    return f"{code_span(written(whole))} is {'' if is_even else 'not '}divisible by {code_span(written(part))}"


def _range(node: ast.expr, *, is_not: bool) -> str:
    """`0 <= x <= 1` and `1 >= x >= 0`."""
    if not isinstance(node, ast.Compare) or len(node.ops) != 2:
        return ""
    ends = (node.left, node.comparators[1])
    kinds = tuple(map(type, node.ops))
    if kinds not in (_UP, _DOWN):
        return ""
    first, last = map(written, ends if kinds == _UP else ends[::-1])
    middle = code_span(written(node.comparators[0]))
    return f"{middle} is {'not ' if is_not else ''}in the range from {code_span(first)} to {code_span(last)}"


def _attribute(node: ast.expr, *, is_not: bool) -> str:
    """`getattr(x, "a", None)` alone, or compared with something that the default is not."""
    if isinstance(node, ast.Call):
        found = _asked(node)
        return f"{found[0]} is {'missing or falsy' if is_not else 'truthy'}" if found and not found[1].value else ""
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or not isinstance(node.left, ast.Call):
        return ""
    found, right = _asked(node.left), node.comparators[0]
    if found is None or not isinstance(right, ast.Constant):
        return ""
    is_equal = isinstance(node.ops[0], _SAME) is not is_not
    if not isinstance(node.ops[0], (*_SAME, *_UNEQUAL)):
        return ""
    value = code_span(written(right))
    # `==` takes 0 for `False`, `is` does not.
    is_by_value = isinstance(node.ops[0], ast.Eq | ast.NotEq) and found[1].value == right.value
    if is_by_value or _is_same(found[1], right):
        return f"{found[0]} is {'missing or ' if is_equal else 'not '}{value}"
    return f"{found[0]} is {value}" if is_equal else f"{found[0]} is missing or anything but {value}"


def _asked(node: ast.Call) -> tuple[str, ast.Constant] | None:
    """The attribute, as code in prose, and the default."""
    if not isinstance(node.func, ast.Name) or node.func.id != "getattr" or len(node.args) != 3:
        return None
    owner, name, default = node.args
    is_named = isinstance(name, ast.Constant) and isinstance(name.value, str) and name.value.isidentifier()
    if not is_named or not isinstance(owner, ast.Name | ast.Attribute) or not isinstance(default, ast.Constant):
        return None
    return code_span(f"{written(owner)}.{name.value}"), default  # type: ignore[attr-defined]


def _is_same(one: ast.Constant, other: ast.Constant) -> bool:
    return type(one.value) is type(other.value) and one.value == other.value


def _matched(node: ast.expr, *, is_not: bool) -> str:
    """`re.match(pattern, text)` and `PATTERN.match(text)`; `search` looks for it anywhere in the text."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or node.func.attr not in _MATCH:
        return ""
    of = node.func.value
    if written(of) == "re" and len(node.args) > 1:
        pattern, text = node.args[:2]
    elif _PATTERN.search(written(of)) and written(of) != "re" and len(node.args) == 1 and not node.keywords:
        pattern, text = of, node.args[0]
    else:
        return ""
    shown, by = code_span(written(text)), code_span(written(pattern))
    if node.func.attr == "search":
        return f"{'nothing' if is_not else 'something'} in {shown} matches {by}"
    return f"{shown} {'does not match' if is_not else 'matches'} {by}"


def _repeated(node: ast.expr, *, is_not: bool) -> str:
    """`len(x) != len(set(x))`, either way round."""
    match node:
        case ast.Compare(
            left=ast.Call(func=ast.Name(id="len"), args=[one]),
            ops=[ast.Eq() | ast.NotEq() | ast.Lt() | ast.Gt() as operator],
            comparators=[ast.Call(func=ast.Name(id="len"), args=[other])],
        ):
            is_set_first = _is_set_of(one, other)
            whole = other if is_set_first else one
            if not is_set_first and not _is_set_of(other, one):
                return ""
        case _:
            return ""
    if isinstance(operator, ast.Lt if not is_set_first else ast.Gt):  # which no set is
        return ""
    is_twice = isinstance(operator, ast.Eq) is is_not
    return f"{code_span(written(whole))} holds {'something' if is_twice else 'nothing'} twice"


def _is_set_of(node: ast.expr, whole: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="set"), args=[inner], keywords=[]):
            return written(inner) == written(whole)
    return False


def _of_path(node: ast.expr, *, is_not: bool) -> str:
    """What is asked of the file system."""
    known = _OF_PATHS.get(written(node.func)) if isinstance(node, ast.Call) else None
    if known is None or not isinstance(node, ast.Call) or len(node.args) != 1 or node.keywords:
        return ""
    return f"{code_span(written(node.args[0]))} {known[is_not]}"
