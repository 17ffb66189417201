"""A function of a module -> whether the Pin keeps it to itself, though its name is that of one for users. Pure.

Where packages tell which names they offer, a function that none of them offers and that other modules of the Pin import
is there for them: users come to it by what calls it.
"""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.fields import name_of
from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.explain.trees import Function

# What leaves a function to be called as it is written; any other may hand it on to who calls it.
_PLAIN: Final = frozenset({"cache", "cached_property", "contextmanager", "lru_cache", "overload", "wraps"})


def is_kept(source: Source, owner: str, name: str, index: Index) -> bool:
    """Nothing is kept of which nobody is seen to call it, nor where packages do not tell what they offer."""
    if owner or name.startswith("_") or source.path.endswith("/__init__.py"):
        return False
    listed = _listed(source)
    is_told = name not in listed if listed is not None else index.offers(name, source.path) is False
    return is_told and bool(index.bringing(name, source.path)) and _is_plain(source.module_function(name))


def _listed(source: Source) -> set[str] | None:
    """The names in the module's `__all__`, None if it has none."""
    if "__all__" not in source.text:
        return None
    node = source.constant("__all__")
    items = node.elts if isinstance(node, ast.List | ast.Tuple) else []
    return {item.value for item in items if isinstance(item, ast.Constant) and isinstance(item.value, str)} or None


def _is_plain(function: Function | None) -> bool:
    return function is not None and all(name_of(item) in _PLAIN for item in function.decorator_list)
