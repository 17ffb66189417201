"""Calls that hand a message over to what this file imports, by a keyword that says so -> HelperCalls.

`Proxy(name, unbound_message="There is no context.")` raises nothing: what it builds may, later and elsewhere, in the
words of this file. Only linking knows whether the called thing is of this pin, whose own statements then tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from tree_sitter import Node

from ingest.extract.facts import HelperCall
from ingest.extract.pieces import is_open, is_phrase, texts_of
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.callees import is_class_name
from ingest.extract.python.calls import BUILDERS, dotted
from ingest.extract.python.exceptions import Raised
from ingest.extract.python.file import PythonFile
from ingest.extract.python.helpers import may_fail
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.statements import site_of
from ingest.extract.sites import Argument

_MESSAGES = frozenset({"message", "msg", "errmsg"})


def handing_calls(file: PythonFile) -> Iterator[Node]:
    """The calls that are statements, or the values of names of a module or class."""
    constants = chain.from_iterable(file.constants.values())
    attributes = (node.child_by_field_name("right") for node in file.captures.get("attribute", ()))
    named = {node.start_byte: node for node in (*constants, *attributes) if node is not None and node.type == "call"}
    return chain(file.captures.get("call", ()), named.values())


def handed_call(node: Node, file: PythonFile, rules: Rules) -> HelperCall | None:
    """The call with its arguments that are messages; None where it has none, or calls what the file defines."""
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or listed is None or not any(_names_message(child, file) for child in listed.named_children):
        return None
    place = Place(file, file.scopes.at(node.start_byte), rules)
    target = dotted(function, place)
    if target.partition(".")[0] not in file.imports or target.rpartition(".")[2] in BUILDERS:
        return None
    given = arguments_of(listed, place, as_texts=True)
    handed = tuple(argument for argument in given if _is_message(argument, of=target))
    if not handed:
        return None
    return HelperCall(target, handed, site_of(node, "handed", Raised("", "keyword", ()), place))


def _names_message(node: Node, file: PythonFile) -> bool:
    name = node.child_by_field_name("name") if node.type == "keyword_argument" else None
    return name is not None and _is_of_messages(file.text(name))


def _is_of_messages(name: str) -> bool:
    """By the last part of it: `err_msg`, `unbound_message`; not `message_type`."""
    return name.lower().rpartition("_")[2] in _MESSAGES


def _is_message(argument: Argument, of: str) -> bool:
    """Is it a phrase, or may linking find one? A function's plain `message` may be that of a mail or a commit."""
    if "_" not in argument.name and not is_class_name(of) and not may_fail(of.rpartition(".")[2]):
        return False
    texts = texts_of(argument.messages) if _is_of_messages(argument.name) else ()
    return any(is_phrase(text) or is_open(text) for text in texts)
