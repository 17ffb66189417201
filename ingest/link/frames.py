"""Where a text is written, and what its Params stand for there: the scope in which a wording is worked out."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.extract.facts import ParameterFacts
from ingest.extract.pieces import NONE, Texts, texts_of
from ingest.extract.shown import shown_repr
from ingest.extract.sites import Argument, Format, Hole, Message, Param, Piece, Ref
from ingest.link.definitions import ClassDef, Module


@dataclass(frozen=True, slots=True)
class Given:
    """An argument of a call: worked out where the call stands (`argument`), and as written there (`raw` in `frame`)."""

    argument: Argument
    raw: Argument
    frame: "Frame"

    @property
    def ref(self) -> Ref | None:
        """The one name or call that the argument is, if it is that: it may be an exception or its class."""
        return lone_ref(self.raw.messages)


@dataclass(frozen=True, slots=True)
class Binding:
    """A call's arguments by the parameters that take them; `positional` and `named` are what `*x` and `**x` take."""

    given: Mapping[str, Given]
    defaults: Mapping[str, Texts]
    positional: tuple[Given, ...] = ()
    named: tuple[Given, ...] = ()
    variadic: frozenset[str] = frozenset()
    is_whole: bool = False  # nothing but what is known was handed over
    classes: Mapping[str, Ref] = field(default_factory=dict)  # parameters that stand for the class of their default

    def shown(self, piece: Hole | Param) -> Texts:
        """What the caller says, where a piece is an argument or its repr."""
        name = piece.name if isinstance(piece, Param) else piece.source.removesuffix("!r")
        texts = self._texts(name)
        if not texts:
            return ((Hole(piece.source),),)
        return tuple(map(shown_repr, texts)) if piece.source.endswith("!r") else texts

    def is_none(self, name: str) -> bool:
        """Whether the caller, or the default, gives None: as a message that is none, and within one a Hole."""
        if name in self.given:
            argument = self.given[name].argument
            return not argument.is_text and texts_of(argument.messages) == (NONE,)
        return self.defaults.get(name) == (NONE,)

    def _texts(self, name: str) -> Texts:
        if self.is_none(name):
            return ()
        if name in self.given:
            return texts_of(self.given[name].argument.messages)
        if name in self.variadic and len(self.positional) == 1:
            return texts_of(self.positional[0].argument.messages)
        return self.defaults.get(name, ())

    def spread(self, argument: Argument) -> tuple[Given, ...] | None:
        """What `*args` or `**kwargs` hands on, if `argument` is one of these parameters."""
        if argument.name == "*":
            return self.positional
        return self.named if argument.name == "**" else None


@dataclass(frozen=True, slots=True)
class Frame:
    """The function or class `qualname` of `module` at work.

    `binding` None leaves Params open. `instance` is the class of `self`, where it is known to be more than the class
    around; `attributes` and `args` are what that instance was built with, `handed` what the last `__init__` got of it.
    """

    module: Module
    qualname: str
    binding: Binding | None = None
    instance: ClassDef | None = None
    attributes: Mapping[str, Texts] = field(default_factory=dict)
    args: tuple[Given, ...] = ()
    handed: tuple[Given, ...] = ()


def lone_ref(found: Sequence[Message]) -> Ref | None:
    """The one Ref that makes up the whole of a single message, if it is that."""
    if len(found) == 1 and len(found[0].pieces) == 1 and isinstance(piece := found[0].pieces[0], Ref):
        return piece
    return None


def params_of(found: Iterable[Message]) -> set[str]:
    """The parameters of the function around that are part of these messages, also inside arguments."""
    return {name for message in found for piece in message.pieces for name in _params(piece)}


def _params(piece: Piece) -> set[str]:
    if isinstance(piece, Param):
        return {piece.name}
    if not isinstance(piece, Ref | Format):
        return set()
    inner = {name for argument in piece.args for name in params_of(argument.messages)}
    return inner | (params_of([Message(piece.pieces)]) if isinstance(piece, Format) else set())


def bound(parameters: Sequence[ParameterFacts], givens: Sequence[Given], defaults: Mapping[str, Texts]) -> Binding:
    """Which parameter takes which argument, by Python's rules; after a `*x` of unknown length no position is sure."""
    slots = [p.name for p in parameters if not p.is_keyword_only and not p.is_variadic]
    names = {p.name for p in parameters if not p.is_variadic}
    taken: dict[str, Given] = {}
    positional: list[Given] = []
    named: list[Given] = []
    is_certain = True
    for given in givens:
        name = given.argument.name
        if name in ("*", "**"):
            is_certain = is_certain and name != "*"
        elif name:
            if name in names:
                taken[name] = given
            else:
                named.append(given)
        elif slots and is_certain:
            taken[slots.pop(0)] = given
        else:
            positional.append(given)
    variadic = frozenset(p.name for p in parameters if p.is_variadic)
    classes = {p.name: ref for p in parameters if p.name not in taken and (ref := lone_ref(p.default)) is not None}
    is_whole = not any(given.argument.name in ("*", "**") for given in givens)
    return Binding(taken, defaults, tuple(positional), tuple(named), variadic, is_whole, classes)
