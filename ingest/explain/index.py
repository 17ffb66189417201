"""The files of a Pin -> what they define, derive and call, by name. Pure: asks `read` for bytes when it needs them."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import lru_cache
from typing import Final

from ingest.explain.source import Function, Source

# Each begins with what is searched for fast: a line's break, or one character.
_CLASS: Final = re.compile(rb"\nclass[ \t]+(\w+)(?:[ \t]*\(([^)]*)\))?")
_FUNCTION: Final = re.compile(rb"\n(?:async[ \t]+)?def[ \t]+(\w+)")
_PRIVATE_CALL: Final = re.compile(rb"_(?<!\w_)\w+(?=\()")
_NAME: Final = re.compile(r"\w+")
MOST_SOURCES: Final = 64  # kept at a time


class Index:
    """Which file defines a class, told by the import that names it, or by there being only one of that name."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        self._paths: dict[str, list[str]] = {}
        self._derived: dict[str, list[tuple[str, str]]] = {}
        self._homes: dict[str, dict[str, list[tuple[str, str]]]] = {}
        self._calls: dict[bytes, list[str]] = {}
        self._functions: dict[bytes, list[str]] = {}
        self.source = lru_cache(MOST_SOURCES)(lambda path: _source(path, read))

    def add(self, path: str, content: bytes) -> None:
        """A file of the project's own code."""
        content = b"\n" + content
        for name, bases in set(_CLASS.findall(content)):
            self._paths.setdefault(name.decode(), []).append(path)
            for base in bases.decode("utf-8", "replace").split(","):
                if names := _NAME.findall(base.partition("[")[0]):
                    self._derived.setdefault(names[-1], []).append((path, name.decode()))
        for name in set(_FUNCTION.findall(content)):
            self._functions.setdefault(name, []).append(path)
        for name in set(_PRIVATE_CALL.findall(content)):
            self._calls.setdefault(name, []).append(path)

    def find(self, name: str, asker: Source) -> tuple[Source, ast.ClassDef] | None:
        """The class that `name` is in the file `asker`: its own, or one that it imports by that name."""
        if node := asker.class_named(name):
            return asker, node
        source = self._home(name, self._paths.get(name, []), asker)
        node = source.class_named(name) if source else None
        return (source, node) if source and node else None

    def function(self, name: str, asker: Source) -> tuple[Source, Function] | None:
        """The module's function that `name` is in the file `asker`, likewise."""
        if node := asker.module_function(name):
            return asker, node
        source = self._home(name, self._functions.get(name.encode(), []), asker)
        node = source.module_function(name) if source else None
        return (source, node) if source and node else None

    def _home(self, name: str, paths: list[str], asker: Source) -> Source | None:
        """The file among `paths` that `asker` imports `name` from."""
        module = asker.imported.get(name)
        if module is None or not paths:
            return None
        wanted = module_paths(asker.path, module)
        named = [path for path in paths if f"/{path}".endswith(wanted)]
        # A package hands on what its modules define, so one that is alone under its name may stand anywhere.
        chosen = named or paths
        return self.source(chosen[0]) if len(chosen) == 1 else None

    def derived(self, name: str, home: str) -> list[tuple[str, str]]:
        """The classes that name the class `name` of the file `home` as a base: file and class, by path."""
        if name not in self._homes:
            self._homes[name] = self._by_home(name)
        return self._homes[name].get(home, [])

    def _by_home(self, name: str) -> dict[str, list[tuple[str, str]]]:
        """Classes with a base of this name, by the file that defines that base: a name may be that of many classes."""
        found: dict[str, list[tuple[str, str]]] = {}
        for path, derived in sorted(set(self._derived.get(name, ()))):
            source = self.source(path)
            if source and (at := self.find(name, source)):
                found.setdefault(at[0].path, []).append((path, derived))
        return found

    def calling(self, name: str) -> list[str]:
        """The files in which something of this name is called, which begins with an underscore."""
        return self._calls.get(name.encode(), [])


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
