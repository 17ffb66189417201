"""The lines of a class -> where its methods set attributes of `self`, and what they call of it. Pure.

Each is looked for once in all of the class, not once for every name that is asked for.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import Final

from ingest.explain.outline import Definition, Outline

_ASSIGNED: Final = re.compile(r"[ \t]*self\.(\w+)[ \t]*(?::[^=]+)?=(?!=)[ \t]*(.+)")
_CALLED: Final = re.compile(r"\b(?:self|cls|super\(\))\.(\w+)\(")
# As a lookahead, so that none within another is passed over.
_OF_SELF: Final = re.compile(r"self\.(?=(\w+))")
_RAISES: Final = re.compile(r"[ \t]*(?:raise|assert)\b")
_ASSIGNS: Final = re.compile(r"[^=\n]*?(?:>>=|<<=|(?<![!<>=])=(?!=))")  # not where it compares
_TARGETS: Final = re.compile(r"[\w \t.,*\[\]()]*")
# `a.b = ` before another target, and the mark behind that.
_CHAINED: Final = re.compile(r"(?:[\w \t.,*\[\]]++=(?!=))+[ \t]*")
_SETS_NEXT: Final = re.compile(r"[ \t]*=(?!=)")
_OTHERWISE: Final = re.compile(r"\b(?:for|as|del)[ \t(]+[^=:]*$")
_LONGEST_LINE: Final = 1_000
_LONGEST_ASSIGNMENT: Final = 500


class ClassText:
    """A class that the module defines once at its top level."""

    def __init__(self, item: Definition, lines: list[str], outline: Outline) -> None:
        """`lines` are those of the whole file."""
        self.start, self.end = outline.start(item), outline.end(item)
        self._lines, self._outline, self._item = lines, outline, item
        self._sets: dict[str, int] = {}

    @property
    def lines(self) -> list[str]:
        """With those of its decorators."""
        return self._lines[self.start - 1 : self.end]

    def holds(self, text: str) -> bool:
        """Whether `text`, which has no line's break in it, stands anywhere in its lines."""
        return self._outline.holds(text, self.start, self.end)

    @cached_property
    def raising(self) -> list[int]:
        """The places among its lines that raise something."""
        return [number for number, line in enumerate(self.lines) if _RAISES.match(line)]

    @cached_property
    def methods(self) -> dict[str, Definition]:
        """Those that are defined once."""
        within = [inner for inner in self._outline.within(self._item) if inner.kind == "def"]
        counted = Counter(inner.name for inner in within)
        return {inner.name: inner for inner in within if counted[inner.name] == 1}

    def sets(self, attribute: str) -> int:
        """In how many places it sets an attribute of `self`, or may do so."""
        if attribute not in self._sets:
            written = f"self.{attribute}"
            self._sets[attribute] = sum(_may_set(line, attribute) for line in self._own if written in line)
        return self._sets[attribute]

    @cached_property
    def _own(self) -> list[str]:
        return [line for line in self.lines if "self." in line]

    @cached_property
    def assigned(self) -> dict[str, list[tuple[Definition, int, str]]]:
        """Lines that set an attribute of `self` and nothing else, by the attribute: method, line and what is set."""
        found: dict[str, list[tuple[Definition, int, str]]] = {}
        for method, line, text in self._within():
            match = _ASSIGNED.match(text) if "=" in text and len(text) < _LONGEST_ASSIGNMENT else None
            if match:
                found.setdefault(match[1], []).append((method, line, match[2]))
        return found

    @cached_property
    def called(self) -> dict[str, list[tuple[Definition, int]]]:
        """Lines that call something of the object itself, by its name: the method, and the line."""
        found: dict[str, list[tuple[Definition, int]]] = {}
        for method, line, text in self._within():
            for name in dict.fromkeys(_CALLED.findall(text)) if "(" in text else ():
                found.setdefault(name, []).append((method, line))
        return found

    def _within(self) -> list[tuple[Definition, int, str]]:
        """The lines of its methods that may speak of the object: method, line and text."""
        return [
            (method, line, self._lines[line - 1])
            for method in self.methods.values()
            for line in range(method.line + 1, self._outline.end(method) + 1)
            if "." in self._lines[line - 1]
        ]


def _may_set(line: str, attribute: str) -> bool:
    """Whether a line sets the attribute: alone, annotated or among others, in a loop or `with`; or deletes it."""
    if len(line) > _LONGEST_LINE:
        return True
    places = (found for found in _OF_SELF.finditer(line) if found[1] == attribute)
    return any(_is_set(line[: found.start()], line[found.end(1) :]) for found in places)


def _is_set(before: str, after: str) -> bool:
    """Whether what stands around a name in a line sets it."""
    if _CHAINED.fullmatch(before) and _SETS_NEXT.match(after):
        return True
    is_within = before.count("[") > before.count("]")
    is_target = not is_within and _TARGETS.fullmatch(before) and not after.lstrip().startswith((".", "(", "["))
    return bool((is_target and _ASSIGNS.match(after)) or _OTHERWISE.search(before))
