"""What a name of a pin can stand for. Plain values; `symbols` finds them.

Each is made once for its pin, so identity is equality.
"""

import builtins
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from ingest.extract.facts import ClassFacts, FunctionFacts, SourceFacts
from ingest.extract.sites import Message


@dataclass(eq=False, slots=True)
class Module:
    """A file of the pin; `name` is dotted."""

    path: str
    name: str
    facts: SourceFacts
    classes: dict[str, "ClassDef"] = field(init=False)
    functions: dict[str, "FunctionDef"] = field(init=False)
    _arguments: dict[str, frozenset[str]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        self.classes = {facts.qualname: ClassDef(self, facts) for facts in self.facts.classes}
        variants: dict[str, list[FunctionFacts]] = {}
        for facts in self.facts.functions:
            variants.setdefault(facts.qualname, []).append(facts)
        self.functions = {name: FunctionDef(self, name, tuple(found)) for name, found in variants.items()}

    def arguments(self, qualname: str) -> frozenset[str]:
        """The parameters of the function `qualname` and of those around it: they hide what the module calls so."""
        if qualname not in self._arguments:
            around = (self.functions.get(scope) for scope in (qualname, *prefixes(qualname)))
            names = (p.name for function in around if function for p in function.variants[0].parameters)
            self._arguments[qualname] = frozenset(names)
        return self._arguments[qualname]

    def owner(self, qualname: str) -> "ClassDef | None":
        """The innermost class around the function or class `qualname`: what its `self` is an instance of."""
        for prefix in prefixes(qualname):
            if prefix in self.classes:
                return self.classes[prefix]
        return None


@dataclass(eq=False, slots=True)
class ClassDef:
    module: Module
    facts: ClassFacts

    @property
    def qualified(self) -> str:
        return f"{self.module.name}.{self.facts.qualname}"


@dataclass(eq=False, slots=True)
class FunctionDef:
    """A function or method; `variants` are what its branches return, one for each exception class."""

    module: Module
    qualname: str
    variants: tuple[FunctionFacts, ...]


@dataclass(eq=False, slots=True)
class Value:
    """A constant or attribute with its possible texts, which are written in the scope `scope` of `module`."""

    module: Module
    scope: str
    messages: tuple[Message, ...]


@dataclass(eq=False, slots=True)
class Table:
    """A dict of texts, which are written in the scope `scope` of `module`."""

    module: Module
    scope: str
    rows: dict[str, tuple[Message, ...]]


@dataclass(frozen=True, slots=True)
class Builtin:
    """An exception class of Python itself."""

    name: str

    @property
    def qualified(self) -> str:
        return f"builtins.{self.name}"

    @property
    def bases(self) -> tuple["Builtin", ...]:
        """Nearest first, up to BaseException."""
        return tuple(Builtin(base.__name__) for base in _EXCEPTIONS[self.name].__mro__[1:-1])

    @property
    def has_own_text(self) -> bool:
        """Whether its `str()` is not that of every exception: KeyError's, OSError's and a few more."""
        return "__str__" in vars(_EXCEPTIONS[self.name])


@dataclass(frozen=True, slots=True)
class External:
    """Something that is imported from outside the pin, or a base class that can't be found; dotted as imported."""

    qualified: str

    @property
    def is_class(self) -> bool:
        """As far as its name tells: old modules have classes like `socket.timeout`; one with `_` is a function."""
        return reads_like_a_class(self.qualified) or "_" not in self.qualified.rpartition(".")[2]


Definition = Module | ClassDef | FunctionDef | Value | Table | Builtin | External
Base = ClassDef | Builtin | External

_EXCEPTIONS: Final[dict[str, type[BaseException]]] = {
    name: found
    for name, found in vars(builtins).items()
    if isinstance(found, type) and issubclass(found, BaseException)
}


def builtin(name: str) -> Builtin | None:
    """Python's exception class of that name; an alias (IOError) gives the class that it stands for (OSError)."""
    found = _EXCEPTIONS.get(name)
    return None if found is None else Builtin(found.__name__)


def reads_like_a_class(dotted: str) -> bool:
    """By how classes are named in Python: the last part starts with an upper-case letter."""
    return dotted.rpartition(".")[2].lstrip("_")[:1].isupper()


def prefixes(qualname: str) -> Iterable[str]:
    """The qualified names of the scopes around `qualname`, innermost first, without itself and `<locals>`."""
    outer = qualname.rpartition(".")[0]
    while outer:
        if not outer.endswith("<locals>"):
            yield outer
        outer = outer.rpartition(".")[0]
