"""A name that module code, a class body or a function binds once -> the values that are written out for it. Pure."""

from __future__ import annotations

import ast
import re
from typing import Final

from ingest.explain.facts import Binding, Choices
from ingest.explain.fields import name_of
from ingest.explain.index import Index
from ingest.explain.source import Source

_MOST: Final = 12
_MAKERS: Final = frozenset({"frozenset", "set", "tuple", "list"})
_CHANGES: Final = (
    r"(?:\.(?:append|add|update|extend|insert|setdefault|pop|popitem|remove|discard|clear)\(|"
    r"\[[^\]\n]*\][ \t]*=(?!=)|[ \t]*[|+]=)"
)


def of_module(name: str, source: Source, index: Index) -> Binding | None:
    """What module code assigns to the name, in the file itself or in the one that it imports it from."""
    value = source.constant(name)
    if value is not None:
        return constant(name, "", name, value, value, source)
    module = source.imported.get(name)
    home = index.module(module, source) if module else None
    value = home.constant(name) if home else None
    found = constant(name, "", name, value, value, home) if home and value is not None else None
    return found if found and found.choices else None


def of_class(name: str, attribute: str, owner: str, source: Source, index: Index) -> Binding | None:
    """What the body of the class itself assigns to the attribute, unless its methods set it as well."""
    found = index.find(owner, source)
    if found is None or found[0].sets(owner, attribute):
        return None
    home, node = found
    made = [item for item in node.body if isinstance(item, ast.Assign) and attribute in map(name_of, item.targets)]
    return constant(name, owner, attribute, made[0].value, made[0], home) if len(made) == 1 else None


def constant(name: str, owner: str, key: str, value: ast.expr, at: ast.AST, source: Source) -> Binding | None:
    """A value that is written out, or a collection of such that the file does not change; `at` is where it is bound."""
    facts = source.facts(at, key) or source.facts(value, key)
    if not facts and isinstance(value, ast.expr):
        facts = source.line_fact(value.lineno, key)
    if not facts:
        return None
    if isinstance(value, ast.Constant):
        return Binding(name, "constant", owner, key, facts, ast.unparse(value))
    values = _values(value)
    if not values or re.search(rf"\b{re.escape(key)}{_CHANGES}", source.text):
        return None
    choices = Choices(values, (), are_keys=isinstance(value, ast.Dict))
    return Binding(name, "constant", owner, key, facts, choices=choices)


def _values(node: ast.expr) -> tuple[str, ...]:
    """The items, or keys, of a collection of values that are all written out; none if there are many."""
    if isinstance(node, ast.Call) and name_of(node.func) in _MAKERS and len(node.args) == 1 and not node.keywords:
        node = node.args[0]
    items: list[ast.expr | None] = []
    if isinstance(node, ast.Dict):
        items = list(node.keys)
    elif isinstance(node, ast.Tuple | ast.List | ast.Set):
        items = list(node.elts)
    is_plain = 0 < len(items) <= _MOST and all(isinstance(item, ast.Constant | ast.Attribute) for item in items)
    return tuple(ast.unparse(item) for item in items if item is not None) if is_plain else ()
