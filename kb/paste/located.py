"""Text that remembers where each of its characters stood in the paste.

Every cleaning step maps a Located to another one, so what is read in the end can be shown in what was pasted.
"""

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, count
from operator import add

RARE_BREAKS = "\r\x0b\x0c\x85\u2028\u2029"
LINE_BREAK = re.compile(rf"\r+\n?|[\n{RARE_BREAKS}]")


@dataclass(slots=True, eq=False)
class Located:
    """`text` and `at`: len(text) + 1 offsets into the paste, the last one being where the text ends."""

    text: str
    at: Sequence[int]

    @classmethod
    def whole(cls, text: str, start: int = 0) -> "Located":
        return cls(text, range(start, start + len(text) + 1))

    @property
    def start(self) -> int:
        return self.at[0]

    @property
    def end(self) -> int:
        return self.at[-1]

    def cut(self, start: int, end: int | None = None) -> "Located":
        stop = len(self.text) if end is None else end
        return Located(self.text[start:stop], self.at[start : stop + 1])

    def strip(self) -> "Located":
        lead = len(self.text) - len(self.text.lstrip())
        return self.cut(lead, max(lead, len(self.text.rstrip())))

    def lines(self) -> list["Located"]:
        """The text's lines without their breaks (CRLF, a lone CR as progress bars print it, Unicode separators)."""
        lines, begin = [], 0
        for start, end in breaks(self.text):
            lines.append(self.cut(begin, start))
            begin = end
        lines.append(self.cut(begin))
        return lines

    def sub(self, pattern: re.Pattern[str], new: str | Callable[[re.Match[str]], str]) -> "Located":
        """`pattern.sub(new, …)`; each character of a replacement is where the replaced text began."""
        found = next(pattern.finditer(self.text), None)
        if found is None:
            return self
        old, at, begin = _as_array(self.at), array("q"), 0
        texts: list[str] = []
        for found in pattern.finditer(self.text):
            start, end = found.span()
            put = new if isinstance(new, str) else new(found)
            texts += (self.text[begin:start], put)
            at += old[begin:start]
            if put:
                at.extend([old[start]] * len(put))
            begin = end
        texts.append(self.text[begin:])
        return Located("".join(texts), at + old[begin:])


def breaks(text: str) -> Iterator[tuple[int, int]]:
    """Where each line break begins and ends."""
    if any(sign in text for sign in RARE_BREAKS):
        yield from (found.span() for found in LINE_BREAK.finditer(text))
        return
    # Many times as fast as the pattern, and nearly every text is of this kind.
    pos = text.find("\n")
    while pos >= 0:
        yield pos, pos + 1
        pos = text.find("\n", pos + 1)


def ends_of_breaks(text: str) -> Iterator[int]:
    """Where each line break ends."""
    if any(sign in text for sign in RARE_BREAKS):
        return (found.end() for found in LINE_BREAK.finditer(text))
    # Without a step of Python's for each line, as there may be a million.
    lengths = accumulate(map(len, text.split("\n")[:-1]))
    return map(add, lengths, count(1))


def _as_array(at: Sequence[int]) -> "array[int]":
    return at if isinstance(at, array) else array("q", at)


def join(pieces: Iterable[Located], between: str = "") -> Located:
    """The pieces as one text; `between` stands where the piece before it ended."""
    texts: list[str] = []
    at = array("q")
    end = 0
    for piece in pieces:
        if texts and between:
            texts.append(between)
            at.extend([end] * len(between))
        texts.append(piece.text)
        at.extend(piece.at[:-1])
        end = piece.end
    at.append(end)
    return Located("".join(texts), at)
