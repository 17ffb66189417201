"""A class -> whether users give its fields: a dataclass or the like, by itself or by what it derives from. Pure."""

from __future__ import annotations

import ast
from typing import Final

from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.explain.trees import walked, written

MOST_BASES: Final = 40
_MADE: Final = frozenset({"dataclass", "dataclass_json", "define", "frozen", "attrs"})
# What derives from these is as they are, however far away.
_KINDS: Final = frozenset({"BaseModel", "BaseSettings", "TypedDict"})


def is_record(node: ast.ClassDef, home: Source, index: Index) -> bool:
    return index.remembered(home.records, node.name, lambda: _is_record(node, home, index))


def _is_record(node: ast.ClassDef, home: Source, index: Index) -> bool:
    makers = [item.func if isinstance(item, ast.Call) else item for item in node.decorator_list]
    if _MADE.intersection(map(_last, makers)) or "NamedTuple" in map(_last, node.bases):
        return True
    left = [(home, _last(base)) for base in node.bases]
    seen: set[str] = set()
    while left and len(seen) < MOST_BASES:
        asker, name = left.pop(0)
        found = index.find(name, asker) if name not in seen else None
        seen.add(name)
        if found is None:
            # A class of the Pin's own that is called so may be any.
            if name in _KINDS:
                return True
            continue
        if _makes_records(found[0], name):
            return True
        left += [(found[0], _last(base)) for base in found[1].bases]
    return False


def _makes_records(home: Source, owner: str) -> bool:
    """Whether a class makes a dataclass of each that derives from it."""
    method = home.method(owner, "__init_subclass__")
    calls = [item for item in walked(method) if isinstance(item, ast.Call) and item.args] if method else []
    return any(_last(item.func) == "dataclass" and written(item.args[0]) == "cls" for item in calls)


def _last(node: ast.expr) -> str:
    return written(node).rpartition(".")[2]
