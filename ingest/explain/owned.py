"""An attribute of `self` -> where its value comes from: class, constructor, configuration or methods. Pure."""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import TYPE_CHECKING

from ingest.explain import configured, constants
from ingest.explain.facts import Binding
from ingest.explain.fields import declared, is_set
from ingest.explain.states import setters
from ingest.explain.trees import Function, assignments

if TYPE_CHECKING:
    from ingest.explain.bindings import Frame


def of_object(attribute: str, name: str, frame: Frame) -> Binding | None:
    """`self.x`: a field of the class, what its constructor alone is given for it, or what its methods set."""
    owner, source, index = frame.owner, frame.source, frame.index
    if not owner:
        return None
    known = declared(name, attribute, owner, source, index)
    if known and known.origin == "field":
        return known
    if source.sets(owner, attribute) == 1:
        function = source.method(owner, "__init__")
        if function and (given := _given(function, attribute, name, frame)):
            return replace(given, annotation=given.annotation or (known.annotation if known else ""))
    if known:
        return known
    if found := constants.of_class(name, attribute, owner, source, index):
        return found
    made = setters(source, owner, attribute, but=frame.function.name)
    if not made or not name:
        return None
    return Binding(name, "state", owner, attribute, tuple(dict.fromkeys(at.fact for at in made)), setters=made)


def kept(value: ast.expr, name: str, frame: Frame, steps: int) -> Binding | None:
    """What the function itself gives to an attribute of `self`: a parameter, or something made of options."""
    if isinstance(value, ast.Name) and frame.scope.parameter(value.id):
        inner = frame.binding(value, 1)
        return replace(inner, name=name) if inner else None
    at = ast.copy_location(ast.Expr(value), value)
    if found := configured.taken(value, frame.before(at), steps - 1):
        return replace(found, name=name)
    return None if isinstance(value, ast.Attribute) else frame.made(name, "computed", value, at, steps)


def _given(function: Function, attribute: str, name: str, frame: Frame) -> Binding | None:
    for item in function.body:
        for target, value in assignments(item):
            if not is_set(target, attribute) or value is None:
                continue
            inside = frame.of(function)
            if found := configured.taken(value, inside.before(item)):
                return replace(found, name=name, facts=(*found.facts, *frame.source.facts(item, attribute)))
            if not isinstance(value, ast.Name | ast.Attribute):
                return _from_constructor(inside.made(name, "computed", value, item, 2), frame.owner)
            inner = inside.binding(value, 1)
            facts = (*inner.facts, *frame.source.facts(item, attribute)) if inner else ()
            if inner and inner.origin == "parameter":
                return replace(inner, name=name, origin="attribute", owner=frame.owner, facts=facts)
            if inner and inner.origin == "field":
                return replace(inner, name=name, facts=facts)
    return None


def _from_constructor(made: Binding | None, owner: str) -> Binding | None:
    """What a constructor makes of its parameters, these as what the class is given."""
    if made is None:
        return None
    roots = [root for root in made.roots if root.origin == "parameter"]
    given = tuple(replace(root, origin="attribute", owner=owner) for root in roots)
    return replace(made, roots=given) if given else None
