"""Which functions a call may run: the one that its name means, and those of derived classes where it is a method of an
instance that is known by its class alone.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ingest.extract.facts import HelperCall
from ingest.link.definitions import ClassDef, External, FunctionDef, Module
from ingest.link.frames import Frame, Given
from ingest.link.symbols import own_attribute
from ingest.link.wordings import Wordings

# Methods of derived classes that are looked at; where there are more, only what the class itself does is told.
_MAX_OVERRIDING = 12


class Callees:
    """What calls of a pin may run. `modules` are those whose classes count as derived ones."""

    def __init__(self, modules: Iterable[Module], wordings: Wordings) -> None:
        self._modules = tuple(modules)
        self._wordings = wordings
        self._by_method: dict[str, list[ClassDef]] | None = None

    def is_exit(self, call: HelperCall, frame: Frame) -> bool:
        """Is it `sys.exit` that is called?"""
        found = self._wordings.meaning(call.target, frame)
        return isinstance(found, External) and found.qualified == "sys.exit"

    def called(self, call: HelperCall, givens: tuple[Given, ...], frame: Frame) -> Iterator[tuple[FunctionDef, Frame]]:
        """Each function that may run, with the scope in which it works then."""
        function = self._wordings.meaning(call.target, frame)
        if isinstance(function, FunctionDef):
            yield function, self._inner(function, call, givens, frame)
        holder, _, name = call.target.rpartition(".")
        is_widened = holder.endswith("()") and not call.is_exact
        cls = self._wordings.meaning(holder, frame) if is_widened else None
        if isinstance(cls, ClassDef):
            overriding = list(self._overriding(cls, name))
            for derived, method in overriding if len(overriding) <= _MAX_OVERRIDING else ():
                yield method, replace(self._inner(method, call, givens, frame), instance=derived)

    def _inner(self, function: FunctionDef, call: HelperCall, givens: tuple[Given, ...], frame: Frame) -> Frame:
        ((_, inner), *_) = self._wordings.call_frames(function, call.target, givens, frame)
        return inner

    def _overriding(self, cls: ClassDef, name: str) -> Iterator[tuple[ClassDef, FunctionDef]]:
        """The methods `name` of classes derived from `cls` that raise, or hand on, what they are given."""
        for derived in self._holding(name):
            method = own_attribute(derived, name)
            if derived is not cls and isinstance(method, FunctionDef) and cls in self._wordings.symbols.mro(derived):
                yield derived, method

    def _holding(self, name: str) -> list[ClassDef]:
        if self._by_method is None:
            self._by_method = defaultdict(list)
            for module in self._modules:
                for cls in module.classes.values():
                    for method in cls.facts.methods:
                        self._by_method[method].append(cls)
        return self._by_method.get(name, [])
