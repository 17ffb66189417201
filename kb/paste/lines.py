"""One line of a paste, measured once: what every dialect looks at."""

from dataclasses import dataclass
from functools import cached_property

from .located import Located
from .names import Named, named_at

MAX_BLANK = 3


@dataclass(eq=False)
class Line:
    """`text` without trailing blanks; `indent`: leading blanks; `body`: the rest.

    `named`: what its first word names, if it may name a class; several dialects ask, as does the message above.
    """

    text: Located
    indent: int
    body: str

    @classmethod
    def of(cls, text: Located) -> "Line":
        bare = text.text.rstrip()
        body = bare.lstrip()
        whole = text if len(bare) == len(text.text) else text.cut(0, len(bare))
        return cls(whole, len(bare) - len(body), body)

    @cached_property
    def named(self) -> Named | None:
        return named_at(self.text.text, self.indent)

    def part(self, start: int, end: int | None = None) -> Located:
        return self.text.cut(start, end)


def next_filled(lines: list[Line], pos: int) -> int:
    """Where the next line with text stands, at most MAX_BLANK further on; else the number of lines."""
    for at in range(pos, min(pos + MAX_BLANK + 1, len(lines))):
        if lines[at].body:
            return at
    return len(lines)
