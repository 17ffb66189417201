"""A name in a function of a file -> what it is outside of the Pin: of a module that is imported, or a builtin. Pure."""

from __future__ import annotations

import ast
import builtins
import re
from typing import Final

from ingest.explain.imports import STAR
from ingest.explain.index import Index
from ingest.explain.scope import Scope
from ingest.explain.source import Source

_NONE: Final = re.compile(r"[^=]*=[ \t]*None\b")


def origin(name: str, scope: Scope | None, source: Source, index: Index) -> str:
    """In full, as in `numpy` and `builtins.OSError`; "" unless the file says it plainly, or if it is the Pin's own."""
    if _is_bound(name, scope) or _is_defined(name, source):
        return ""
    found = source.origins.get(name)
    if found is None:
        return f"builtins.{name}" if hasattr(builtins, name) and STAR not in source.origins else ""
    return "" if not found or index.is_own(found.partition(".")[0]) else found


def _is_bound(name: str, scope: Scope | None) -> bool:
    """Whether the function binds it, and not by an import alone."""
    if scope is None or not scope.is_local(name):
        return False
    bound = scope.bound(name)
    return not bound or not all(isinstance(at, ast.Import | ast.ImportFrom) for at, _ in bound)


def _is_defined(name: str, source: Source) -> bool:
    """Whether the file gives it another meaning; None is what it has where the import failed."""
    if any(source.outline.named(kind, name) for kind in ("class", "def")):
        return True
    return not all(_NONE.match(source.lines[line - 1]) for line in source.assigned.get(name, ()))
