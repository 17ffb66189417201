"""A variable -> the name of the class that it is of, as annotations and constructors say. Pure."""

from __future__ import annotations

import ast

from ingest.explain.fields import name_of, required
from ingest.explain.index import Index
from ingest.explain.scope import Scope
from ingest.explain.source import Source


def class_of(name: str, scope: Scope, source: Source, index: Index) -> str:
    """The class of a name of the function, "" if it is not known of each of its values or is one of several."""
    found = {_bound(*bound, source, index) for bound in scope.bound(name)}
    if given := scope.parameter(name):
        found.add(name_of(required(unquoted(given[0].annotation))))
    return found.pop() if len(found) == 1 else ""


def unquoted(node: ast.expr | None) -> ast.expr | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        name = node.value.strip()
        return ast.Name(name) if name.isidentifier() else None
    return node


def plain(annotation: str) -> str:
    """The class that an annotation, as text, names first."""
    return annotation.split("|")[0].strip().rpartition(".")[2] if annotation else ""


def _bound(statement: ast.AST, value: ast.expr | None, source: Source, index: Index) -> str:
    """The class of what a statement binds a name to."""
    if isinstance(statement, ast.AnnAssign):
        return name_of(required(statement.annotation))
    if isinstance(value, ast.Subscript) and isinstance(value.slice, ast.Constant):
        return _returned(value.value, value.slice.value, source, index)
    return _returned(value, None, source, index)


def _returned(call: ast.expr | None, index_of: object, source: Source, index: Index) -> str:
    """The class of what a call gives: of a constructor, or by the function's annotation."""
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name):
        return ""
    if index_of is None and index.find(call.func.id, source):
        return call.func.id
    made = index.function(call.func.id, source)
    annotation = made[1].returns if made else None
    if made and isinstance(annotation, ast.Name):
        # Where a package is missing it may be assigned something else, and then nothing is given.
        named = made[0].constant(annotation.id) or made[0].annotation(annotation.id)
        annotation = named or annotation
    if index_of is None:
        return name_of(required(annotation))
    if not isinstance(annotation, ast.Subscript) or name_of(annotation.value).lower() != "tuple":
        return ""
    items = annotation.slice.elts if isinstance(annotation.slice, ast.Tuple) else []
    return name_of(items[index_of]) if isinstance(index_of, int) and index_of < len(items) else ""
