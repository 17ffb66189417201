"""PURE: a file's path as a site records it and as a traceback shows it, made comparable."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from typing import Final

# Folders that hold packages without being part of their names. The last one in a path counts.
_PACKAGE_ROOTS = frozenset({"site-packages", "dist-packages", "src", "lib", "python"})
# What holds a package as a whole, in a folder for installed ones or anywhere else.
_ARCHIVES = (".egg", ".whl", ".pex")
_INSTALLED = frozenset({"site-packages", "dist-packages"})
# What lies right below them comes with Python: a folder, an archive, or a folder of PyPy's.
_STANDARD: Final = re.compile(r"(?:(?:python|pypy)\d\.\d{1,2}t?|python\d{2,3}\.zip|lib_pypy)", re.IGNORECASE)
_PYTHONS_HOME: Final = re.compile(r"(?:c?python|pypy)", re.IGNORECASE)
_DRIVE: Final = re.compile(r"[A-Za-z]:")
_MODULES: Final = frozenset(name.lower() for name in sys.stdlib_module_names)


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


def standard_part(parts: Sequence[str]) -> str:
    """What names a file's package or module in Python's standard library (`json`, `random.py`); "" for any other file.

    On Windows no folder tells a version (`C:\\conda\\Lib\\json`), so what the part is called decides;
    elsewhere a `lib` is a project's own unless it lies in a folder named after Python.
    """
    if not _INSTALLED.isdisjoint(parts[:-1]):
        return ""
    return next((parts[at] for at in range(len(parts) - 1, 0, -1) if _is_library(parts[:at], parts[at])), "")


def _is_library(above: Sequence[str], name: str) -> bool:
    """Do these folders hold Python's standard library, of which `name` is a part?"""
    if _STANDARD.fullmatch(above[-1]) or above[-2:-1] == ("lib-python",):
        return True
    if above[-1].lower() != "lib" or name.lower().partition(".")[0] not in _MODULES:
        return False
    return _DRIVE.fullmatch(above[0]) is not None or _PYTHONS_HOME.match("".join(above[-2:-1])) is not None


def common_suffix(one: Sequence[str], other: Sequence[str]) -> int:
    """How many parts two paths share, counted from the file's name."""
    count = 0
    for a, b in zip(reversed(one), reversed(other), strict=False):
        if a != b:
            break
        count += 1
    return count
