"""Calls that hand a message over to what this file imports, by a keyword that says so -> HelperCalls.

`Proxy(name, unbound_message="There is no context.")` raises nothing: what it builds may, later and elsewhere, in the
words of this file. Only linking knows whether the called thing is of this pin, whose own statements then tell.
"""

from __future__ import annotations

import re
from bisect import bisect_left
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

_NO_CHECK = re.compile(r"check_?(?:box|list|mark|out|point)", re.IGNORECASE)
_MESSAGES = frozenset({"message", "msg", "errmsg"})
_SAID = tuple(re.compile(word.encode()) for word in ("message", "msg"))
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
# Words of a class's or a keyword's name: that something fails or is checked, is bounded, or is not there as it must be.
_SPEAKS_OF_FAILING = re.compile(
    r"err|errors?|errmsg|exc|exceptions?|fail\w*|fatal|abort\w*|reject\w*|refus\w*|den(?:y|ied)|forbid\w*|timeout|"
    r"illegal|conflict\w*|mismatch\w*|expired|deprecated|check\w*|validat\w*|verif\w*|ensur\w*|"
    r"assert\w*|requir\w*|guard|limit\w*|range|length|invalid\w*|missing|absent|not|unauthori[sz]ed|unavailable|"
    r"unbound|undefined|unexpected|unknown|unmet|unreachable|unreadable|unrecogni[sz]ed|unresolved|unset|unsupported"
)
# Of a keyword's: that the message is of another use, whatever it is handed to.
_SPEAKS_OF_ELSE = re.compile(
    r"succe\w*|ok|valid|passed|done|complet\w*|finish\w*|start\w*|confirm\w*|commit|merge|tag|prompt|log|logging|debug|"
    r"info|help|usage|description|welcome|greeting|goodbye|status|progress|chat|e?mail|sms|push|user|system|assistant"
)


def handing_calls(file: PythonFile) -> Iterator[Node]:
    """The calls that are statements, or the values of names of a module or class."""
    # A name that ends in one of these words holds it: most calls need not be looked at.
    source = file.source.lower()
    said = sorted(found.start() for word in _SAID for found in word.finditer(source))
    if not said:
        return iter(())
    constants = chain.from_iterable(file.constants.values())
    attributes = (node.child_by_field_name("right") for node in file.captures.get("attribute", ()))
    named = {node.start_byte: node for node in (*constants, *attributes) if node is not None and node.type == "call"}
    calls = chain(file.captures.get("call", ()), named.values())
    return (node for node in calls if bisect_left(said, node.start_byte) < bisect_left(said, node.end_byte))


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
    """Is it a phrase, or may linking find one, that says what failed? A `message` may be that of a mail or a commit."""
    if not _is_of_failing(argument.name, of):
        return False
    texts = texts_of(argument.messages) if _is_of_messages(argument.name) else ()
    return any(is_phrase(text) or is_open(text) for text in texts)


def _is_of_failing(keyword: str, of: str) -> bool:
    """By the keyword, where it tells; else by the name of what is called."""
    words = _words(keyword)
    if any(map(_SPEAKS_OF_FAILING.fullmatch, words)):
        return True
    if any(map(_SPEAKS_OF_ELSE.fullmatch, words)):
        return False
    called = _NO_CHECK.sub("", of.rpartition(".")[2])
    return any(map(_SPEAKS_OF_FAILING.fullmatch, _words(called))) if is_class_name(of) else may_fail(called)


def _words(name: str) -> list[str]:
    """`NotBoundError`, `not_bound_error` -> not, bound, error."""
    return [word.lower() for word in _WORD.findall(name)]
