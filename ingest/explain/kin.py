"""A method -> the classes beside or below its own that have a method of the same name, and how theirs differs. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ingest.explain.classes import ClassText
from ingest.explain.facts import Kin
from ingest.explain.fields import name_of
from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.explain.trees import is_declaration, is_stub

_MOST: Final = 12
_NEAR: Final = 5  # lines below an `if` in which it may raise


def kin(
    source: Source, owner: str, methods: Sequence[str], keys: tuple[str, ...], index: Index
) -> tuple[str, tuple[Kin, ...]]:
    """The class that they derive from, and they, by path; `keys` are the options that the statement's conditions test.

    `methods` are the method and those that lead to it. The classes derived from the method's own come first; else those
    that derive from the same class as it.
    """
    if below := _having(source.path, owner, methods, keys, index, but=""):
        return owner, below
    node = source.class_named(owner)
    for base in map(name_of, node.bases) if node else ():
        found = index.find(base, source)
        # What the base does not declare is nothing that its other classes have in common with this one.
        declares = found is not None and any(name in found[0].methods(base) for name in methods)
        if found and declares and (beside := _having(found[0].path, base, methods, keys, index, but=owner)):
            return base, beside
    return "", ()


def _having(
    path: str, base: str, methods: Sequence[str], keys: tuple[str, ...], index: Index, *, but: str
) -> tuple[Kin, ...]:
    derived = [item for item in index.derived(base, path) if item[1] != but]
    if len(derived) > _MOST:
        return ()
    homes = ((home, name) for at, name in derived if (home := index.source(at)))
    theirs = ((home, name, next((item for item in methods if item in home.methods(name)), "")) for home, name in homes)
    return tuple(found for home, name, method in theirs if method and (found := _kin(home, name, method, keys)))


def _kin(home: Source, name: str, method: str, keys: tuple[str, ...]) -> Kin | None:
    item = home.methods(name).get(method)
    node = home.function(item) if item else None
    facts = home.line_fact(item.line, method) if item else ()
    if not node or not facts or is_declaration(node):
        return None
    text = home.class_text(name)
    reads = tuple(key for key in keys if text and _reads(text, key))
    if text and reads:
        at = next(line for line, written in enumerate(text.lines, text.start) if reads[0] in written)
        facts = home.line_fact(at, reads[0])
    return Kin(name, is_stub(node), reads, facts[0])


def _reads(text: ClassText, key: str) -> bool:
    """Whether the class takes the key out of a dict, and raises nothing because of it."""
    if not text.holds(key):
        return False
    taken = re.compile(rf"[\"']{re.escape(key)}[\"']")
    tested = re.compile(rf"\b(?:if|elif|assert)\b.*\b{re.escape(key)}\b")
    holding = [(number, line) for number, line in enumerate(text.lines) if key in line]
    if not any(taken.search(line) for _, line in holding):
        return False
    testing = [number for number, line in holding if tested.search(line)]
    return not any(0 <= there - here <= _NEAR for here in testing for there in text.raising)
