"""`{A: "…", B: "…"}[key]` and `.get(key, "…")` of a dict that the function itself writes out -> its texts."""

from __future__ import annotations

from tree_sitter import Node

from ingest.extract.pieces import MAX_TEXTS, Texts, has_words, literal, union
from ingest.extract.python.place import Place
from ingest.extract.python.scopes import Scope


def picked(table: Node, key: Node, place: Place) -> Texts:
    """The text behind a key that is written out too, else each of the table's; () where there is none, or the table
    stands elsewhere."""
    written, reading = _written(table, place)
    if written is None:
        return ()
    pairs = [pair for pair in written.named_children[:MAX_TEXTS] if pair.type == "pair"]
    if key.type == "string":
        wanted = literal(place.read(key))
        pairs = [pair for pair in pairs if _key(pair, reading) == wanted]
    values = [value for pair in pairs if (value := pair.child_by_field_name("value")) is not None]
    texts = union(*(reading.read(value) for value in values))
    return texts if any(map(has_words, texts)) else ()


def _key(pair: Node, place: Place) -> str | None:
    key = pair.child_by_field_name("key")
    return literal(place.read(key)) if key is not None and key.type == "string" else None


def _written(node: Node, place: Place) -> tuple[Node | None, Place]:
    """The dict that an expression is, or that a name of a function holds which is bound once; and where it stands."""
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[-1]
    if node.type == "dictionary":
        return node, place
    binder = _binder(place.text(node), place) if node.type == "identifier" else None
    if binder is None:
        return None, place
    found = place.file.bindings(binder)
    bound = found.names.get(place.text(node), ())
    value = bound[0].value if len(bound) == 1 and place.text(node) not in found.parameters else None
    if value is None or value.type != "dictionary":
        return None, place
    return value, place if binder is place.scope else place.moved(binder)


def is_table_of(target: str, place: Place) -> bool:
    """Whether a dotted name is that of a dict of the file's module, or of one of its classes as instances see it."""
    first, _, name = target.partition(".")
    if first in ("self", "cls"):
        return name in place.file.class_tables
    return first in place.file.tables and _binder(first, place) is None


def _binder(name: str, place: Place) -> Scope | None:
    """The function around whose own a name is."""
    scope: Scope | None = place.scope
    while scope is not None and not (scope.is_function and place.file.bindings(scope).binds(name)):
        scope = scope.parent
    return scope
