"""Calls that hand a text to a function which may raise it -> HelperCalls.

A call counts if its name speaks of failing or checking, or if a function of that name in this file raises what it is
given.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tree_sitter import Node

from ingest.extract.facts import HelperCall
from ingest.extract.pieces import Pieces, is_phrase, texts_of
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.exceptions import Raised
from ingest.extract.python.file import PythonFile
from ingest.extract.python.forms import form_of
from ingest.extract.python.handing import HELPER
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.receivers import Receivers
from ingest.extract.python.statements import site_of
from ingest.extract.sites import Form, Param, Piece, Ref

_NOT_HELPER = re.compile(
    r"^assert|^add_|^get|^set|^has|^is_|check_call|check_output|^print|^log|checkpoint|checkbox", re.I
)
_FAILS = re.compile(r"fail|error|raise|abort|reject", re.IGNORECASE)
_RETURNED = frozenset(
    {"string", "concatenated_string", "binary_operator", "call", "identifier", "conditional_expression"}
)


@lru_cache(maxsize=4_096)
def may_fail(name: str) -> bool:
    """Whether a function's own name says that it fails or checks something."""
    return HELPER.search(name) is not None and _NOT_HELPER.search(name) is None


def helper_call(node: Node, file: PythonFile, rules: Rules, receivers: Receivers) -> HelperCall | None:
    """`fail("text")` as a HelperCall; None if the call hands over no text. Its name is looked at before."""
    function, listed = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or listed is None or listed.type != "argument_list":
        return None
    if not any(_may_be_text(child) for child in listed.named_children):
        return None
    place = Place(file, file.scopes.at(node.start_byte), rules)
    target, is_exact = receivers.target(function, place.scope)
    if not target:
        return None
    args = arguments_of(listed, place, as_texts=True)
    fails = _FAILS.search(target.rpartition(".")[2]) is not None
    texts = [text for arg in args for text in texts_of(arg.messages)]
    if not any(_is_handed_on(text) or (fails and _is_key(text)) for text in texts):
        return None
    raised = Raised("", _form(listed, place), ())
    site = site_of(node, "error", raised, place, via=target)
    return HelperCall(target, args, site, is_exact)


def _may_be_text(node: Node) -> bool:
    value = node.child_by_field_name("value") if node.type == "keyword_argument" else node
    return value is not None and value.type in _RETURNED


def _is_handed_on(text: Pieces) -> bool:
    """A phrase, a parameter that is handed on, or an exception."""
    return is_phrase(text) or any(isinstance(piece, Param) or _is_exception(piece) for piece in text)


def _is_key(text: Pieces) -> bool:
    """A name by which what fails may look its message up: `self.fail("invalid")`."""
    return len(text) == 1 and isinstance(text[0], str) and text[0].isidentifier()


def _is_exception(piece: Piece) -> bool:
    return isinstance(piece, Ref) and piece.how == "exception"


def _form(listed: Node, place: Place) -> Form:
    for child in listed.named_children:
        value = child.child_by_field_name("value") if child.type == "keyword_argument" else child
        if value is not None and value.type in ("string", "concatenated_string", "binary_operator", "call"):
            return form_of(value, place)
    return "helper"
