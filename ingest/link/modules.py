"""Names the modules that a pin's paths hold, and finds the module that an import means.

The only place that knows how Python turns paths into module names. It reads no file: where a tree's import roots are
is told from its `__init__.py` files (a package's root is the folder above its topmost one), so that `src` layouts,
several packages in one tree, and packages without `__init__.py` all work.
"""

import sys
from collections.abc import Iterable
from typing import Final, NamedTuple

# Folders that often hold packages and are seldom one: they start no module name where no `__init__.py` says better.
_ROOT_FOLDERS: Final = frozenset({"src", "lib", "source", "python"})


class Found(NamedTuple):
    """The module that a dotted name starts with, and the names that follow it."""

    path: str
    rest: tuple[str, ...]


class Modules:
    """The modules of one pin. `paths` are relative to the source's root."""

    def __init__(self, paths: Iterable[str]) -> None:
        ordered = sorted(paths)
        self._parts = {path: _module_parts(path) for path in ordered}
        self._paths = {"/".join(parts): path for path, parts in self._parts.items()}
        self._packages = {path.rpartition("/")[0] for path in ordered if path.endswith("/__init__.py")}
        self._roots = {path: self._root(path) for path in ordered}
        self._by_name: dict[str, list[str]] = {}
        for path in ordered:
            for name in self._import_names(path):
                self._by_name.setdefault(name, []).append(path)

    def name_of(self, path: str) -> str:
        """The dotted name under which the module is imported, e.g. `pkg.sub.mod`."""
        return ".".join(self._parts[path][self._roots[path] :]) or "__init__"

    def find(self, dotted: str, importer: str) -> Found | None:
        """The longest module name that `dotted` starts with, as `importer` sees it; None = it is not in the pin.

        `dotted` is as imported; each leading dot of a relative import goes up one package.
        """
        name = dotted.lstrip(".")
        parts = tuple(name.split(".")) if name else ()
        if dots := len(dotted) - len(name):
            return self._find_relative(dots, parts, importer)
        return self._find_absolute(parts, importer)

    def absolute(self, dotted: str, importer: str) -> str:
        """`dotted` without leading dots, also where no such module is in the pin (it may be compiled)."""
        name = dotted.lstrip(".")
        if name == dotted:
            return dotted
        folders = self._folder(importer, len(dotted) - len(name))
        return ".".join((*(folders or ())[self._roots[importer] :], name))

    def _find_relative(self, dots: int, parts: tuple[str, ...], importer: str) -> Found | None:
        folder = self._folder(importer, dots)
        return None if folder is None else self._below(folder, parts)

    def _find_absolute(self, parts: tuple[str, ...], importer: str) -> Found | None:
        for length in range(len(parts), 0, -1):
            path = self._nearest(".".join(parts[:length]), importer)
            if path is not None:
                return Found(path, parts[length:])
        is_script = importer.rpartition("/")[0] not in self._packages
        return self._below(self._folder(importer, 1) or (), parts, least=1) if is_script else None

    def _below(self, folder: tuple[str, ...], parts: tuple[str, ...], least: int = 0) -> Found | None:
        for length in range(len(parts), least - 1, -1):
            path = self._paths.get("/".join((*folder, *parts[:length])))
            if path is not None:
                return Found(path, parts[length:])
        return None

    def _nearest(self, name: str, importer: str) -> str | None:
        """Of several modules of that name (more than one root), the one that shares most folders with the importer."""
        candidates = self._by_name.get(name, ())
        if name.partition(".")[0] in sys.stdlib_module_names:
            # A folder deep in the tree that is called like a standard module does not hide that module.
            candidates = [path for path in candidates if self._is_at_top(path)]
        if len(candidates) < 2:
            return candidates[0] if candidates else None
        return max(candidates, key=lambda path: (_shared_folders(importer, path), -len(path)))

    def _folder(self, importer: str, dots: int) -> tuple[str, ...] | None:
        folders = tuple(importer.split("/")[:-1])
        up = dots - 1
        if up > len(folders):
            return None
        return folders[: len(folders) - up]

    def _root(self, path: str) -> int:
        """How many leading folders are no part of the module's name."""
        folders = path.split("/")[:-1]
        for depth in range(1, len(folders) + 1):
            if "/".join(folders[:depth]) in self._packages:
                return depth - 1
        return _leading_root_folders(folders)

    def _import_names(self, path: str) -> Iterable[str]:
        """The canonical name; where no `__init__.py` tells the root, every longer path may be the root too."""
        parts, root = self._parts[path], self._roots[path]
        if not parts:
            return
        yield ".".join(parts[root:])
        in_package = len(parts) > root and "/".join(parts[: root + 1]) in self._packages
        if not in_package:
            yield from (".".join(parts[start:]) for start in range(root + 1, len(parts) - 1))

    def _is_at_top(self, path: str) -> bool:
        return self._roots[path] == _leading_root_folders(path.split("/")[: self._roots[path]])


def _leading_root_folders(folders: list[str]) -> int:
    return next((i for i, folder in enumerate(folders) if folder.lower() not in _ROOT_FOLDERS), len(folders))


def _shared_folders(one: str, other: str) -> int:
    pairs = zip(one.split("/")[:-1], other.split("/")[:-1], strict=False)
    return next((i for i, (a, b) in enumerate(pairs) if a != b), min(one.count("/"), other.count("/")))


def _module_parts(path: str) -> tuple[str, ...]:
    *folders, name = path.split("/")
    stem = name.rpartition(".")[0]
    return tuple(folders) if stem == "__init__" else (*folders, stem)
