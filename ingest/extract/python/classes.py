"""Class definitions -> ClassFacts: bases, texts held as attributes, and what an exception says of itself."""

from __future__ import annotations

import msgspec
from tree_sitter import Node

from ingest.extract.facts import ClassFacts
from ingest.extract.formats import fill
from ingest.extract.pieces import messages, union
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.calls import dotted
from ingest.extract.python.exceptiontext import exception_text, is_exception
from ingest.extract.python.file import PythonFile
from ingest.extract.python.parameters import parameters_of
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.scopes import Scope
from ingest.extract.python.symbols import constants_of, tables_of
from ingest.extract.sites import Argument, Message


def classes_of(file: PythonFile, rules: Rules) -> tuple[ClassFacts, ...]:
    """The ClassFacts of every class, in source order; only of exceptions all is read."""
    exceptions = file.exception_names
    found: list[ClassFacts] = []
    for scope in file.scopes.all:
        if not scope.is_function and scope.parent is not None:
            bases = _bases(scope, file, rules)
            if is_exception(scope.name, bases, exceptions, file):
                exceptions.add(scope.name)
                file.exceptions.add(scope.start)
                found.append(_exception(scope, bases, file, rules))
            else:
                found.append(_with_filled(_class(scope, bases, file, rules), scope, file, rules))
    return tuple(found)


def _class(
    scope: Scope, bases: tuple[str, ...], file: PythonFile, rules: Rules, *, is_exception: bool = False
) -> ClassFacts:
    values = file.class_constants(scope)
    return ClassFacts(
        qualname=scope.qualname,
        bases=bases,
        line=scope.line,
        constants=constants_of(scope, values, file, rules, any_text=is_exception) if values else {},
        tables=tables_of(scope, values, file, rules) if values else {},
        methods=tuple(file.methods(scope)) if bases else (),
    )


def _with_filled(facts: ClassFacts, scope: Scope, file: PythonFile, rules: Rules) -> ClassFacts:
    """Where `__init__` fills a text of the class and keeps it by the same name (`self.text = self.text.format(…)`), the
    class's text as its other methods find it."""
    init = file.methods(scope).get("__init__") if facts.constants else None
    if init is None:
        return facts
    place = Place(file, init, rules)
    filled: dict[str, tuple[Message, ...]] = {}
    for name, texts in facts.constants.items():
        calls = [one.value for one in file.bindings(init).names.get(f"self.{name}", ()) if one.value is not None]
        values = [args for call in calls if (args := _formatted(f"self.{name}", call, place)) is not None]
        if values:
            filled[name] = messages(union(*(fill("format", text.pieces, args) for text in texts for args in values)))
    return msgspec.structs.replace(facts, constants=facts.constants | filled) if filled else facts


def _formatted(name: str, call: Node, place: Place) -> tuple[Argument, ...] | None:
    """What `name.format(…)` fills in; None for anything else."""
    function, args = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    is_format = function is not None and args is not None and place.text(function) == f"{name}.format"
    return arguments_of(args, place, as_texts=True) if is_format and args is not None else None


def _exception(scope: Scope, bases: tuple[str, ...], file: PythonFile, rules: Rules) -> ClassFacts:
    plain = _class(scope, bases, file, rules, is_exception=True)
    methods = file.methods(scope)
    init = methods.get("__init__")
    passes, attributes, text = exception_text(scope, file, rules)
    return ClassFacts(
        plain.qualname,
        plain.bases,
        plain.line,
        plain.constants,
        plain.tables,
        parameters=parameters_of(init.node, Place(file, scope, rules), is_method=True) if init else None,
        passes=passes,
        attributes=attributes,
        text=text,
        returning=tuple(name for name, method in methods.items() if file.returns(method)),
        methods=plain.methods,
    )


def _bases(scope: Scope, file: PythonFile, rules: Rules) -> tuple[str, ...]:
    """The base classes as written; those that are computed are left out."""
    listed = scope.node.child_by_field_name("superclasses")
    if listed is None:
        return ()
    place = Place(file, scope.parent or scope, rules)
    nodes = (node.child_by_field_name("value") if node.type == "subscript" else node for node in listed.named_children)
    return tuple(name for node in nodes if node and (name := dotted(node, place)))
