"""Finds what a dotted name means, over all files of a pin.

Lookups follow Python: the scopes around the name, the module, its imports (also through other modules that only pass a
name on), star imports, then Python's own exceptions; attributes of classes along their MRO. Each answer is kept, so
the work grows with the number of different names; circles give None.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from ingest.extract.sites import Ref
from ingest.link.definitions import (
    Base,
    Builtin,
    ClassDef,
    Definition,
    External,
    Module,
    Table,
    Value,
    builtin,
    prefixes,
)
from ingest.link.linearize import linearized
from ingest.link.modules import Modules

# Names of names (`A = B`, `B = C`, …) followed before giving up.
_MAX_ALIASES = 8
# Modules that pass a name on, or bases of bases, gone through before giving up; below Python's own recursion limit.
_MAX_DEPTH = 60
# Bases of one class, and look-ups through star imports in the whole pin; hostile code has more.
_MAX_DIRECT_BASES = 16
_MAX_STARRED = 300_000
_SELF = ("self", "cls", "type(self)")


class Symbols:
    """The names of the pin whose `modules` these are, by path."""

    def __init__(self, modules: dict[str, Module], paths: Modules) -> None:
        self._modules = modules
        self._paths = paths
        self._members: dict[tuple[Module, str], Definition | None] = {}
        self._mros: dict[ClassDef, tuple[Base, ...]] = {}
        self._bases: dict[ClassDef, tuple[str, ...]] = {}
        self._meant: dict[tuple[Module, str, str, ClassDef | None], Definition | None] = {}
        # Attributes of exceptions that may hold something else than what these were built with.
        self.amended = frozenset(name for module in modules.values() for name in module.facts.amended)
        self._depth = 0
        self._starred_so_far = 0

    def meaning(self, module: Module, scope: str, dotted: str, instance: ClassDef | None) -> Definition | None:
        """What `dotted` means in the end, through names of names: `resolve`, then `followed`. A statement asks this of
        its exception several times.
        """
        if self._depth:  # in the middle of an answer: what a circle sees is not to be kept
            return self.followed(self.resolve(module, scope, dotted, instance))
        key = (module, scope, dotted, instance)
        if key not in self._meant:
            self._meant[key] = self.followed(self.resolve(module, scope, dotted, instance))
        return self._meant[key]

    def resolve(self, module: Module, scope: str, dotted: str, instance: ClassDef | None = None) -> Definition | None:
        """What `dotted` means to code in the function or class `scope`; `instance` is the class of `self`, if known.

        `Class()`, an instance, means its class.
        """
        first, *rest = dotted.replace("self.__class__", "self").split(".")
        if first in _SELF or first == "super()":
            return self._of_self(module, scope, first, rest, instance)
        found = self._in_scope(module, scope, first.removesuffix("()"))
        return self._path(found, rest)

    def followed(self, found: Definition | None) -> Definition | None:
        """What `found` is another name of (`Err = errors.ParseError`), or `found` itself."""
        for _ in range(_MAX_ALIASES):
            target = _alias(found)
            if target is None or not isinstance(found, Value):
                return found
            meant = self.resolve(found.module, found.scope, target)
            if meant is None:
                return found
            found = meant
        return None

    def is_outside(self, found: External, module: Module) -> bool:
        """Is it of a package that is not in the pin at all, as `module` sees it? Else no text of it was recorded."""
        return self._paths.find(found.qualified.partition(".")[0], module.path) is None

    def mro(self, cls: ClassDef) -> tuple[Base, ...]:
        """`cls` and its bases as Python orders them, over the pin and then Python's own classes."""
        if cls not in self._mros:
            self._mros[cls] = (cls,)  # what a circle sees
            with self._deeper() as is_within:
                if is_within:
                    names = cls.facts.bases[:_MAX_DIRECT_BASES]
                    bases = [base for name in names if (base := self._base(cls, name)) is not None]
                    self._mros[cls] = linearized(cls, [(base, self._mro_of(base)) for base in bases])
        return self._mros[cls]

    def bases(self, cls: ClassDef) -> tuple[str, ...]:
        """The qualified names of its bases, each once, nearest first."""
        if cls not in self._bases:
            self._bases[cls] = tuple(dict.fromkeys(base.qualified for base in self.mro(cls)[1:]))
        return self._bases[cls]

    def attribute(self, cls: ClassDef, name: str, after: ClassDef | None = None) -> Definition | None:
        """The class attribute `name`: a text, table, method or nested class. `after`: as `super()` in there sees it."""
        mro = self.mro(cls)
        start = mro.index(after) + 1 if after in mro else 0
        for base in mro[start:]:
            if isinstance(base, ClassDef) and (found := own_attribute(base, name)) is not None:
                return found
        return None

    def _of_self(
        self, module: Module, scope: str, first: str, rest: list[str], instance: ClassDef | None
    ) -> Definition | None:
        owner = module.owner(scope)
        cls = instance or owner
        if cls is None or len(rest) == 0:
            return cls if first != "super()" else None
        after = owner if first == "super()" else None
        return self._path(self.attribute(cls, rest[0], after), rest[1:])

    def _in_scope(self, module: Module, scope: str, name: str) -> Definition | None:
        for prefix in (scope, *prefixes(scope)):
            # A class body is no scope to its methods, so only what functions hold is looked at.
            local = f"{prefix}.<locals>.{name}"
            if found := module.classes.get(local) or module.functions.get(local):
                return found
        return self._member(module, name) or builtin(name)

    def _path(self, found: Definition | None, names: list[str]) -> Definition | None:
        for written in names:
            name, found = written.removesuffix("()"), self.followed(found)
            if isinstance(found, Module):
                found = self._member(found, name) or self._submodule(found, name)
            elif isinstance(found, ClassDef):
                found = self.attribute(found, name)
            elif isinstance(found, External):
                found = External(f"{found.qualified}.{name}")
            else:
                return None
        return found

    def _member(self, module: Module, name: str) -> Definition | None:
        key = (module, name)
        if key not in self._members:
            self._members[key] = None  # what a circle sees
            with self._deeper() as is_within:
                if is_within:
                    self._members[key] = (
                        _defined(module, name) or self._imported(module, name) or self._starred(module, name)
                    )
        return self._members[key]

    @contextmanager
    def _deeper(self) -> Iterator[bool]:
        self._depth += 1
        try:
            yield self._depth <= _MAX_DEPTH
        finally:
            self._depth -= 1

    def _imported(self, module: Module, name: str) -> Definition | None:
        dotted = module.facts.imports.get(name)
        if dotted is None:
            return None
        parent, _, last = dotted.rpartition(".")
        dots = len(dotted) - len(dotted.lstrip("."))
        if dots and len(parent) < dots:
            parent = "." * dots
        return self._imported_name(module, parent, last, dotted)

    def _imported_name(self, module: Module, parent: str, last: str, dotted: str) -> Definition | None:
        """`last` of the module `parent`. What a package itself binds to a name hides its submodule of that name."""
        holder = self._paths.find(parent, module.path) if parent else None
        if holder is not None and not holder.rest:
            target = self._modules[holder.path]
            found = self._member(target, last) if target is not module else None
            if found is not None and not isinstance(found, Module):
                return found
        whole = self._paths.find(dotted, module.path)
        found = self._path(self._modules[whole.path], list(whole.rest)) if whole is not None else None
        # What is compiled, or made at work, still has the name by which it is imported.
        return found or External(self._paths.absolute(dotted, module.path))

    def _starred(self, module: Module, name: str) -> Definition | None:
        for dotted in module.facts.star_imports:
            self._starred_so_far += 1
            if self._starred_so_far > _MAX_STARRED:
                return None
            found = self._paths.find(dotted, module.path)
            if found is not None and not found.rest:
                member = self._member(self._modules[found.path], name)
                if member is not None:
                    return member
        return None

    def _submodule(self, package: Module, name: str) -> Module | None:
        found = self._paths.find(f".{name}", package.path) if package.path.endswith("__init__.py") else None
        return self._modules[found.path] if found is not None and not found.rest else None

    def _base(self, cls: ClassDef, name: str) -> Base | None:
        found = self.followed(self.resolve(cls.module, cls.facts.qualname, name))
        if isinstance(found, ClassDef | Builtin | External):
            return found if found is not cls else None
        return External(name) if found is None and name != "object" else None

    def _mro_of(self, base: Base) -> tuple[Base, ...]:
        if isinstance(base, ClassDef):
            return self.mro(base)
        return (base, *base.bases) if isinstance(base, Builtin) else (base,)


def _defined(module: Module, name: str) -> Definition | None:
    facts = module.facts
    if name in facts.constants:
        return module.classes.get(name) or Value(module, "<module>", facts.constants[name])
    if name in facts.tables:
        return Table(module, "<module>", facts.tables[name])
    return module.classes.get(name) or module.functions.get(name)


def own_attribute(cls: ClassDef, name: str) -> Definition | None:
    """What the class itself, not a base, holds under `name`."""
    facts, scope = cls.facts, cls.facts.qualname
    if name in facts.constants:
        return Value(cls.module, scope, facts.constants[name])
    if name in facts.tables:
        return Table(cls.module, scope, facts.tables[name])
    inner = f"{scope}.{name}"
    return cls.module.functions.get(inner) or cls.module.classes.get(inner)


def _alias(found: Definition | None) -> str | None:
    """The name that a constant is only another name of."""
    if not isinstance(found, Value):
        return None
    for message in found.messages:
        if len(message.pieces) == 1 and isinstance(piece := message.pieces[0], Ref) and piece.how == "value":
            return piece.target
    return None
