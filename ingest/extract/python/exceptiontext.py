"""An exception class -> what its `__init__` hands on and keeps, and what its `__str__` says.

Only this class is read; linking puts it together with its bases, as Python does.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Node

from ingest.extract.pieces import Texts, is_open, messages, union
from ingest.extract.python.arguments import arguments_of
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


def _open_place(scope: Scope, file: PythonFile, rules: Rules) -> Place:
    place = Place(file, scope, rules)
    place.is_open = True
    return place


def _returned(method: Scope, file: PythonFile, rules: Rules) -> tuple[Message, ...] | None:
    place = _open_place(method, file, rules)
    nodes = file.returns(method)
    return messages(union(*(place.read(node) for node in nodes))) if nodes else None


def _attributes(init: Scope, file: PythonFile, rules: Rules) -> dict[str, tuple[Message, ...]]:
    """The texts, and the parameters, that `__init__` leaves in `self.NAME`."""
    found: dict[str, tuple[Message, ...]] = {}
    for name in file.bindings(init).names:
        if name[:5] == "self.":
            texts = at_end(name, _open_place(init, file, rules))
            if any(is_open(text) or any(isinstance(piece, str) for piece in text) for text in texts):
                found[name[5:]] = messages(texts)
    return found


def _passes(init: Scope, file: PythonFile, rules: Rules) -> Arguments | None:
    """The arguments that `__init__` hands to a base's or puts into `self.args`, those of several calls united."""
    place = _open_place(init, file, rules)
    found: list[Arguments] = []
    for binding in file.bindings(init).names.get("self.args", ()):
        if binding.value is not None and binding.value.type in ("tuple", "expression_list"):
            found.append(arguments_of(binding.value, place, as_texts=True))
    for call in file.calls(init):
        given = _given_to_base(call, place)
        if given is not None:
            found.append(given)
    return _united(found) if found else None


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
