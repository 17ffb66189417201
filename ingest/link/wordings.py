"""Works out what a message says: replaces its Refs, Formats and, where callers are known, Params by texts and Holes.

Nothing is guessed: `symbols` tells what a name stands for; where it can't, the expression stays a Hole.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from ingest.extract.facts import FunctionFacts
from ingest.extract.formats import fill
from ingest.extract.pieces import Texts, has_words, messages, product, texts_of, union
from ingest.extract.shown import TEXT_KEYWORDS, shown
from ingest.extract.sites import Argument, Format, Hole, Message, Param, Piece, Ref
from ingest.link.definitions import Builtin, ClassDef, Definition, External, FunctionDef, Table, Value
from ingest.link.frames import Binding, Frame, Given, bound
from ingest.link.symbols import Symbols, own_attribute

# Refs followed for one statement: in depth, and in all. Beyond, expressions stay Holes; real code stays far below.
_MAX_DEPTH = 12
_MAX_STEPS = 2_000
_SELF = ("self", "cls", "super()", "type(self)")
# Class attributes that a base from outside the pin may show, the likeliest first.
_DEFAULT_TEXTS = tuple(name for keyword in TEXT_KEYWORDS for name in (f"default_{keyword}", keyword))


class Wordings:
    """The texts of messages, within the pin that `symbols` knows."""

    def __init__(self, symbols: Symbols) -> None:
        self._symbols = symbols
        self._depth = 0
        self._steps = 0

    def start(self) -> None:
        """Begin a new statement: the bound on work is each statement's own."""
        self._depth = self._steps = 0

    def texts(self, wordings: Iterable[Message], frame: Frame) -> Texts:
        return union(*(self._text(message, frame) for message in wordings))

    def given(self, arguments: Iterable[Argument], frame: Frame) -> tuple[Given, ...]:
        """A call's arguments, worked out; `*args` and `**kwargs` of the function around are spread."""
        result: list[Given] = []
        for raw in arguments:
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
        if _is_parameter(dotted.partition(".")[0], frame):
            return None
        return self._symbols.followed(self._symbols.resolve(frame.module, frame.qualname, dotted, frame.instance))

    def call_frames(
        self, function: FunctionDef, target: str, givens: tuple[Given, ...], frame: Frame
    ) -> list[tuple[FunctionFacts, Frame]]:
        """The function's variants, each with the scope in which it works when `target` is called in `frame`."""
        instance = self._instance(target, frame)
        return [
            (variant, Frame(function.module, function.qualname, self._bind(variant, givens, function), instance))
            for variant in function.variants
        ]

    def _text(self, message: Message, frame: Frame) -> Texts:
        texts: Texts = ((),)
        for piece in message.pieces:
            found = ((piece,),) if isinstance(piece, str | Hole) else self._piece(piece, frame)
            texts = product(texts, found, _source(piece))
        return texts

    def _piece(self, piece: Param | Ref | Format, frame: Frame) -> Texts:
        self._steps += 1
        if self._depth >= _MAX_DEPTH or self._steps > _MAX_STEPS:
            return ((Hole(piece.source),),)
        self._depth += 1
        try:
            if isinstance(piece, Param):
                return ((piece,),) if frame.binding is None else frame.binding.texts(piece.name, piece.source)
            if isinstance(piece, Format):
                return self._format(piece, frame)
            return self._ref(piece, frame)
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
        first, _, name = ref.target.partition(".")
        if first in _SELF and name in frame.attributes and ref.how == "value":
            return frame.attributes[name]
        if first == "super()" and name == "__str__" and frame.instance is not None:
            return self._shown(frame.instance, frame, frame.module.owner(frame.qualname))
        found = self.meaning(ref.target, frame)
        if isinstance(found, Value):
            return self.texts(found.messages, self._scope(found, ref, frame))
        if isinstance(found, FunctionDef):
            return self._returned(found, ref, frame)
        return ()

    def _item(self, ref: Ref, frame: Frame) -> Texts:
        if ref.target == "self.args" and frame.instance is not None:
            positional = [given.argument for given in frame.args if not given.argument.name]
            is_there = ref.key.isdigit() and int(ref.key) < len(positional)
            return texts_of(positional[int(ref.key)].messages) if is_there else ()
        for table in self._tables(ref.target, frame):
            rows = [table.rows[ref.key]] if ref.key in table.rows else [] if ref.key else list(table.rows.values())
            if rows:
                return union(*(self.texts(row, self._scope(table, ref, frame)) for row in rows))
        return ()

    def _tables(self, target: str, frame: Frame) -> Iterator[Table]:
        """The tables that `target` may be; those of `self` along its bases, also by `default_` and its name."""
        holder, _, name = target.rpartition(".")
        cls = self._instance(target, frame)
        if holder not in _SELF or cls is None:
            table = self.meaning(target, frame)
            if isinstance(table, Table):
                yield table
            return
        for base in self._symbols.mro(cls):
            for found in (name, f"default_{name}"):
                if isinstance(base, ClassDef) and isinstance(table := own_attribute(base, found), Table):
                    yield table

    def _returned(self, function: FunctionDef, ref: Ref, frame: Frame) -> Texts:
        calls = self.call_frames(function, ref.target, self.given(ref.args, frame), frame)
        return union(*(self.texts(variant.returns, inner) for variant, inner in calls))

    def exception(self, ref: Ref, frame: Frame) -> Texts:
        """What `str()` shows of the exception that `ref` builds; () = nothing."""
        found = self.meaning(ref.target, frame)
        givens = self.given(ref.args, frame)
        if isinstance(found, ClassDef):
            return self._built(found, givens)
        if isinstance(found, FunctionDef):
            return self._returned(found, ref, frame) or ((Hole(ref.source),),)
        if isinstance(found, Builtin):
            return texts_of(shown(found.name, _arguments(givens)))
        return texts_of(shown("", _arguments(givens)))

    def _built(self, cls: ClassDef, givens: tuple[Given, ...]) -> Texts:
        """Follow the `__init__`s from `cls` up, as far as each calls the next, then ask the first `__str__`."""
        attributes: dict[str, Texts] = {}
        args = current = givens
        for base in self._symbols.mro(cls):
            if not isinstance(base, ClassDef):
                args = current
                break
            facts = base.facts
            if facts.parameters is None:
                continue
            scope = f"{facts.qualname}.__init__"
            binding = self._bind(FunctionFacts(scope, facts.parameters), current, base)
            inner = Frame(base.module, scope, binding, cls, attributes, current)
            for name, wordings in facts.attributes.items():
                attributes.setdefault(name, self.texts(wordings, inner))
            if facts.passes is None:
                break
            current = self.given(facts.passes, inner)
        found = self._shown(cls, Frame(cls.module, cls.facts.qualname, None, cls, attributes, args), None)
        if any(map(has_words, found)):
            return found
        # A class that shows its text in a computed way (a list of it, say) still says what it was given.
        given = texts_of(shown("", _arguments(givens)))
        return given if any(map(has_words, given)) else found

    def _shown(self, cls: ClassDef, frame: Frame, after: ClassDef | None) -> Texts:
        """What `__str__` shows: of the first class (after `after`) that has one, else Python's own."""
        mro = self._symbols.mro(cls)
        foreign = False
        for base in mro[mro.index(after) + 1 if after in mro else 0 :]:
            if isinstance(base, ClassDef) and base.facts.text is not None:
                scope = f"{base.facts.qualname}.__str__"
                return self.texts(base.facts.text, replace(frame, module=base.module, qualname=scope))
            if isinstance(base, Builtin) and base.has_own_text and not foreign:
                return texts_of(shown(base.name, _arguments(frame.args)))
            foreign = foreign or isinstance(base, External)
        found = texts_of(shown("" if foreign else "Exception", _arguments(frame.args)))
        return found if found or not foreign else self._default_text(cls)

    def _default_text(self, cls: ClassDef) -> Texts:
        for name in _DEFAULT_TEXTS:
            found = self._symbols.attribute(cls, name)
            if isinstance(found, Value):
                return self.texts(found.messages, Frame(found.module, found.scope, instance=cls))
        return ()

    def _bind(self, facts: FunctionFacts, givens: tuple[Given, ...], scope: FunctionDef | ClassDef) -> Binding:
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


def _is_parameter(name: str, frame: Frame) -> bool:
    """Whether `name` is an argument of the function at work, and so hides what the module calls so."""
    function = frame.module.functions.get(frame.qualname)
    return function is not None and any(p.name == name for p in function.variants[0].parameters)


def _is_variadic(argument: Argument, binding: Binding) -> bool:
    """Whether `argument` hands on a whole `*args` or `**kwargs` parameter."""
    if argument.name not in ("*", "**") or len(argument.messages) != 1:
        return False
    pieces = argument.messages[0].pieces
    return len(pieces) == 1 and isinstance(pieces[0], Param) and pieces[0].name in binding.variadic


def _arguments(givens: tuple[Given, ...]) -> tuple[Argument, ...]:
    return tuple(given.argument for given in givens)


def _source(piece: Piece) -> str:
    return piece if isinstance(piece, str) else piece.source
