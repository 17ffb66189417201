"""An exception class -> the parameters of its `__init__` and the text that `str()` of an instance says.

Read in the order that Python asks: `__str__`, else what `__init__` hands to its base, else the base decides.
"""

from __future__ import annotations

import re

from tree_sitter import Node

from ingest.extract.pieces import Texts, texts_of, union
from ingest.extract.python.arguments import arguments_of
from ingest.extract.python.calls import called_name, dotted
from ingest.extract.python.exceptions import BUILTIN_EXCEPTIONS
from ingest.extract.python.file import PythonFile
from ingest.extract.python.place import Place, Rules
from ingest.extract.python.scopes import Scope
from ingest.extract.shown import shown
from ingest.extract.sites import Argument, Ref

_NAME = re.compile(r"(Error|Exception|Warning|Exit|Interrupt|Failure|Fault|Failed|Abort|Timeout|Http404)s?$")


def is_exception(name: str, bases: tuple[str, ...], known: set[str], file: PythonFile) -> bool:
    """Whether a class may be an exception: by its name, its bases' (`known` are those of this file), or a `raise`."""
    if _NAME.search(name) or name in file.raised:
        return True
    return any((last := base.rsplit(".", 1)[-1]) in known or _NAME.search(last) for base in bases)


def text_of(scope: Scope, bases: tuple[str, ...], file: PythonFile, rules: Rules) -> Texts | None:
    """What an instance of the exception class `scope` says; None if its bases decide."""
    methods = file.methods(scope)
    init = methods.get("__init__")
    for name in ("__str__", "__unicode__"):
        if name in methods:
            return _returned(methods[name], init, file, rules)
    return _handed_on(init, bases, file, rules) if init else None


def _open_place(scope: Scope, init: Scope | None, file: PythonFile, rules: Rules) -> Place:
    place = Place(file, scope, rules)
    place.is_open, place.instance = True, init
    return place


def _returned(method: Scope, init: Scope | None, file: PythonFile, rules: Rules) -> Texts | None:
    place = _open_place(method, init, file, rules)
    nodes = [node for node in file.returns(method) if not _is_super_call(node, file)]
    return union(*(place.read(node) for node in nodes)) if nodes else None


def _is_super_call(node: Node, file: PythonFile) -> bool:
    return node.type == "call" and file.source[node.start_byte : node.start_byte + 6] == b"super("


def _handed_on(init: Scope, bases: tuple[str, ...], file: PythonFile, rules: Rules) -> Texts | None:
    """What the calls of a base's `__init__`, or an assignment to `self.args`, make the exception say."""
    place = _open_place(init, init, file, rules)
    found: list[Texts] = []
    for binding in file.bindings(init).names.get("self.args", ()):
        if binding.value is not None and binding.value.type in ("tuple", "expression_list"):
            args = arguments_of(binding.value, place, as_texts=True)
            found.append(texts_of(shown("Exception", args)))
    for call in file.calls(init):
        given = _given_to_base(call, place)
        if given is not None:
            base, args = given
            found.append(_of_base(base, bases, args))
    known = [texts for texts in found if texts]
    return union(*known) if known else None


def _given_to_base(call: Node, place: Place) -> tuple[str, tuple[Argument, ...]] | None:
    """The base ("" for `super()`) and arguments of a call of a base's `__init__`; None for another call."""
    function, listed = call.child_by_field_name("function"), call.child_by_field_name("arguments")
    if function is None or listed is None or called_name(function, place) != "__init__":
        return None
    owner = function.child_by_field_name("object")
    if owner is None:
        return None
    args = arguments_of(listed, place, as_texts=True)
    if owner.type == "call":
        return "", args
    base = dotted(owner, place)
    return (base, args[1:]) if base else None


def _of_base(base: str, bases: tuple[str, ...], args: tuple[Argument, ...]) -> Texts:
    """What the base says, given `args`; () where it is given all that the class was given."""
    if not any(arg.name not in ("*", "**") for arg in args):
        return ()
    base = base or next(iter(bases), "Exception")
    if base in BUILTIN_EXCEPTIONS:
        return texts_of(shown(base, args))
    return ((Ref(base, "exception", base, args=args),),)
