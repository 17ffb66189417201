"""Functions that build a message or an exception, or that raise what they are given -> FunctionFacts."""

from __future__ import annotations

import re
from functools import lru_cache

from tree_sitter import Node

from ingest.extract.facts import FunctionFacts
from ingest.extract.pieces import Texts, has_words, is_lone_hole, is_open, messages, union
from ingest.extract.python.exceptions import read_exception
from ingest.extract.python.file import PythonFile
from ingest.extract.python.names import is_local
from ingest.extract.python.parameters import parameters_of, receiver_of
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.scopes import Scope
from ingest.extract.shown import has_exception_name

# Names of functions that build texts or exceptions; one that this file calls for a message counts as well.
_BUILDER = re.compile(r"err|exc|msg|messag|fail|reason|warn|invalid|abort|explain|descri|text|problem", re.IGNORECASE)
_TEXTS = frozenset(
    {"string", "concatenated_string", "binary_operator", "call", "identifier", "conditional_expression", "attribute"}
)


def functions_of(file: PythonFile, rules: Rules) -> tuple[FunctionFacts, ...]:
    """The FunctionFacts of a file, in source order."""
    found: list[FunctionFacts] = []
    for scope in file.scopes.all:
        if scope.is_function and (scope.start in file.returned or scope.start in file.handing_on):
            facts = _function(scope, file, rules)
            if facts is not None:
                found.append(facts)
    return tuple(found)


def _function(scope: Scope, file: PythonFile, rules: Rules) -> FunctionFacts | None:
    is_builder = scope.name in file.wanted or _is_builder(scope.name)
    is_builder = is_builder or (scope.parent is not None and scope.parent.start in file.exceptions)
    found = file.returned.get(scope.start, ())
    nodes = [n for n in map(_unwrapped, found) if n.type in _TEXTS and (is_builder or _is_exception_call(n, file))]
    exc, texts = _returned(nodes, scope, file, rules) if nodes else ("", ())
    if not texts and not exc and scope.start not in file.handing_on:
        return None
    place = Place(file, scope.parent or scope, rules)
    receiver = receiver_of(scope, place)
    parameters = parameters_of(scope.node, place, is_method=receiver != "")
    return FunctionFacts(scope.qualname, parameters, messages(texts), exc, receiver)


@lru_cache(maxsize=4_096)
def _is_builder(name: str) -> bool:
    return _BUILDER.search(name) is not None


def _unwrapped(node: Node) -> Node:
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[-1]
    return node


def _is_exception_call(node: Node, file: PythonFile) -> bool:
    return node.type == "call" and _is_exception(file.called_name(node), file)


def _is_exception(exc: str, file: PythonFile) -> bool:
    name = exc.rsplit(".", 1)[-1]
    return has_exception_name(name) or name in file.exception_names


def _returned(nodes: list[Node], scope: Scope, file: PythonFile, rules: Rules) -> tuple[str, Texts]:
    """The exception that a function returns ("" if it returns texts, or may return any), and the texts."""
    exc, built, texts = "", [], []
    is_any = False
    is_raised = scope.name in file.raised
    for node in nodes:
        place = Place(file, scope, rules)
        place.is_open = True
        raised = read_exception(node, place)[0] if node.type in ("call", "identifier") else None
        if raised is not None and (is_raised or _is_exception(raised.exc, file)):
            exc = exc or raised.exc
            built.append(raised.texts)
        else:
            texts.append(place.read(node))
        is_any = is_any or ((raised is None or not raised.exc) and _is_built_of_any(node, place))
    found = union(*(built or texts))
    told = tuple(text for text in found if has_words(text) or is_open(text))
    # Beside a default's text, what nobody can tell: the text of a `get(key, "default")`.
    unknown = [text for text in found if is_lone_hole((text,))][:1]
    return "" if is_any else exc, (*told, *unknown) if told and not built else told


def _is_built_of_any(node: Node, place: Place) -> bool:
    """`return cls(text)`: whether what is returned is of a class that only a name of the function holds."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    return function is not None and function.type == "identifier" and is_local(place.text(function), place)
