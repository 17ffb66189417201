"""Classes of a Pin by name, over its files. Pure: asks `read` for a file's bytes when it is needed."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from functools import lru_cache

from ingest.explain.source import Source, Unreadable

_CLASS = re.compile(rb"^class[ \t]+(\w+)", re.MULTILINE)
MOST_SOURCES = 64  # kept parsed at a time


class Classes:
    """Which file defines a class, told by the import that names it, or by there being only one of that name."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        self._paths: dict[str, list[str]] = {}
        self.source = lru_cache(MOST_SOURCES)(lambda path: _source(path, read))

    def add(self, path: str, content: bytes) -> None:
        for name in {match.decode() for match in _CLASS.findall(content)}:
            self._paths.setdefault(name, []).append(path)

    def find(self, name: str, asker: Source) -> tuple[Source, ast.ClassDef] | None:
        """The class that `name` is in the file `asker`: its own, or one that it imports by that name."""
        if node := asker.classes.get(name):
            return asker, node
        module = asker.imported.get(name)
        paths = self._paths.get(name, [])
        if module is None or not paths:
            return None
        wanted = module_paths(asker.path, module)
        named = [path for path in paths if f"/{path}".endswith(wanted)]
        # A package hands on what its modules define, so one that is alone under its name may stand anywhere.
        chosen = named or paths
        source = self.source(chosen[0]) if len(chosen) == 1 else None
        node = source.classes.get(name) if source else None
        return (source, node) if source and node else None


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
    try:
        return None if content is None else Source(path, content)
    except Unreadable:
        return None
