"""What a file offers to the rest of its pin: constants, tables of texts, classes and functions."""

from __future__ import annotations

import re
from functools import lru_cache

from tree_sitter import Node

from ingest.extract.pieces import Pieces, Texts, has_words, is_open, literal, messages, union
from ingest.extract.python.calls import BUILDERS
from ingest.extract.python.file import PythonFile
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.scopes import Scope
from ingest.extract.sites import Message, Ref

# Items kept of one table.
MAX_ITEMS = 400
_TEXT_NODES = frozenset(
    {"string", "concatenated_string", "binary_operator", "call", "parenthesized_expression", "conditional_expression"}
)
_NAMES = frozenset({"identifier", "attribute"})
_TEXT_NAME = re.compile(
    r"(?i:messages?$|msg$|err(or)?s?$|detail|descri|reason|template|text|warning)|^[A-Z][A-Z0-9_]+$"
)

Table = dict[str, tuple[Message, ...]]


def constants_of(
    scope: Scope, values: dict[str, list[Node]], file: PythonFile, rules: Rules, *, any_text: bool = False
) -> dict[str, tuple[Message, ...]]:
    """Those of the names assigned in `scope` that hold texts which may be (part of) a message; with `any_text` numbers
    and single words too, since what an exception says is often made of its class's."""
    found: dict[str, tuple[Message, ...]] = {}
    for name, nodes in values.items():
        has_text_name = _has_text_name(name)
        if scope.parent is not None and not any_text:  # members of enumerations, which say their names
            nodes = [node for node in nodes if node.type not in ("integer", "float")]
        if not any(_may_be_offered(node, file, has_text_name) for node in nodes):
            continue
        texts = union(*(Place(file, scope, rules).read(node) for node in nodes))
        if _is_offered(has_text_name or any_text, texts):
            found[name] = messages(texts)
    return found


@lru_cache(maxsize=4_096)
def _has_text_name(name: str) -> bool:
    return _TEXT_NAME.search(name) is not None


def _may_be_offered(node: Node, file: PythonFile, has_text_name: bool) -> bool:
    if node.type in _NAMES:  # another name of a class
        last = file.text(node).rsplit(".", 1)[-1]
        return last[:1].isupper() and not last.isupper()
    if node.type == "call" and not has_text_name:
        return file.called_name(node) in BUILDERS  # what another function returns is offered by a text's name only
    return node.type in _TEXT_NODES or node.type in ("integer", "float")


def _is_offered(has_text_name: bool, texts: Texts) -> bool:
    if not any(any(isinstance(piece, str) for piece in text) for text in texts):
        return any(_is_alias(text) or (has_text_name and is_open(text)) for text in texts)
    text = literal(texts)
    return has_text_name or text is None or " " in text


def _is_alias(text: Pieces) -> bool:
    return len(text) == 1 and isinstance(text[0], Ref) and text[0].how == "value"


def tables_of(scope: Scope, values: dict[str, list[Node]], file: PythonFile, rules: Rules) -> dict[str, Table]:
    """The dicts with string keys (or names, or numbers) and texts as values among what `scope` assigns."""
    found: dict[str, Table] = {}
    for name, nodes in values.items():
        table: Table = {}
        for node in nodes:
            if node.type == "dictionary" or _is_dict_call(node, file):
                _fill(table, node, Place(file, scope, rules))
        if table:
            found[name] = table
    return found


def _is_dict_call(node: Node, file: PythonFile) -> bool:
    function = node.child_by_field_name("function") if node.type == "call" else None
    return function is not None and file.text(function) == "dict"


def _fill(table: Table, node: Node, place: Place) -> None:
    pairs = node.named_children
    if node.type == "call":
        arguments = node.child_by_field_name("arguments")
        pairs = arguments.named_children if arguments else []
    for pair in pairs[:MAX_ITEMS]:
        if pair.type not in ("pair", "keyword_argument"):
            continue
        key = pair.child_by_field_name("key") or pair.child_by_field_name("name")
        value = pair.child_by_field_name("value")
        if key is None or value is None or value.type not in _TEXT_NODES:
            continue
        name = _key(key, place)
        texts = place.read(value)
        if any(has_words(text) for text in texts):
            table[name] = messages(texts)


def _key(node: Node, place: Place) -> str:
    if node.type == "string":
        return literal(place.read(node)) or ""
    return place.source(node)
