"""A file's lines -> its functions and classes, by their indentation. Pure.

Parsing a whole file costs more than all that is asked of it, so only the lines of what is asked for are parsed. What
looks like a definition within a string is told by that: its lines do not parse, or hold something else.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate
from typing import Final

_DEFINITION: Final = re.compile(r"^([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)", re.MULTILINE)
_MOST_DECORATOR_LINES: Final = 40


@dataclass(frozen=True, slots=True)
class Definition:
    """A `def` or `class` statement; `line` is 1-based and that of the keyword, decorators stand above it.

    `indent` counts characters: a file that indents by tabs and spaces alike may be read amiss, and is then not parsed.
    """

    kind: str
    name: str
    line: int
    indent: int


class Outline:
    """The definitions of a file, in order."""

    def __init__(self, text: str, lines: Sequence[str]) -> None:
        self._text, self._lines = text, lines

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins in the text."""
        return [0, *accumulate(len(line) + 1 for line in self._lines)]

    def line_of(self, offset: int) -> int:
        """The line (1-based) of a place in the text."""
        return bisect_right(self._starts, offset)

    @cached_property
    def definitions(self) -> list[Definition]:
        return [
            Definition(match[2], match[3], self.line_of(match.start()), len(match[1]))
            for match in _DEFINITION.finditer(self._text)
        ]

    @cached_property
    def _by_name(self) -> dict[tuple[str, str], list[Definition]]:
        found: dict[tuple[str, str], list[Definition]] = {}
        for item in self.definitions:
            found.setdefault((item.kind, item.name), []).append(item)
        return found

    def named(self, kind: str, name: str) -> list[Definition]:
        return self._by_name.get((kind, name), [])

    def around(self, line: int) -> list[Definition]:
        """The definitions whose block a line stands in, outermost first."""
        limit = _indent(self._lines[line - 1]) if 0 < line <= len(self._lines) else 0
        found: list[Definition] = []
        for item in reversed(self.definitions):
            if item.line > line:
                continue
            is_outer = item.indent < limit or (item.line == line and item.indent <= limit)
            if is_outer and self.end(item) >= line:
                found.append(item)
                limit = item.indent
            if limit == 0:
                break
        return found[::-1]

    def within(self, outer: Definition) -> list[Definition]:
        """The definitions directly in the block of another, those below an `if` of it too."""
        end, found = self.end(outer), []
        inner_end = 0
        for item in self.definitions:
            if outer.line < item.line <= end and item.line > inner_end:
                found.append(item)
                inner_end = self.end(item)
        return found

    def start(self, item: Definition) -> int:
        """The first line of its decorators, if it has any."""
        start = item.line
        for line in range(item.line - 1, max(0, item.line - _MOST_DECORATOR_LINES), -1):
            text = self._lines[line - 1]
            if text.lstrip().startswith("@") and _indent(text) == item.indent:
                start = line
            elif not text.strip() or not (_indent(text) > item.indent or text.lstrip()[0] in ")]}#"):
                break
        return start

    def end(self, item: Definition) -> int:
        """The last line of its block."""
        return self.block_end(item.line, item.indent)

    def block_end(self, line: int, indent: int) -> int:
        """The last line of the block that the statement on a line opens."""
        following = _following(indent).search(self._text, self._starts[line])
        return self.line_of(following.start()) - 1 if following else len(self._lines)


@lru_cache(256)
def _following(indent: int) -> re.Pattern[str]:
    """A line that is code, not a closing bracket, and indented no further."""
    return re.compile(rf"^[ \t]{{0,{indent}}}[^\s#)\]}}]", re.MULTILINE)


def qualname(chain: Sequence[Definition]) -> str:
    """As Python names the innermost: `Class.method`, `function.<locals>.inner`."""
    parts: list[str] = []
    for outer, item in zip([None, *chain], chain, strict=False):
        if outer is not None and outer.kind == "def":
            parts.append("<locals>")
        parts.append(item.name)
    return ".".join(parts)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
