"""A name that module code, a class body or a function binds once -> the values that are written out for it. Pure."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Final

from ingest.explain.changes import is_changed
from ingest.explain.facts import Binding, Choices
from ingest.explain.fields import name_of
from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.explain.trees import assignments

_MOST: Final = 12
_MOST_DERIVED: Final = 24
_MAKERS: Final = frozenset({"frozenset", "set", "tuple", "list"})


def of_module(name: str, source: Source, index: Index) -> Binding | None:
    """What module code assigns to the name, in the file itself or in the one that it imports it from."""
    value = source.constant(name)
    if value is not None:
        return _as_far_as_known(constant(name, "", name, value, value, source), source, index)
    module = source.imported.get(name)
    home = index.module(module, source.path) if module else None
    value = home.constant(name) if home else None
    found = constant(name, "", name, value, value, home) if home and value is not None else None
    return _as_far_as_known(found, home, index) if found and found.choices and home else None


def _as_far_as_known(found: Binding | None, home: Source, index: Index) -> Binding | None:
    """With a word on it where another file changes the collection."""
    is_open = found is not None and found.choices and index.is_changed_elsewhere(found.key, home, found.owner)
    return _opened(found) if found and is_open else found


def _opened(found: Binding) -> Binding:
    return replace(found, choices=replace(found.choices, is_open=True)) if found.choices else found


def of_class(name: str, attribute: str, owner: str, source: Source, index: Index) -> Binding | None:
    """What the body of the class itself assigns to the attribute, unless its methods or its file set it as well."""
    found = index.find(owner, source)
    if found is None or found[0].sets(owner, attribute) or _is_set_from_outside(attribute, owner, found[0]):
        return None
    home, node = found
    made = [item for item in node.body if isinstance(item, ast.Assign) and attribute in map(name_of, item.targets)]
    held = constant(name, owner, attribute, made[0].value, made[0], home) if len(made) == 1 else None
    is_open = held is not None and held.choices and _is_replaced(attribute, owner, home, index)
    return _opened(held) if held and is_open else _as_far_as_known(held, home, index)


def _is_set_from_outside(attribute: str, owner: str, home: Source) -> bool:
    """Whether the file sets the attribute of some object, or the class any attribute that it is given."""
    text = home.class_text(owner)
    is_any = text is not None and (text.holds("setattr(self") or text.holds("self.__dict__"))
    return is_any or attribute in home.attributes_set


def _is_replaced(attribute: str, owner: str, home: Source, index: Index) -> bool:
    """Whether a class that derives from this one has a value of its own for the attribute; so, if they are many."""
    left, seen = [(home.path, owner)], {(home.path, owner)}
    while left:
        path, base = left.pop()
        for derived in index.derived(base, path):
            source = index.source(derived[0])
            if source is None or derived in seen:
                continue
            seen.add(derived)
            if len(seen) > _MOST_DERIVED or _assigns(attribute, derived[1], source):
                return True
            left.append(derived)
    return False


def _assigns(attribute: str, owner: str, source: Source) -> bool:
    node = source.class_named(owner)
    targets = [target for item in node.body for target, _ in assignments(item)] if node else []
    return node is None or attribute in map(name_of, targets) or source.sets(owner, attribute) > 0


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
    if not values or is_changed(key, source.text):
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
