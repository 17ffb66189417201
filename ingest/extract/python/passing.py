"""Calls that warn, log, exit or answer with an HTTP error -> ExtractedSites. One rule for each kind, by names in use.

No rule knows a package: what counts is how the standard library's loggers, parsers and `warnings` are called, and
that HTTP frameworks take a status first.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from tree_sitter import Node

from ingest.extract.formats import fill
from ingest.extract.pieces import Texts, has_words, is_open, union
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.calls import called_name, dotted
from ingest.extract.python.exceptions import Raised, read_exception
from ingest.extract.python.forms import form_of
from ingest.extract.python.kinds import is_status
from ingest.extract.python.place import Place
from ingest.extract.sites import Form, Kind

_LOGGER = re.compile(r"(^|[._])_*(log|logger|logging)s?$", re.IGNORECASE)
_PARSER = re.compile(r"(parser|^ap|^parse)$", re.IGNORECASE)
_LOGGED = ("msg", "message", "event")
_ABORTED = ("description", "detail", "message", "msg", "reason")


class Passing(NamedTuple):
    """What such a call says."""

    kind: Kind
    raised: Raised


class _Call(NamedTuple):
    node: Node
    name: str
    owner: Node | None
    arguments: Node
    place: Place

    @property
    def positional(self) -> list[Node]:
        skipped = ("comment", "keyword_argument", "list_splat", "dictionary_splat")
        return [child for child in self.arguments.named_children if child.type not in skipped]

    @property
    def owner_name(self) -> str:
        """The last name of the owner; of a call's result (`getLogger(x)`), the called name."""
        owner = self.owner
        if owner is not None and owner.type == "call":
            owner = owner.child_by_field_name("function")
        if owner is None:
            return ""
        return called_name(owner, self.place)

    def keyword(self, *names: str) -> Node | None:
        for child in self.arguments.named_children:
            name = child.child_by_field_name("name") if child.type == "keyword_argument" else None
            if name is not None and self.place.text(name) in names:
                return child.child_by_field_name("value")
        return None


def passing_call(node: Node, place: Place) -> Passing | None:
    """What a call statement says, if it is of one of these kinds and says something."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or arguments is None or arguments.type != "argument_list":
        return None
    name = called_name(function, place)
    rule = _RULES.get(name)
    if rule is None:
        return None
    owner = function.child_by_field_name("object") if function.type == "attribute" else None
    return rule(_Call(node, name, owner, arguments, place))


def _said(call: _Call, kind: Kind, exc: str, text: Node | None, *, may_be_open: bool = False) -> Passing | None:
    if text is None:
        return None
    texts = call.place.read(text)
    if not any(has_words(found) or (may_be_open and is_open(found)) for found in texts):
        return None
    return Passing(kind, Raised(exc, form_of(text, call.place), texts))


def _first(call: _Call, *keywords: str) -> Node | None:
    positional = call.positional
    return positional[0] if positional else call.keyword(*keywords)


def _exit(call: _Call) -> Passing | None:
    """`sys.exit("text")`, `exit("text")`; a parser's `exit(status, "text")`."""
    if call.owner is not None and _PARSER.search(call.owner_name):
        positional = call.positional
        return _said(call, "usage", "", positional[1] if len(positional) > 1 else call.keyword("message"))
    if call.owner is not None and call.place.text(call.owner) != "sys":
        return None
    return _said(call, "exit", "SystemExit", _first(call))


def _error(call: _Call) -> Passing | None:
    """`parser.error("text")`, else a logger's."""
    if call.owner is not None and _PARSER.search(call.owner_name):
        return _said(call, "usage", "", _first(call, "message"))
    return _log(call)


def _log(call: _Call) -> Passing | None:
    """`logger.error("text %s", value)`: the arguments are filled in as logging does."""
    if call.owner is None or not (_LOGGER.search(call.owner_name) or call.owner_name.lower().endswith("getlogger")):
        return None
    text = _first(call, *_LOGGED)
    said = _said(call, "log", "", text)
    if said is None or text is None or len(call.positional) < 2:
        return said
    args = [arg for arg in arguments_of(call.arguments, call.place) if arg.name in ("", "*")][1:]
    if len(args) == 1 and len(call.positional) == 2 and call.positional[1].type == "dictionary":
        args = list(arguments_of(call.positional[1], call.place))
    filled = union(*(fill("percent", found, tuple(args)) for found in said.raised.texts))
    return Passing(said.kind, said.raised._replace(texts=filled))


def _abort(call: _Call) -> Passing | None:
    """`abort(404, "text")`; a text is not needed, a status is."""
    positional = call.positional
    if not positional or not is_status(positional[0], call.place):
        return None
    text = positional[1] if len(positional) > 1 else call.keyword(*_ABORTED)
    texts: Texts = call.place.read(text) if text is not None else ()
    form: Form = form_of(text, call.place) if text is not None else "no message"
    return Passing("abort", Raised("", form, texts))


def _warn(call: _Call) -> Passing | None:
    """`warnings.warn("text", Category)`, `warnings.warn(Category("text"))`."""
    imports, owner = call.place.file.imports, call.owner
    if owner is None:
        is_warnings = imports.get(call.name, "").startswith("warnings.")
    else:
        written = call.place.text(owner)
        is_warnings = imports.get(written, written) == "warnings"
    text = _first(call, "message") if is_warnings else None
    if text is None:
        return None
    if text.type == "call":
        built = read_exception(text, call.place)[0]
        if built.exc.rsplit(".", 1)[-1].lstrip("_")[:1].isupper():
            return Passing("warning", built)
    positional = call.positional
    category = positional[1] if len(positional) > 1 else call.keyword("category")
    exc = dotted(category, call.place) if category is not None else "UserWarning"
    return _said(call, "warning", exc, text, may_be_open=True)


_RULES: dict[str, Callable[[_Call], Passing | None]] = {
    "exit": _exit,
    "quit": _exit,
    "error": _error,
    "exception": _log,
    "critical": _log,
    "fatal": _log,
    "abort": _abort,
    "warn": _warn,
    "warn_explicit": _warn,
}
NAMES = frozenset(_RULES)
