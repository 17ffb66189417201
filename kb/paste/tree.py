"""Reads objects and lists out of a text, as JSON or Python print them: text -> trees of located strings.

Tolerant: a tree may stand in the middle of a line, be cut off, or hold what is neither JSON nor a Python literal.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .located import Located

MAX_DEPTH = 60
MAX_TOKENS = 150_000
OPEN = re.compile(r"[{\[]\s{0,60}[{\[]?\s{0,60}[\"']")
TOKEN = re.compile(
    r"\s*+(?:(?P<text>[bruf]{0,2}(?:\"[^\"\\\n]*+(?:\\.[^\"\\\n]*+)*+(?:\"|\n)?|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+(?:'|\n)?))"
    r"|(?P<open>[{\[(])|(?P<shut>[}\])])|(?P<next>,)|(?P<key>:)|(?P<word>[^\s{}\[\](),:\"']{1,200}))",
    re.DOTALL,
)
# A record in one line that holds none of these tells of no error and need not be taken apart.
HINTS = re.compile(r"most recent call|File |\\n|rror|xception|exc_|arning|ename|tack")


@dataclass(slots=True)
class Tree:
    """An object (`items`) or a list (`values`); a leaf is the Located inside of its literal, or a bare word."""

    items: dict[str, "Node"] = field(default_factory=dict)
    values: list["Node"] = field(default_factory=list)


Node = Tree | Located


@dataclass(frozen=True, slots=True)
class Region:
    """A tree and where in the text it stands."""

    tree: Tree
    start: int
    end: int


def regions(text: Located, hints: re.Pattern[str] = HINTS) -> Iterator[Region]:
    """The outermost trees in the text that hold one of `hints`, in order; by default, that may tell of an error.

    What stops looking like a tree is not read again from its middle, and at most MAX_TOKENS are looked at: so the time
    is linear in the text.
    """
    pos, tokens = 0, MAX_TOKENS
    while tokens > 0 and (found := OPEN.search(text.text, pos)):
        line_end = text.text.find("\n", found.end())
        line_end = len(text.text) if line_end < 0 else line_end
        if text.text[line_end - 1] in "}]" and not hints.search(text.text, found.start(), line_end):
            pos = line_end
            continue
        parser = _Parser(text, tokens)
        is_tree = parser.parse(found.start())
        tokens -= parser.tokens
        pos = max(parser.pos, found.start() + 1)
        if is_tree and parser.root is not None and hints.search(text.text, found.start(), pos):
            yield Region(parser.root, found.start(), pos)


class _Parser:
    """One pass over the tokens; `stack` holds the open trees and the key each one waits to fill."""

    def __init__(self, text: Located, limit: int) -> None:
        self.text = text
        self.limit = limit
        self.tokens = 0
        self.pos = 0
        self.root: Tree | None = None
        self.stack: list[tuple[Tree, str | None]] = []
        self.too_deep = 0
        self.last: tuple[int, int] | None = None
        self.words = 0

    def parse(self, start: int) -> bool:
        """Reads one tree into `root`, up to `pos`; False if it is none after all."""
        for token in TOKEN.finditer(self.text.text, start):
            self.tokens += 1
            self.pos = token.end()
            if self.tokens > self.limit:
                return False
            kind = token.lastgroup
            if kind == "text" or kind == "word":
                if not self._leaf(token, kind):
                    self.pos = token.start()
                    return False
            elif self._sign(kind):
                return True
        self._settle()
        return True

    def _sign(self, kind: str | None) -> bool:
        """Takes a bracket, comma or colon; True when the tree is complete."""
        self.words = 0
        if kind == "key":
            if self.last is not None and self.stack:
                self.stack[-1] = (self.stack[-1][0], self.text.text[self.last[0] : self.last[1]])
                self.last = None
            return False
        self._settle()
        if kind == "open":
            self._open()
        elif kind == "shut":
            if self.too_deep:
                self.too_deep -= 1
            elif self.stack:
                self.stack.pop()
        return not self.stack

    def _open(self) -> None:
        if len(self.stack) >= MAX_DEPTH:
            self.too_deep += 1
            return
        tree = Tree()
        if self.stack:
            self._put(tree)
        else:
            self.root = tree
        self.stack.append((tree, None))

    def _leaf(self, token: re.Match[str], kind: str) -> bool:
        """Keeps a string or word; False for a string over several lines and for words in a row, as prose has them."""
        start, end = token.span(kind)
        if kind == "word":
            self.words += 1
            self.last = (start, end)
            return self.words < 3
        text = self.text.text
        if text[end - 1] == "\n":
            return False
        while text[start] not in "\"'":
            start += 1
        if self.last is not None:
            self._settle()
        is_closed = end - 1 > start and text[end - 1] == text[start]
        self.last = (start + 1, end - 1 if is_closed else end)
        return True

    def _settle(self) -> None:
        """The last leaf is a value: it goes where the open tree waits for one."""
        if self.last is not None:
            if not self.too_deep:
                self._put(self.text.cut(*self.last))
            self.last = None

    def _put(self, node: Node) -> None:
        if not self.stack:
            return
        tree, key = self.stack[-1]
        if key is None:
            tree.values.append(node)
        else:
            tree.items.setdefault(key, node)
            self.stack[-1] = (tree, None)
