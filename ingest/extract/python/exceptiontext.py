"""An exception class -> what its `__init__` hands on and keeps, and what its `__str__` says.

Only this class is read; linking puts it together with its bases, as Python does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import msgspec
from tree_sitter import Node

from ingest.extract.pieces import Texts, is_open, messages, texts_of, union
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.assumptions import Assumption, conditioned, is_reached
from ingest.extract.python.calls import called_name, dotted
from ingest.extract.python.file import PythonFile
from ingest.extract.python.names import at_end
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.scopes import Scope
from ingest.extract.shown import has_exception_name
from ingest.extract.sites import Argument, Message

Arguments = tuple[Argument, ...]


class ExceptionText(NamedTuple):
    """`passes`, `attributes` and `text` as ClassFacts has them."""

    passes: Arguments | None
    attributes: dict[str, tuple[Message, ...]]
    text: tuple[Message, ...] | None


def is_exception(name: str, bases: tuple[str, ...], known: set[str], file: PythonFile) -> bool:
    """Whether a class may be an exception: by its name, its bases' (`known` are those of this file), or a `raise`."""
    if name in file.raised or has_exception_name(name):
        return True
    return any((last := base.rsplit(".", 1)[-1]) in known or has_exception_name(last) for base in bases)


def exception_text(scope: Scope, file: PythonFile, rules: Rules) -> ExceptionText:
    """What the exception class `scope` itself says."""
    methods = file.methods(scope)
    init = methods.get("__init__")
    shown = methods.get("__str__") or methods.get("__unicode__")
    return ExceptionText(
        _passes(init, file, rules) if init else None,
        _attributes(init, file, rules) if init else {},
        _returned(shown, file, rules) if shown else None,
    )


def _open_place(scope: Scope, file: PythonFile, rules: Rules, assumed: Assumption | None = None) -> Place:
    place = Place(file, scope, rules)
    place.is_open, place.assumed = True, assumed
    return place


def _returned(method: Scope, file: PythonFile, rules: Rules) -> tuple[Message, ...] | None:
    nodes = file.returns(method)

    def read(assumed: Assumption | None) -> Texts:
        place = _open_place(method, file, rules, assumed)
        return union(*(place.read(node) for node in nodes if is_reached(node, method, file, assumed)))

    return conditioned(read(None), method, file, read) if nodes else None


def _attributes(init: Scope, file: PythonFile, rules: Rules) -> dict[str, tuple[Message, ...]]:
    """The texts, and the parameters, that `__init__` leaves in `self.NAME`."""
    found: dict[str, tuple[Message, ...]] = {}
    for name in file.bindings(init).names:
        if name[:5] == "self.":

            def read(assumed: Assumption | None, name: str = name) -> Texts:
                return at_end(name, _open_place(init, file, rules, assumed))

            texts = read(None)
            if any(is_open(text) or any(isinstance(piece, str) for piece in text) for text in texts):
                found[name[5:]] = conditioned(texts, init, file, read)
    return found


def _passes(init: Scope, file: PythonFile, rules: Rules) -> Arguments | None:
    """The arguments that `__init__` hands to a base's or puts into `self.args`, those of several calls united."""

    def read(assumed: Assumption | None) -> Arguments | None:
        place = _open_place(init, file, rules, assumed)
        found: list[Arguments] = []
        for binding in file.bindings(init).names.get("self.args", ()):
            if binding.value is not None and binding.value.type in ("tuple", "expression_list"):
                found.append(arguments_of(binding.value, place, as_texts=True))
        for call in file.calls(init):
            given = _given_to_base(call, place) if is_reached(call, init, file, assumed) else None
            if given is not None:
                found.append(given)
        return _united(found) if found else None

    passes = read(None)
    return tuple(_conditioned(passes, at, init, file, read) for at in range(len(passes))) if passes else passes


def _conditioned(
    passes: Arguments, at: int, init: Scope, file: PythonFile, read: Callable[[Assumption], Arguments | None]
) -> Argument:
    """The argument at a place, with what each of its texts needs."""

    def text(assumed: Assumption) -> Texts:
        found = read(assumed)
        is_same = found is not None and [arg.name for arg in found] == [arg.name for arg in passes]
        return texts_of(found[at].messages) if found is not None and is_same else ()

    found = conditioned(texts_of(passes[at].messages), init, file, text)
    return msgspec.structs.replace(passes[at], messages=found)


def _given_to_base(call: Node, place: Place) -> Arguments | None:
    """The arguments of a call of a base's `__init__`, without `self`; None for another call."""
    function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or listed is None or called_name(function, place) != "__init__":
        return None
    owner = function.child_by_field_name("object")
    if owner is None:
        return None
    args = arguments_of(listed, place, as_texts=True)
    if owner.type == "call":
        return args
    return args[1:] if dotted(owner, place) else None


def _united(calls: list[Arguments]) -> Arguments:
    """One list of arguments that stands for several calls of the same shape; of other shapes, the longest."""
    longest = max(calls, key=len)
    alike = [args for args in calls if [arg.name for arg in args] == [arg.name for arg in longest]]
    united: list[Argument] = []
    for same in zip(*alike, strict=True):
        texts: Texts = union(*(tuple(message.pieces for message in arg.messages) for arg in same))
        united.append(Argument(same[0].name, messages(texts), all(arg.is_text for arg in same)))
    return tuple(united)
