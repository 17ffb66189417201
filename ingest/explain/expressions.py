"""What an expression is about. Pure."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Collection, Iterator
from typing import Final

from ingest.explain.trees import expression, walked, written

_LONGEST_NAME: Final = 60
_LONGEST_EXPRESSION: Final = 100
_NESTED: Final = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_COMPUTE: Final = frozenset(
    {
        "abs", "all", "any", "bool", "dict", "float", "frozenset", "int", "len", "list", "max", "min", "range",
        "reversed", "round", "set", "sorted", "str", "sum", "tuple", "type", "zip",
    }
)  # fmt: skip
_DISPLAYS: Final = (ast.List, ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.JoinedStr)
_COLLECTIONS: Final = frozenset({"dict", "frozenset", "list", "set", "sorted", "str", "tuple"})
_MAKE: Final = frozenset({"casefold", "lower", "lstrip", "rsplit", "rstrip", "split", "splitlines", "strip", "upper"})
_SPLIT: Final = frozenset({"rsplit", "split", "splitlines"})
METHODS: Final = frozenset(
    {
        "casefold", "count", "difference", "endswith", "intersection", "issubset", "issuperset", "items", "join",
        "keys", "lower", "lstrip", "partition", "replace", "rpartition", "rsplit", "rstrip", "split", "startswith",
        "strip", "union", "upper", "values",
    }
)  # fmt: skip


def is_telling(called: str) -> bool:
    """Whether the name of what is called says where to look: it is the project's or a package's own."""
    is_short = len(called) <= _LONGEST_NAME and not called.startswith(("'", '"', "(", "["))
    return is_short and not hasattr(builtins, called) and not called.startswith(("str.", "dict."))


def subjects(node: ast.expr) -> Iterator[ast.expr]:
    """The names and attributes in a condition, and what is taken from a dict by a key; outermost only."""
    stack = [node]
    while stack:
        item = stack.pop()
        if isinstance(item, ast.Name | ast.Attribute):
            yield item
        elif isinstance(item, ast.Lambda):
            continue
        elif isinstance(item, _NESTED):
            stack.append(item.generators[0].iter)
        elif isinstance(item, ast.Call) and (attribute := own_attribute(item)):
            yield attribute
        elif isinstance(item, ast.Call):
            if isinstance(item.func, ast.Attribute) and item.func.attr in ("get", "pop", "getenv"):
                yield item
            elif isinstance(item.func, ast.Attribute):
                stack.append(item.func.value)
            stack.extend(reversed([*item.args, *(keyword.value for keyword in item.keywords)]))
        else:
            stack.extend(reversed([child for child in ast.iter_child_nodes(item) if isinstance(child, ast.expr)]))


def free_names(node: ast.AST, own: frozenset[str] = frozenset()) -> Iterator[str]:
    """The names in an expression but for those that a comprehension or a function in it binds for itself."""
    match node:
        case ast.Name(id=name):
            yield from () if name in own else (name,)
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            yield from free_names(node.generators[0].iter, own)
            inner = own.union(*(_stored(loop.target) for loop in node.generators))
            rest = (part for loop in node.generators for part in (loop.iter, *loop.ifs))
            made = (node.key, node.value) if isinstance(node, ast.DictComp) else (node.elt,)
            yield from (name for part in (*list(rest)[1:], *made) for name in free_names(part, inner))
        case ast.Lambda():
            yield from free_names(node.body, own.union(item.arg for item in walked(node) if isinstance(item, ast.arg)))
        case _:
            yield from (name for child in ast.iter_child_nodes(node) for name in free_names(child, own))


def _stored(target: ast.expr) -> set[str]:
    return {item.id for item in walked(target) if isinstance(item, ast.Name)}


def own_attribute(node: ast.expr) -> ast.Attribute | None:
    """`self.x` of `hasattr(self, "x")`."""
    match node:
        case ast.Call(
            func=ast.Name(id="hasattr"), args=[ast.Name(id="self") as owner, ast.Constant(value=str() as name)]
        ):
            return ast.copy_location(ast.Attribute(owner, name, ast.Load()), node)
    return None


def is_computing(node: ast.expr) -> bool:
    """Whether it makes its value of others by operators, Python's own functions and methods of plain values alone."""
    inner = list(walked(node))
    if any(isinstance(item, ast.Await | ast.Yield | ast.YieldFrom | ast.Lambda) for item in inner):
        return False
    return all(_computes(item.func) for item in inner if isinstance(item, ast.Call))


def is_collection(text: str, texts: Collection[str] = ()) -> bool:
    """Whether source makes a text or what holds items, by displays, Python's own functions and methods of a text.

    `texts` are names of which it is known that they are one.
    """
    node = expression(text)
    if isinstance(node, _DISPLAYS):
        return True
    called = node.func if isinstance(node, ast.Call) else None
    if isinstance(called, ast.Attribute):
        return called.attr in _MAKE and _is_text(called.value, texts)
    return isinstance(called, ast.Name) and called.id in _COLLECTIONS


def _is_text(node: ast.expr, texts: Collection[str]) -> bool:
    """Whether it is a text for certain: other objects have methods of these names, too."""
    if isinstance(node, ast.Call):
        of = node.func
        is_made = isinstance(of, ast.Attribute) and of.attr in _MAKE - _SPLIT and _is_text(of.value, texts)
        return is_made or (isinstance(of, ast.Name) and of.id == "str")
    if isinstance(node, ast.Name):
        return node.id in texts
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _computes(called: ast.expr) -> bool:
    if isinstance(called, ast.Name):
        return called.id in _COMPUTE
    return isinstance(called, ast.Attribute) and called.attr in METHODS


def is_private(node: ast.expr) -> bool:
    """Whether it speaks of what the project or Python keeps to itself, by a leading underscore."""
    inner = list(walked(node))
    names = [item.id for item in inner if isinstance(item, ast.Name)]
    names += [item.attr for item in inner if isinstance(item, ast.Attribute)]
    return any(name.startswith("_") and name != "_" for name in names)


def short(node: ast.expr) -> str:
    text = " ".join(written(node).split())
    return text if len(text) <= _LONGEST_EXPRESSION else ""


def shown_of(node: ast.expr) -> ast.expr:
    """What a message shows something of: `x` of `type(x).__name__`, `len(x)` and the like; else the expression."""
    while True:
        if isinstance(node, ast.Attribute) and node.attr in ("__name__", "__qualname__", "__class__"):
            node = node.value
        elif isinstance(node, ast.Call) and len(node.args) == 1 and not node.keywords and _is_showing(node.func):
            node = node.args[0]
        else:
            return node


def _is_showing(called: ast.expr) -> bool:
    if isinstance(called, ast.Attribute):
        return called.attr == "join" and isinstance(called.value, ast.Constant)
    return isinstance(called, ast.Name) and called.id in ("type", "len", "repr", "str", "sorted", "list")
