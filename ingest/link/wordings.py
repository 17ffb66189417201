"""Works out what a message says: replaces its Refs, Formats and, where callers are known, Params by texts and Holes.

Nothing is guessed: `symbols` tells what a name stands for; where it can't, the expression stays a Hole.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from ingest.extract.facts import FunctionFacts
from ingest.extract.formats import fill
from ingest.extract.pieces import NONE, Pieces, Texts, joined, literal, messages, product, texts_of, union
from ingest.extract.shown import shown, shown_repr
from ingest.extract.sites import Argument, Format, Hole, Message, Param, Piece, Ref
from ingest.link.conditions import possible
from ingest.link.definitions import (
    Builtin,
    ClassDef,
    Definition,
    External,
    FunctionDef,
    Table,
    Value,
    reads_like_a_class,
)
from ingest.link.exceptions import arguments, built, shown_by
from ingest.link.frames import Binding, Frame, Given, bound
from ingest.link.symbols import Symbols, own_attribute

# Pieces worked out for one statement: in depth, and in all. Beyond, expressions stay Holes. Statements of real packages
# take 3 on the average and 51 at the most; a pin that takes far more in all is bounded closer from there on.
_MAX_DEPTH = 12
_MAX_STEPS = 200
_MAX_STEPS_OF_ALL = 100_000
_MAX_STEPS_AFTER = 60
_FIELD = re.compile(r"%\((\w+)\)[srdif]")
_EMPTY: Texts = ((),)
_SELF = ("self", "cls", "super()", "type(self)")


class Wordings:
    """The texts of messages, within the pin that `symbols` knows."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self._depth = 0
        self._steps = 0
        self._steps_before = 0

    def start(self) -> None:
        """Begin a new statement."""
        self._steps_before += self._steps
        self._depth = self._steps = 0

    def may_step(self) -> bool:
        """Count a step; False = this statement has taken as much work as it may."""
        self._steps += 1
        return self._steps <= (_MAX_STEPS if self._steps_before < _MAX_STEPS_OF_ALL else _MAX_STEPS_AFTER)

    def texts(self, wordings: Iterable[Message], frame: Frame) -> Texts:
        return union(*(self._text(message, frame) for message in possible(wordings, frame, self.symbols.amended)))

    def given(self, written: Iterable[Argument], frame: Frame) -> tuple[Given, ...]:
        """A call's arguments, worked out; `*args` and `**kwargs` of the function around are spread."""
        result: list[Given] = []
        for raw in written:
            spread = frame.binding.spread(raw) if frame.binding and _is_variadic(raw, frame.binding) else None
            if spread is not None:
                result += spread
            else:
                found = Argument(raw.name, messages(self.texts(raw.messages, frame)), raw.is_text)
                result.append(Given(found, raw, frame))
        return tuple(result)

    def meaning(self, dotted: str, frame: Frame) -> Definition | None:
        """What a name stands for; a parameter stands for what the caller hands over, as far as that is known."""
        if frame.binding is not None and (given := frame.binding.given.get(dotted)) is not None:
            ref = given.ref
            return None if ref is None else self.meaning(ref.target, given.frame)
        if frame.binding is not None and (default := frame.binding.classes.get(dotted)) is not None:
            return self.meaning(default.target, Frame(frame.module, frame.qualname))
        if dotted.partition(".")[0].removesuffix("()") in frame.module.arguments(frame.qualname):
            return None
        return self.symbols.meaning(frame.module, frame.qualname, dotted, frame.instance)

    def call_frames(
        self, function: FunctionDef, target: str, givens: tuple[Given, ...], frame: Frame
    ) -> list[tuple[FunctionFacts, Frame]]:
        """The function's variants, each with the scope in which it works when `target` is called in `frame`."""
        inner = Frame(function.module, function.qualname, None, self._instance(target, frame))
        givens = self._without_instance(function, target, givens, frame)
        if target.rpartition(".")[0] in _SELF:  # the same object, so it was built with the same arguments
            inner = replace(inner, attributes=frame.attributes, args=frame.args)
        return [
            (variant, replace(inner, binding=self.bind(variant, givens, function))) for variant in function.variants
        ]

    def _without_instance(
        self, function: FunctionDef, target: str, givens: tuple[Given, ...], frame: Frame
    ) -> tuple[Given, ...]:
        """The arguments without the instance that a call through the class hands over: `Base.fail(self, "text")`."""
        holder = target.rpartition(".")[0]
        is_written = function.variants[0].receiver == "instance" and _may_be_class(holder)
        if is_written and givens and not givens[0].argument.name and self._is_class(holder, frame):
            return givens[1:]
        return givens

    def _is_class(self, dotted: str, frame: Frame) -> bool:
        return isinstance(self.meaning(dotted, frame), ClassDef)

    def _text(self, message: Message, frame: Frame) -> Texts:
        if len(message.pieces) == 1 and _is_none(message.pieces[0], frame):
            return (NONE,)
        texts: Texts = ((),)
        for piece in message.pieces:
            found = ((piece,),) if isinstance(piece, str) else self._piece(piece, frame)
            texts = product(texts, found, _source(piece))
        return texts

    def _piece(self, piece: Hole | Param | Ref | Format, frame: Frame) -> Texts:
        if isinstance(piece, Hole | Param):
            return frame.binding.shown(piece) if frame.binding is not None else ((piece,),)
        if not self.may_step() or self._depth >= _MAX_DEPTH:
            return ((Hole(piece.source),),)
        self._depth += 1
        try:
            found = self._format(piece, frame) if isinstance(piece, Format) else self._ref(piece, frame)
            return tuple(map(shown_repr, found)) if piece.source.endswith("!r") else found
        finally:
            self._depth -= 1

    def _format(self, piece: Format, frame: Frame) -> Texts:
        args = tuple(given.argument for given in self.given(piece.args, frame))
        filled = [
            fill(piece.style, text, args) if any(isinstance(part, str) for part in text) else ((Hole(piece.source),),)
            for text in self._text(Message(piece.pieces), frame)
        ]
        return union(*filled)

    def _ref(self, ref: Ref, frame: Frame) -> Texts:
        if ref.how == "exception":
            return self.exception(ref, frame)
        found = self._known(ref, frame)
        return found if found else ((Hole(ref.source),),)

    def _known(self, ref: Ref, frame: Frame) -> Texts:
        if ref.how == "item":
            return self._item(ref, frame)
        if (found_in := self._of_instance(ref, frame)) is not None:
            return found_in
        found = self.meaning(ref.target, frame) or self._default(ref.target, frame)
        if isinstance(found, Value):
            return self.texts(found.messages, self._scope(found, ref, frame))
        if isinstance(found, FunctionDef):
            return self._returned(found, ref, frame)
        return ()

    def _of_instance(self, ref: Ref, frame: Frame) -> Texts | None:
        """What the exception at hand was built with, or its base's `__str__`; None = `ref` speaks of something else."""
        first, _, name = ref.target.partition(".")
        if frame.instance is None or first not in _SELF:
            return None
        if name == "__str__" and first == "super()":
            return shown_by(frame.instance, frame, self, after=frame.module.owner(frame.qualname))
        if name == "args":
            shown_args = texts_of(shown("Exception", arguments(frame.args)))
            return shown_args if len(frame.args) > 1 else () if frame.args else _EMPTY
        if ref.how != "value" or name not in frame.attributes:
            return None
        found = tuple(text for text in frame.attributes[name] if text != NONE)
        # What `__init__` sets for some callers only is the class's own for the others.
        return found if found or not isinstance(self.symbols.attribute(frame.instance, name), Value) else None

    def _default(self, target: str, frame: Frame) -> Definition | None:
        """The class attribute `default_x`, where `self.x` is set at work."""
        holder, _, name = target.rpartition(".")
        return self.meaning(f"{holder}.default_{name}", frame) if holder == "self" else None

    def _item(self, ref: Ref, frame: Frame) -> Texts:
        if ref.target == "self.args" and frame.instance is not None:
            positional = [given.argument for given in frame.args if not given.argument.name]
            is_there = ref.key.isdigit() and int(ref.key) < len(positional)
            return texts_of(positional[int(ref.key)].messages) if is_there else _EMPTY
        keys = self._keys(ref, frame)
        if keys is None:
            return ()
        otherwise = self.texts(ref.args[1].messages, frame) if len(ref.args) > 1 else ()
        for table in self._tables(ref.target, frame):
            rows = [table.rows[key] for key in keys if key in table.rows] if keys else list(table.rows.values())
            if rows:
                is_there = bool(keys) and len(rows) == len(keys)
                found = (self.texts(row, self._scope(table, ref, frame)) for row in rows)
                return union(*found, () if is_there else otherwise)
        return union(((Hole(ref.source),),), otherwise) if otherwise else ()

    def _keys(self, ref: Ref, frame: Frame) -> list[str] | None:
        """The items that `ref` may mean, none if any; None where the caller names it and nobody knows who that is."""
        if ref.key or not ref.args:
            return [ref.key] if ref.key else []
        keys = [literal((text,)) for text in self.texts(ref.args[0].messages, frame)]
        if len(ref.args) == 1 and not all(keys):
            return None
        return [key for key in keys if key] if all(keys) else []

    def _tables(self, target: str, frame: Frame) -> Iterator[Table]:
        """The tables that `target` may be; those of `self` along its bases, also by `default_` and its name."""
        holder, _, name = target.rpartition(".")
        cls = self._instance(target, frame)
        if holder not in _SELF or cls is None:
            table = self.meaning(target, frame)
            if isinstance(table, Table):
                yield table
            return
        for base in self.symbols.mro(cls):
            for found in (name, f"default_{name}"):
                if isinstance(base, ClassDef) and isinstance(table := own_attribute(base, found), Table):
                    yield table

    def _returned(self, function: FunctionDef, ref: Ref, frame: Frame) -> Texts:
        calls = self.call_frames(function, ref.target, self.given(ref.args, frame), frame)
        return union(*(self.texts(variant.returns, inner) for variant, inner in calls))

    def exception(self, ref: Ref, frame: Frame) -> Texts:
        """What `str()` shows of the exception that `ref` builds; () = nothing."""
        return tuple(map(_named, self._exception(ref, frame)))

    def _exception(self, ref: Ref, frame: Frame) -> Texts:
        found = self.meaning(ref.target, frame)
        givens = self.given(ref.args, frame)
        if isinstance(found, ClassDef):
            return built(found, givens, self)
        if isinstance(found, FunctionDef):
            return self._returned(found, ref, frame) or ((Hole(ref.source),),)
        if isinstance(found, Builtin):
            return texts_of(shown(found.name, arguments(givens)))
        is_class = found.is_class if isinstance(found, External) else reads_like_a_class(ref.target)
        return texts_of(shown("", arguments(givens))) or (() if is_class else ((Hole(ref.source),),))

    def bind(self, facts: FunctionFacts, givens: tuple[Given, ...], scope: FunctionDef | ClassDef) -> Binding:
        here = Frame(scope.module, facts.qualname)
        defaults = {p.name: self.texts(p.default, here) for p in facts.parameters if p.default}
        return bound(facts.parameters, givens, defaults)

    def _scope(self, found: Value | Table, ref: Ref, frame: Frame) -> Frame:
        return Frame(found.module, found.scope, instance=self._instance(ref.target, frame))

    def _instance(self, target: str, frame: Frame) -> ClassDef | None:
        """What `self` is inside the method or attribute `target`, as it is called from `frame`."""
        holder, _, _ = target.replace("self.__class__", "self").rpartition(".")
        if holder in _SELF:
            return frame.instance or frame.module.owner(frame.qualname)
        found = self.meaning(holder, frame) if holder else None
        return found if isinstance(found, ClassDef) else None


def _may_be_class(holder: str) -> bool:
    """Before a method's name: not the instance, nor one that is spelled by its class, `Class()`."""
    return bool(holder) and holder not in _SELF and not holder.endswith("()")


def _named(text: Pieces) -> Pieces:
    """With Holes for the `%(name)s` that are left: whoever catches the exception fills them."""
    return joined(part for piece in text for part in (_fields(piece) if isinstance(piece, str) else [piece]))


def _fields(text: str) -> Iterator[str | Hole]:
    for number, part in enumerate(_FIELD.split(text)):
        yield Hole(part) if number % 2 else part


def _is_none(piece: Piece, frame: Frame) -> bool:
    """Whether a piece stands for None, as a parameter or an attribute of the instance at hand."""
    if isinstance(piece, Param):
        return frame.binding is not None and piece.source == piece.name and frame.binding.is_none(piece.name)
    if not isinstance(piece, Ref) or piece.how != "value" or not piece.target.startswith("self."):
        return False
    return frame.attributes.get(piece.target.removeprefix("self.")) == (NONE,)


def _is_variadic(argument: Argument, binding: Binding) -> bool:
    """Whether `argument` hands on a whole `*args` or `**kwargs` parameter."""
    if argument.name not in ("*", "**") or len(argument.messages) != 1:
        return False
    pieces = argument.messages[0].pieces
    return len(pieces) == 1 and isinstance(pieces[0], Param) and pieces[0].name in binding.variadic


def _source(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.source
