"""PURE: a file's path as a site records it and as a traceback shows it, made comparable."""

from __future__ import annotations

from collections.abc import Sequence

# Folders that hold packages without being part of their names. The last one in a path counts.
_PACKAGE_ROOTS = frozenset({"site-packages", "dist-packages", "src", "lib", "python"})
# What holds a package as a whole, in a folder for installed ones or anywhere else.
_ARCHIVES = (".egg", ".whl", ".pex")
_INSTALLED = frozenset({"site-packages", "dist-packages"})


def path_parts(path: str) -> tuple[str, ...]:
    """The parts that name a file in its package: `C:\\env\\site-packages\\a\\b.pyc` -> ("a", "b.py")."""
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    if parts and parts[-1].endswith((".pyc", ".pyo")):
        parts[-1] = parts[-1][:-1]
    for index in range(len(parts) - 2, -1, -1):
        if parts[index] in _INSTALLED or (parts[index].endswith(_ARCHIVES) and index):
            return tuple(parts[index + 1 :])
    while len(parts) > 1 and parts[0] in _PACKAGE_ROOTS:
        parts = parts[1:]
    return tuple(parts)


def is_installed(path: str) -> bool:
    """Does the file lie below a folder for installed packages, so that its parts are all of its name?"""
    return not _INSTALLED.isdisjoint(path.replace("\\", "/").split("/")[:-1])


def common_suffix(one: Sequence[str], other: Sequence[str]) -> int:
    """How many parts two paths share, counted from the file's name."""
    count = 0
    for a, b in zip(reversed(one), reversed(other), strict=False):
        if a != b:
            break
        count += 1
    return count
