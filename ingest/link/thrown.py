"""Which exception a statement throws: its class, where that is defined, and its bases."""

from typing import NamedTuple

from ingest.extract.sites import Argument, Kind
from ingest.link.definitions import Base, Builtin, ClassDef, Definition, External, FunctionDef, reads_like_a_class
from ingest.link.frames import Frame, lone_ref
from ingest.link.symbols import Symbols
from ingest.link.wordings import Wordings

# Helpers that call helpers to build an exception.
_MAX_DEPTH = 5


class Thrown(NamedTuple):
    """An exception class: its own name, `module.Class`, and its bases, nearest first. Empty = not known."""

    exc_type: str = ""
    exc_qualified: str = ""
    bases: tuple[str, ...] = ()


def thrown(dotted: str, args: tuple[Argument, ...], frame: Frame, wordings: Wordings) -> Thrown:
    """What `raise dotted(args)` in `frame` throws."""
    found = _classes(dotted, args, frame, wordings, _MAX_DEPTH) or handed_classes(dotted, args, frame, wordings)
    if not found:
        name = dotted.rpartition(".")[2]
        return Thrown(name) if reads_like_a_class(name) else Thrown()
    facts = [_described(cls, wordings.symbols) for cls in found]
    return facts[0] if len({fact.exc_qualified for fact in facts}) == 1 else Thrown()


def handed_classes(dotted: str, args: tuple[Argument, ...], frame: Frame, wordings: Wordings) -> list[Base]:
    """The exception class that a call is given first, `raise self.wrong(BadSign, sign)`: where nothing more is known of
    what is called, it builds that one. [] where there is none, or more than one: one behind a key is what a look-up
    falls back to."""
    if not dotted or not args or reads_like_a_class(dotted):
        return []
    first, *others = (_exception(arg, frame, wordings) for arg in args)
    return [first] if first is not None and not any(others) else []


def _exception(arg: Argument, frame: Frame, wordings: Wordings) -> ClassDef | Builtin | None:
    ref = lone_ref(arg.messages)
    if ref is None or ref.how != "value" or not reads_like_a_class(ref.target):
        return None
    cls = wordings.meaning(ref.target, frame)
    return cls if isinstance(cls, ClassDef | Builtin) and _is_exception(cls, wordings.symbols) else None


def _is_exception(cls: ClassDef | Builtin, symbols: Symbols) -> bool:
    lineage = symbols.mro(cls) if isinstance(cls, ClassDef) else [cls, *cls.bases]
    return any(base.qualified == "builtins.BaseException" for base in lineage)


def kind_of(kind: Kind, fact: Thrown) -> Kind:
    """An error that is found to end the program, or an HTTP request, is called so."""
    family = {fact.exc_qualified, *fact.bases}
    if kind != "error":
        return kind
    if "builtins.SystemExit" in family:
        return "exit"
    return "abort" if any(name.rpartition(".")[2] == "HTTPException" for name in family) else "error"


def _classes(dotted: str, args: tuple[Argument, ...], frame: Frame, wordings: Wordings, depth: int) -> list[Base]:
    found: Definition | None = wordings.meaning(dotted, frame) if dotted and depth else None
    if isinstance(found, FunctionDef):
        calls = wordings.call_frames(found, dotted, wordings.given(args, frame), frame)
        return [cls for variant, inner in calls for cls in _classes(variant.exc, (), inner, wordings, depth - 1)]
    if isinstance(found, External):
        return [found] if found.is_class else []
    return [found] if isinstance(found, ClassDef | Builtin) else []


def _described(cls: Base, symbols: Symbols) -> Thrown:
    if isinstance(cls, ClassDef):
        return Thrown(cls.facts.qualname.rpartition(".")[2], cls.qualified, symbols.bases(cls))
    return described(cls)


def described(cls: Builtin | External) -> Thrown:
    """A class that the pin does not define."""
    bases = tuple(base.qualified for base in cls.bases) if isinstance(cls, Builtin) else ()
    return Thrown(cls.qualified.rpartition(".")[2], cls.qualified, bases)
