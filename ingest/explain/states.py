"""An attribute of `self` -> the methods of the class that give it a value. Pure."""

from __future__ import annotations

from typing import Final

from ingest.explain.facts import Fact, Setter
from ingest.explain.source import Source

_MOST: Final = 4
_LONGEST: Final = 80


def setters(source: Source, owner: str, attribute: str, *, but: str) -> tuple[Setter, ...]:
    """The methods other than `but` that set it on a line of its own; none if there are too many to name."""
    text = source.class_text(owner)
    found: dict[tuple[str, str], Setter] = {}
    for method, line, assigned in text.assigned.get(attribute, ()) if text else ():
        if method.name != but and source.function(method):
            value = assigned.partition("  #")[0].strip()
            fact = Fact(source.path, line, f"self.{attribute}")
            found.setdefault((method.name, value), Setter(method.name, value[:_LONGEST], fact))
    return tuple(found.values()) if len(found) <= _MOST else ()
