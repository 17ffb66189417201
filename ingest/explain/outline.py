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

_DEFINITION: Final = re.compile(r"([ \t]*)(?:async[ \t]+)?(def|class)[ \t]+(\w+)")
_TYPE_CHECKING: Final = re.compile(r"([ \t]*)if (?:\w+\.)?TYPE_CHECKING:")
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
        self._ends: dict[tuple[int, int], int] = {}

    @cached_property
    def _starts(self) -> list[int]:
        """Where each line begins in the text."""
        return [0, *accumulate(map((1).__add__, map(len, self._lines)))]

    def offset(self, line: int) -> int:
        """Where a line (1-based) begins in the text; behind its end for a line below the last."""
        return self._starts[min(line, len(self._starts)) - 1]

    def line_of(self, offset: int) -> int:
        """The line (1-based) of a place in the text."""
        return bisect_right(self._starts, offset)

    @cached_property
    def definitions(self) -> list[Definition]:
        """But for those that stand there for type checkers alone."""
        found = [
            Definition(match[2], match[3], number, len(match[1]))
            for number, line in enumerate(self._lines, 1)
            # A substring is found much faster than a pattern, and few lines hold one of these.
            if ("def" in line or "class" in line) and (match := _DEFINITION.match(line))
        ]
        unrun = self._checked_only()
        return [item for item in found if item.line not in unrun] if unrun else found

    def _checked_only(self) -> set[int]:
        """The lines below `if TYPE_CHECKING:`."""
        found: set[int] = set()
        if "TYPE_CHECKING" in self._text:
            for number, line in enumerate(self._lines, 1):
                if number not in found and (match := _TYPE_CHECKING.match(line)):
                    found.update(range(number + 1, self.block_end(number, len(match[1])) + 1))
        return found

    @cached_property
    def _definition_lines(self) -> list[int]:
        return [item.line for item in self.definitions]

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
        for item in reversed(self.definitions[: bisect_right(self._definition_lines, line)]):
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
        first, last = (bisect_right(self._definition_lines, line) for line in (outer.line, end))
        for item in self.definitions[first:last]:
            if item.line > inner_end:
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

    def holds(self, text: str, first: int, last: int) -> bool:
        """Whether `text` stands anywhere in the lines from `first` to `last`."""
        return self._text.find(text, self.offset(first), self.offset(last + 1)) >= 0

    def end(self, item: Definition) -> int:
        """The last line of its block."""
        return self.block_end(item.line, item.indent)

    def block_end(self, line: int, indent: int) -> int:
        """The last line of the block that the statement on a line opens."""
        at = (line, indent)
        if at not in self._ends:
            following = _following(indent).search(self._text, self.offset(line + 1) - 1)
            self._ends[at] = self.line_of(following.start()) if following else len(self._lines)
        return self._ends[at]


@lru_cache(256)
def _following(indent: int) -> re.Pattern[str]:
    """A line that is code, not a closing bracket, and indented no further."""
    # It is searched for several times as fast as one that begins with `^`.
    return re.compile(rf"\n[ \t]{{0,{indent}}}[^\s#)\]}}]")


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
