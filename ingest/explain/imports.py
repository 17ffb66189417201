"""The text of a file -> what its imports bring in, by name. Pure.

The patterns take linear time: what is in parentheses is looked for up to the next one, and nothing is tried twice.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

# For whole statements in other patterns, too. A comment may hold parentheses of its own.
IN_PARENTHESES: Final = r"\((?:[^()#]++|#[^\n]*+)*+\)"
_LINE: Final = r"[^\n\\]*+(?:\\\n[^\n\\]*+)*+"
_FROM: Final = re.compile(rf"^[ \t]*from[ \t]+([.\w]+)[ \t]+import[ \t]+({IN_PARENTHESES}|{_LINE})", re.MULTILINE)
_IMPORT: Final = re.compile(rf"^[ \t]*import[ \t]+({_LINE})", re.MULTILINE)
_COMMENT: Final = re.compile(r"#[^\n]*")
_DOTTED: Final = re.compile(r"[\w.]+")
STAR: Final = "*"


def under_own_name(text: str) -> dict[str, str]:
    """Names that `from … import` brings in as they are called there, and the module as written, dots first."""
    return {name: module for module, name, known_as in _from(text) if name == known_as}


def origins(text: str) -> dict[str, str]:
    """Every imported name and what it is in full, as in `numpy` and `requests.Timeout`; `*` if there is such an import.

    It is "" for what a relative import brings in, and where two imports disagree.
    """
    found: dict[str, str] = {}
    for name, full in _brought(text):
        found[name] = full if found.get(name, full) == full else ""
    return found


def _brought(text: str) -> Iterator[tuple[str, str]]:
    for module, name, known_as in _from(text):
        yield known_as, "" if module.startswith(".") else f"{module}.{name}"
    for names in _IMPORT.findall(text):
        for full, known_as in _parts(names):
            # Without `as` only the first part of `a.b` is bound.
            yield (known_as, full) if known_as != full else (full.partition(".")[0], full.partition(".")[0])


@lru_cache(64)
def _from(text: str) -> list[tuple[str, str, str]]:
    """Module, name there, and name here."""
    return [(module, *brought) for module, names in _FROM.findall(text) for brought in _parts(names)]


def _parts(names: str) -> Iterator[tuple[str, str]]:
    for part in _COMMENT.sub("", names).partition(";")[0].strip("() \t\n").replace("\\", " ").split(","):
        words = part.split()
        if len(words) == 1 and (words[0] == STAR or _DOTTED.fullmatch(words[0])):
            yield words[0], words[0]
        elif len(words) == 3 and words[1] == "as":
            yield words[0], words[2]
