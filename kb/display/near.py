"""A file and line as an editor, a traceback or an address of a forge gives them -> the entries nearest to it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from django.contrib.postgres.search import SearchQuery
from django.db.models import F, Func, Q

from kb.models.entries import EntryQuerySet
from kb.search.documents import quoted
from kb.search.places import path_parts
from kb.text import search_words

# `src/a/b.py:12`, `b.py:12:4`, `b.py(12)`, `File "/x/a/b.py", line 12, in f`, `https://…/a/b.py#L12-L14`
_PLACE: Final = re.compile(
    r"""(?:File\s+)?["'`]?(?P<path>[^\s"'`:]?:?[^\s"'`]*\w\.pyi?)["'`]?"""
    r"(?:\s*:|\s*\(|#L|,?\s+line\s+|\s+)(?P<line>\d{1,7})(?:[):#,\-].{0,200})?"
)
_DEEPEST: Final = 6  # parts of a path; each costs a query


@dataclass(frozen=True, slots=True)
class Place:
    """`parts` of the path, as kb.search.places gives them, the file's name last."""

    parts: tuple[str, ...]
    line: int

    def __str__(self) -> str:
        return f"{'/'.join(self.parts)}:{self.line}"


def place_of(typed: str) -> Place | None:
    """None where `typed` is anything else beside a file and a line."""
    found = _PLACE.fullmatch(typed.strip())
    return Place(path_parts(found["path"]), int(found["line"])) if found else None


def nearest(entries: EntryQuerySet, place: Place) -> EntryQuerySet:
    """Those `entries` that stand in the file, or where several are called so, in the ones whose folders fit best; the
    nearest line first."""
    name = place.parts[-1]
    words = " & ".join(quoted(word) for word in search_words(name))
    # The words are what is indexed; the name is what was asked for.
    there = entries.filter(document__words=SearchQuery(words, search_type="raw", config="simple"), site__file_name=name)
    away = Func(F("site__line") - place.line, function="ABS")
    return _fitting(there, place.parts[-_DEEPEST:]).order_by(away, "site__path", "site__line", "pk")


def _fitting(there: EntryQuerySet, parts: tuple[str, ...]) -> EntryQuerySet:
    """With as many of the folders as any has."""
    for first in range(len(parts) - 1):
        end = "/".join(parts[first:])
        found = there.filter(Q(site__path=end) | Q(site__path__endswith=f"/{end}"))
        if found.exists():
            return found
    return there
