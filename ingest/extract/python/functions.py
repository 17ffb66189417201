"""Functions that build a message or an exception, or that raise what they are given -> FunctionFacts."""

from __future__ import annotations

import re
from functools import lru_cache

from tree_sitter import Node

from ingest.extract.facts import FunctionFacts
from ingest.extract.pieces import Texts, has_words, is_lone_hole, is_open, union
from ingest.extract.python.assumptions import Assumption, conditioned, is_reached
from ingest.extract.python.callees import is_class_name
from ingest.extract.python.exceptions import read_exception
from ingest.extract.python.file import PythonFile
from ingest.extract.python.names import is_local
from ingest.extract.python.parameters import parameters_of, receiver_of
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.scopes import Scope
from ingest.extract.shown import has_exception_name

# Names of functions that build texts or exceptions; one that this file calls for a message counts as well.
_BUILDER = re.compile(
    r"err|exc|msg|messag|fail|reason|warn|invalid|abort|explain|descri|text|problem|dedent", re.IGNORECASE
)
_TEXTS = frozenset(
    {"string", "concatenated_string", "binary_operator", "call", "identifier", "conditional_expression", "attribute"}
)
_WRITTEN = frozenset({"string", "concatenated_string", "binary_operator"})


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
    exc, texts = _returned(nodes, scope, file, rules, None) if nodes else ("", ())
    if not texts and not exc and scope.start not in file.handing_on:
        return None
    place = Place(file, scope.parent or scope, rules)
    receiver = receiver_of(scope, place)
    parameters = parameters_of(scope.node, place, is_method=receiver != "")
    returns = conditioned(texts, scope, file, lambda assumed: _returned(nodes, scope, file, rules, assumed)[1])
    return FunctionFacts(scope.qualname, parameters, returns, exc, receiver)


@lru_cache(maxsize=4_096)
def _is_builder(name: str) -> bool:
    return _BUILDER.search(name) is not None


def _unwrapped(node: Node) -> Node:
    while node.type == "parenthesized_expression" and node.named_children:
        node = node.named_children[-1]
    return node


def returned_exceptions(file: PythonFile) -> list[Node]:
    """The expressions by which functions build what may be an exception, of a class by its name, and return it."""
    nodes = [node for scope, found in file.returned.items() if scope != file.scopes.module.start for node in found]
    return [node for node in nodes if _may_build_exception(_unwrapped(node), file)]


def _may_build_exception(node: Node, file: PythonFile) -> bool:
    """By the name of a class that is called; of one that another file may define, by a text that it is given."""
    if node.type != "call" or not is_class_name(name := file.called_name(node)):
        return False
    listed = node.child_by_field_name("arguments")
    is_text = listed is not None and any(_may_be_text(child, file) for child in listed.named_children)
    return _is_exception(name, file) or (is_text and name not in file.class_names)


def _may_be_text(node: Node, file: PythonFile) -> bool:
    return node.type in _WRITTEN or (node.type == "identifier" and _is_builder(file.text(node)))


def _is_exception_call(node: Node, file: PythonFile) -> bool:
    return node.type == "call" and _is_exception(file.called_name(node), file)


def _is_exception(exc: str, file: PythonFile) -> bool:
    name = exc.rsplit(".", 1)[-1]
    return has_exception_name(name) or name in file.exception_names


def _returned(
    nodes: list[Node], scope: Scope, file: PythonFile, rules: Rules, assumed: Assumption | None
) -> tuple[str, Texts]:
    """The exception that a function returns ("" if it returns texts, or may return any), and the texts."""
    exc, built, texts = "", [], []
    kinds: dict[str, str] = {}  # by the class as written: how far it is known
    is_raised = scope.name in file.raised
    for node in (node for node in nodes if is_reached(node, scope, file, assumed)):
        place = Place(file, scope, rules)
        place.is_open, place.assumed = True, assumed
        raised = read_exception(node, place)[0] if node.type in ("call", "identifier") else None
        if raised is not None and (is_raised or _is_exception(raised.exc, file)):
            exc = exc or raised.exc
            built.append(raised.texts)
        else:
            texts.append(place.read(node))
        if function := _built_of(node):
            kinds[place.text(function)] = _known(function, scope, place)
    found = union(*(built or texts))
    told = tuple(text for text in found if has_words(text) or is_open(text))
    # Beside a default's text, what nobody can tell: the text of a `get(key, "default")`.
    unknown = [text for text in found if is_lone_hole((text,))][:1]
    is_any = "" in kinds.values() or (len(kinds) > 1 and "given" in kinds.values())
    return "" if is_any else exc, (*told, *unknown) if told and not built else told


def _built_of(node: Node) -> Node | None:
    """The name of the class in `return kind(text)`."""
    function = node.child_by_field_name("function") if node.type == "call" else None
    return function if function is not None and function.type == "identifier" else None


def _known(function: Node, scope: Scope, place: Place) -> str:
    """How far one knows which class a name is: "written" here, "given" by the caller, which linking looks up, or ""."""
    name = place.text(function)
    bindings = place.file.bindings(scope)
    if not is_local(name, place):
        return "written"
    if bindings.names.get(name) or name not in bindings.parameters:
        return ""
    return "written" if name == "cls" and receiver_of(scope, place) == "class" else "given"
