"""An attribute of `self` -> the methods of the class that give it a value. Pure."""

from __future__ import annotations

import re
from typing import Final

from ingest.explain.facts import Fact, Setter
from ingest.explain.source import Source

_MOST: Final = 4
_LONGEST: Final = 80


def setters(source: Source, owner: str, attribute: str, *, but: str) -> tuple[Setter, ...]:
    """The methods other than `but` that set it on a line of its own; none if there are too many to name."""
    assigned = re.compile(rf"[ \t]*self\.{re.escape(attribute)}[ \t]*(?::[^=]+)?=(?!=)[ \t]*(.+)")
    found: dict[tuple[str, str], Setter] = {}
    for method, item in source.methods(owner).items():
        for line in range(item.line + 1, source.outline.end(item) + 1) if method != but else ():
            text = source.lines[line - 1]
            match = assigned.match(text) if attribute in text and len(text) < 500 else None
            if match and source.function(item):
                value = match[1].partition("  #")[0].strip()
                fact = Fact(source.path, line, f"self.{attribute}")
                found.setdefault((method, value), Setter(method, value[:_LONGEST], fact))
    return tuple(found.values()) if len(found) <= _MOST else ()
