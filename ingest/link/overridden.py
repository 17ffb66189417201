"""What a statement says in the classes that inherit it and hold another text: `raise Invalid(self.message)`.

A method is written once and raises for every class derived from its own; where such a class has a text of its own in
the place of the attribute that is raised, that is a wording of the same statement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

import msgspec

from ingest.extract.pieces import MAX_TEXTS
from ingest.extract.sites import ExtractedSite, Format, Message, Piece, Ref
from ingest.link.definitions import ClassDef, Module
from ingest.link.finish import finished
from ingest.link.frames import Frame
from ingest.link.symbols import Symbols
from ingest.link.wordings import Wordings

_SELF = ("self.", "cls.", "type(self).", "self.__class__.")
# Classes with an attribute of one name that are looked at.
_MOST_HOLDERS = 2_000


class Overridden:
    """The classes of a pin's own `modules` by the attributes that they hold texts in."""

    def __init__(self, modules: Iterable[Module], wordings: Wordings) -> None:
        self._wordings = wordings
        self._holders: dict[str, list[ClassDef]] = defaultdict(list)
        for module in modules:
            for cls in module.classes.values():
                for name in cls.facts.constants:
                    self._holders[name].append(cls)

    def with_overridden(self, site: ExtractedSite, raw: ExtractedSite, frame: Frame) -> ExtractedSite:
        """`site`, finished from `raw` in `frame`, with what it says in derived classes behind its own texts."""
        owner = frame.module.owner(frame.qualname)
        names = sorted(set(_attributes(raw.messages))) if owner is not None and site.messages else []
        if owner is None or not names:
            return site
        said = dict.fromkeys(site.messages)
        for cls in self._derived(owner, names, frame.qualname):
            said |= dict.fromkeys(finished(raw, replace(frame, instance=cls), self._wordings).messages)
            if len(said) >= MAX_TEXTS:
                break
        return (
            site if len(said) == len(site.messages) else msgspec.structs.replace(site, messages=tuple(said)[:MAX_TEXTS])
        )

    def _derived(self, owner: ClassDef, names: list[str], qualname: str) -> Iterator[ClassDef]:
        """Those that hold one of the attributes and have the method from `owner`."""
        symbols = self._wordings.symbols
        method = qualname.removeprefix(f"{owner.facts.qualname}.").partition(".")[0]
        held = [cls for name in names for cls in self._holders.get(name, ())[:_MOST_HOLDERS]]
        for cls in dict.fromkeys(held):
            if cls is not owner and owner in symbols.mro(cls) and _inherits(cls, owner, method, symbols):
                yield cls


def _inherits(cls: ClassDef, owner: ClassDef, method: str, symbols: Symbols) -> bool:
    """Has no class between the two a method of that name?"""
    between = takewhile(lambda base: base is not owner, symbols.mro(cls))
    return not any(isinstance(base, ClassDef) and method in base.facts.methods for base in between)


def _attributes(found: Iterable[Message]) -> Iterator[str]:
    for message in found:
        for piece in message.pieces:
            yield from _named(piece)


def _named(piece: Piece) -> Iterator[str]:
    """The attributes of the instance that a piece reads, also within its arguments."""
    if isinstance(piece, Ref) and piece.how == "value":
        name = next((piece.target.removeprefix(first) for first in _SELF if piece.target.startswith(first)), "")
        if name and "." not in name:
            yield name
    if isinstance(piece, Ref | Format):
        for argument in piece.args:
            yield from _attributes(argument.messages)
    if isinstance(piece, Format):
        yield from _attributes([Message(piece.pieces)])
