"""The files of a Pin -> what they define, derive and call, by name. Pure: asks `read` for bytes when it needs them."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property, lru_cache
from typing import Any, Final, TypeVar

from ingest.explain.changes import statements
from ingest.explain.source import Source
from ingest.explain.tables import Tables
from ingest.explain.trees import Function

_ROOTS: Final = ("", "src", "lib")  # where a project's packages stand
MOST_CALLING: Final = 12  # files
MOST_BRINGING: Final = 60  # files
MOST_SOURCES: Final = 64  # kept at a time

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")
Remembered = dict[Key, tuple[Value, set[str]]]  # with the questions that were asked for it


class Index:
    """Which file defines a class, told by the import that names it, or by there being only one of that name."""

    def __init__(self, read: Callable[[str], bytes | None], tables: Tables | None = None) -> None:
        """`tables` are those of another Index over the same Pin, which need not be made again."""
        self.read, self.tables = read, tables or Tables()
        self._homes: Remembered[str, dict[str, list[tuple[str, str]]]] = {}
        self._source = lru_cache(MOST_SOURCES)(lambda path: _source(path, read))
        self._imported: dict[str, Mapping[str, str]] = {}
        self._asked: set[str] = set()

    def add(self, path: str, content: bytes) -> None:
        """A file of the project's own code."""
        self.tables.add(path, content)

    @contextmanager
    def noting(self) -> Iterator[set[str]]:
        """Gives the questions that were asked meanwhile, however often and by whom they had been asked before."""
        outer, self._asked = self._asked, set()
        try:
            yield self._asked
        finally:
            outer |= self._asked
            self._asked = outer

    def remembered(self, kept: Remembered[Key, Value], key: Key, make: Callable[[], Value]) -> Value:
        """What `make` gave for the key when it was first asked for; what it asked counts each time."""
        if (known := kept.get(key)) is None:
            outer, self._asked = self._asked, set()  # as `noting` does, which takes as long as most that is made
            try:
                known = kept[key] = make(), self._asked
            finally:
                self._asked = outer
        value, asked = known
        self._asked |= asked
        return value

    def answer(self, question: str) -> list[Any]:
        """What decides the answer to a question that `noting` gave, but for the bytes of the files that it names."""
        kind, _, name = question.partition(" ")
        tables: dict[str, Mapping[Any, list[Any]]] = {
            "class": self.tables.classes, "bases": self.tables.derived, "def": self.tables.functions,
            "calls": self.tables.calls, "changes": self.tables.changing,
            "private": self.tables.private,
        }  # fmt: skip
        if kind == "file":
            return [name]
        if kind == "times":
            return [self.tables.times.get(name.encode(), 0)]
        if kind == "mentions":
            return [self.tables.mentioned.get(name.encode(), 0)]
        if kind == "module":
            return [name] if name in self._modules else []
        if kind == "offers":
            return [self.tables.offers(*name.split(" ", 1))]
        if kind == "brings":
            return sorted(self.tables.brought.get(name.encode(), []))
        if kind == "paths":
            return self._by_stem.get(name, [])
        # Sorted: of two bases on one line, sets give now the one and now the other first.
        found = sorted(tables[kind].get(name.encode() if kind in ("def", "calls", "changes", "private") else name, []))
        return found if kind != "calls" or len(found) <= MOST_CALLING else []

    def is_own(self, module: str) -> bool:
        """Whether the Pin's own code may be what is imported by this name, which has no dots."""
        self._asked.add(f"module {module}")
        return module in self._modules

    def module(self, name: str, asker: str) -> Source | None:
        """The file that the file `asker` imports as the module `name`, if there is one alone."""
        stem = module_paths(asker, name)[0].rpartition("/")[2].removesuffix(".py")
        found = [path for path in self._named(stem) if self.is_module(path, name, asker)]
        return self.source(found[0]) if len(found) == 1 else None

    def is_module(self, path: str, name: str, asker: str) -> bool:
        """Whether a file is the one that the file `asker` imports as the module `name`, as far as paths tell."""
        wanted = module_paths(asker, name)
        if name.startswith("."):
            return f"/{path}" in wanted
        ending = next((item for item in wanted if f"/{path}".endswith(item)), None)
        return ending is not None and self._is_root(path[: -len(ending)], name.partition(".")[0])

    def _is_root(self, folder: str, module: str) -> bool:
        """Whether what stands in a folder is imported by its own name: not what stands in a package.

        What Python's own library has, it has wherever the program is started but there.
        """
        if module in sys.stdlib_module_names:
            return folder in _ROOTS
        stem = folder.rpartition("/")[2]
        return not folder or f"{folder}/__init__.py" not in self._named(stem)

    def _named(self, stem: str) -> list[str]:
        """The files that an import calls so last."""
        self._asked.add(f"paths {stem}")
        return self._by_stem.get(stem, [])

    @cached_property
    def _by_stem(self) -> dict[str, list[str]]:
        """The files by what an import calls them last."""
        found: dict[str, list[str]] = {}
        for path in sorted(self.tables.paths):
            found.setdefault(path.removesuffix("/__init__.py").removesuffix(".py").rpartition("/")[2], []).append(path)
        return found

    @cached_property
    def _modules(self) -> frozenset[str]:
        """What does not stand in a package of the Pin: top packages and modules, and the folders around them."""
        packages = {path.removesuffix("/__init__.py") for path in self.tables.paths if path.endswith("/__init__.py")}
        found: set[str] = set()
        for path in self.tables.paths:
            parts = path.removesuffix(".py").split("/")
            inside = (at for at in range(1, len(parts)) if "/".join(parts[:at]) in packages)
            found.update(parts[: next(inside, len(parts))])
        return frozenset(found)

    def source(self, path: str) -> Source | None:
        """A file of the Pin."""
        self._asked.add(f"file {path}")
        return self._source(path)

    def find(self, name: str, asker: Source) -> tuple[Source, ast.ClassDef] | None:
        """The class that `name` is in the file `asker`: its own, or one that it imports by that name."""
        if node := asker.class_named(name):
            return asker, node
        path = self.remembered(asker.homes, name, lambda: self._class_home(name, asker.path))
        source = self.source(path) if path else None
        node = source.class_named(name) if source else None
        return (source, node) if source and node else None

    def _class_home(self, name: str, asker: str) -> str:
        self._asked.add(f"class {name}")
        return self._home(name, self.tables.classes.get(name, []), asker)

    def function(self, name: str, asker: Source) -> tuple[Source, Function] | None:
        """The module's function that `name` is in the file `asker`, likewise."""
        if node := asker.module_function(name):
            return asker, node
        self._asked.add(f"def {name}")
        path = self._home(name, self.tables.functions.get(name.encode(), []), asker.path)
        source = self.source(path) if path else None
        node = source.module_function(name) if source else None
        return (source, node) if source and node else None

    def _home(self, name: str, paths: list[str], asker: str) -> str:
        """The file among `paths` that the file `asker` imports `name` from; "" if there is none."""
        module = self._imports(asker).get(name)
        if module is None or not paths:
            return ""
        named = [path for path in paths if self.is_module(path, module, asker)]
        # A package hands on what its modules define, so one that is alone under its name may stand anywhere.
        chosen = named or (paths if self._is_ours(module) else [])
        return chosen[0] if len(chosen) == 1 else ""

    def _imports(self, path: str) -> Mapping[str, str]:
        """As `Source.imported`, kept when the file is not: of a class that many derive from, all those are asked."""
        if path not in self._imported:
            source = self.source(path)
            self._imported[path] = source.imported if source else {}
        self._asked.add(f"file {path}")
        return self._imported[path]

    def _is_ours(self, module: str) -> bool:
        """Whether a package of the Pin may be what is imported by this name."""
        head = module.partition(".")[0]
        if head in sys.stdlib_module_names:
            stands = (f"{root}/{head}".lstrip("/") for root in _ROOTS)
            known = self._named(head)
            return any(f"{at}.py" in known or f"{at}/__init__.py" in known for at in stands)
        return not head or self.is_own(head)

    def derived(self, name: str, home: str) -> list[tuple[str, str]]:
        """The classes that name the class `name` of the file `home` as a base: file and class, by path."""
        return self.remembered(self._homes, name, lambda: self._by_home(name)).get(home, [])

    def _by_home(self, name: str) -> dict[str, list[tuple[str, str]]]:
        """Classes with a base of this name, by the file that defines that base: a name may be that of many classes."""
        self._asked.add(f"bases {name}")
        found: dict[str, list[tuple[str, str]]] = {}
        for path, derived in sorted(set(self.tables.derived.get(name, ()))):
            if home := self._base_home(name, path):
                found.setdefault(home, []).append((path, derived))
        return found

    def _base_home(self, name: str, path: str) -> str:
        """The file of the class that `find` finds in the file `path`, which is read again only if it may have it."""
        if path in self.tables.classes.get(name, ()) or not name.isascii():
            source = self.source(path)
            found = self.find(name, source) if source else None
            return found[0].path if found else ""
        home = self._class_home(name, path)
        source = self.source(home) if home else None
        return home if source and source.class_named(name) else ""

    def is_changed_elsewhere(self, name: str, home: Source, owner: str = "") -> bool:
        """Whether another file changes the collection `name` of the file `home`, or of its class `owner`.

        So as well, if there are too many that change something of this name to look at them.
        """
        self._asked.add(f"changes {name}")
        paths = [path for path in self.tables.changing.get(name.encode(), []) if path != home.path]
        return len(paths) > MOST_CALLING or any(self._changes(path, name, home, owner) for path in paths)

    def _changes(self, path: str, name: str, home: Source, owner: str) -> bool:
        source = self.source(path)
        changed = statements(source.text.encode()) if source else set()
        places = {whole.decode().rpartition(".")[0] for whole in changed if whole.split(b".")[-1] == name.encode()}
        if source is None or (owner and places.intersection({owner})):
            return source is not None
        module = source.imported.get(name)
        if "" in places and module is not None and not owner:
            found = self.module(module, source.path)
            return self._is_ours(module) if found is None else found.path == home.path or not found.constant(name)
        stem = home.path.removesuffix("/__init__.py").removesuffix(".py").rpartition("/")[2]
        known = {known_as for known_as, full in source.origins.items() if full.rpartition(".")[2] == stem} | {stem}
        return not owner and any(place.rpartition(".")[2] in known for place in places if place)

    def calling(self, name: str) -> list[str]:
        """The files in which something of this name is called, which begins with an underscore; none if too many."""
        self._asked.add(f"calls {name}")
        found: list[str] = self.answer(f"calls {name}")
        return found

    def bringing(self, name: str, home: str) -> list[str]:
        """The files that import something of this name, but for the file `home`; none if too many."""
        self._asked.add(f"brings {name}")
        found = [path for path in self.tables.brought.get(name.encode(), []) if path != home]
        return sorted(found) if len(found) <= MOST_BRINGING else []

    def offers(self, name: str, path: str) -> bool | None:
        """As Tables.offers."""
        self._asked.add(f"offers {name} {path}")
        return self.tables.offers(name, path)

    def defined(self, name: str) -> int:
        """In how many places something of this name is defined, which begins with an underscore."""
        self._asked.add(f"private {name}")
        return len(self.tables.private.get(name.encode(), ()))

    def called(self, name: str) -> int:
        """In how many places it is called."""
        self._asked.add(f"times {name}")
        return self.tables.times.get(name.encode(), 0) - self.defined(name)

    def mentioned(self, name: str) -> int:
        """How often it stands anywhere, be it in a text, but where it is defined."""
        self._asked.add(f"mentions {name}")
        return self.tables.mentioned.get(name.encode(), 0) - self.defined(name)


def module_paths(asker: str, module: str) -> tuple[str, str]:
    """How the path of a module ends that the file `asker` imports as `module` (`.a`, `..a.b`, `a.b`)."""
    parts = module.lstrip(".").split(".")
    level = len(module) - len(module.lstrip("."))
    if level:
        parts = [*asker.split("/")[:-level], *filter(None, parts)]
    stem = "/" + "/".join(parts)
    return f"{stem}.py", f"{stem}/__init__.py"


def _source(path: str, read: Callable[[str], bytes | None]) -> Source | None:
    content = read(path)
    return None if content is None else Source(path, content)
