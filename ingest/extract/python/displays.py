"""Tuples, lists and dicts that are written out where a message is expected -> the text that `str()` shows of them."""

from __future__ import annotations

from tree_sitter import Node

from ingest.extract.pieces import Texts, product
from ingest.extract.python.calls import GETTEXT, called_name
from ingest.extract.python.place import Place
from ingest.extract.shown import shown_repr

# Items that are written out.
MAX_ITEMS = 20
_STRINGS = frozenset({"string", "concatenated_string"})
_DISPLAYS = frozenset({"tuple", "list", "dictionary", "set"})
_BRACKETS = {"list": ("[", "]"), "dictionary": ("{", "}"), "set": ("{", "}")}


def display(node: Node, place: Place) -> Texts:
    """A display as it is shown, if it holds texts; else it is as good as any other value."""
    items = [child for child in node.named_children if child.type != "comment"]
    if not 0 < len(items) <= MAX_ITEMS or not any(_holds_text(item, place) for item in items):
        return place.hole(node)
    opening, closing = _BRACKETS.get(node.type, ("(", ",)" if len(items) == 1 else ")"))
    texts: Texts = ((opening,),)
    for number, item in enumerate(items):
        texts = product(texts, ((", ",),) if number else ((),), "")
        texts = product(texts, _shown(item, place), place.source(item))
    return product(texts, ((closing,),), "")


def _value(item: Node) -> Node | None:
    return item.child_by_field_name("value") if item.type == "pair" else item


def _holds_text(item: Node, place: Place) -> bool:
    value = _value(item)
    if value is None:
        return False
    if value.type in _DISPLAYS:
        return any(_holds_text(inner, place) for inner in value.named_children[:MAX_ITEMS])
    return _is_text(value, place)


def _is_text(node: Node, place: Place) -> bool:
    function = node.child_by_field_name("function") if node.type == "call" else None
    return node.type in _STRINGS or (function is not None and called_name(function, place) in GETTEXT)


def _shown(item: Node, place: Place) -> Texts:
    key, value = item.child_by_field_name("key"), _value(item)
    if value is None:
        return place.hole(item)
    shown = tuple(map(shown_repr, place.read(value))) if _is_text(value, place) else _other(value, place)
    if key is None:
        return shown
    return product(product(_shown(key, place), ((": ",),), ""), shown, place.source(value))


def _other(node: Node, place: Place) -> Texts:
    return place.read(node) if node.type in _DISPLAYS else place.value(node)


RULES = dict.fromkeys(_DISPLAYS, display)
