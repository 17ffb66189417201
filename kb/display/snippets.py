"""Turn a file's bytes and a statement's lines into the excerpt that a page shows: numbered, marked, highlighted.

Pure: bytes in, a Snippet out. The text is hostile: a line may be a megabyte long, hold control or
bidirectional characters, or be in no known encoding, and none of that may reach a reader's screen as markup.
"""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePosixPath
from typing import Final

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexer import Lexer
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.lexers.python import PythonLexer
from pygments.util import ClassNotFound

from kb.display.visible import visible

LINES_AROUND: Final = 18
# A statement is shown whole, up to so many lines.
MOST_OF_STATEMENT: Final = 80
MOST_INDENT: Final = 24
LINE_LENGTH: Final = 500

_FORMATTER: Final = HtmlFormatter(nowrap=True)
_DECLARED: Final = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")
_STRING_OR_COMMENT: Final = re.compile(r"""#|\"\"\"|'''|"|'""")
_ENDS: Final = {
    "#": re.compile(r"[^\r\n]*"),
    '"': re.compile(r'(?:[^"\\\r\n]|\\.)*+(?:"|(?=[\r\n]))', re.DOTALL),
    "'": re.compile(r"(?:[^'\\\r\n]|\\.)*+(?:'|(?=[\r\n]))", re.DOTALL),
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"""', re.DOTALL),
    "'''": re.compile(r"(?:[^'\\]|\\.|'(?!''))*+'''", re.DOTALL),
}


@dataclass(frozen=True)
class SnippetLine:
    """`number` is 1-based; `text` is clipped at LINE_LENGTH; `html` is `text` escaped and highlighted by classes."""

    number: int
    text: str
    html: str
    is_raise: bool
    is_clipped: bool


@dataclass(frozen=True)
class Snippet:
    """`language` is Pygments' short name, "text" for a file of no known language."""

    language: str
    lines: tuple[SnippetLine, ...]

    @property
    def text(self) -> str:
        return "\n".join(line.text for line in self.lines)

    @property
    def indent(self) -> int:
        """By how many spaces all of it is indented, in steps of 4: what a narrow screen can do without."""
        depths = (len(line.text) - len(line.text.lstrip(" ")) for line in self.lines if line.text.strip())
        return min(min(depths, default=0) // 4 * 4, MOST_INDENT)


def snippet(
    content: bytes,
    path: str,
    line: int,
    end_line: int,
    *,
    around: int = LINES_AROUND,
    most: int = MOST_OF_STATEMENT,
) -> Snippet:
    """The statement's first line with `around` before and after, clipped at the file's ends; and `most` of its lines.

    `line` and `end_line` are 1-based and inclusive. No line at all comes out for a `line` past the file's end.
    """
    lines = decode(content).replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[-1] == "":
        lines.pop()
    first = max(line - around, 1)
    shown = lines[first - 1 : max(line + around, min(end_line, line + most))]
    clipped = [text[:LINE_LENGTH] for text in shown]
    lexer = _lexer(PurePosixPath(path).suffix)
    before = open_string("\n".join(lines[: first - 1])) if isinstance(lexer, PythonLexer) else ""
    html = _highlighted(clipped, lexer, before)
    return Snippet(
        language=lexer.aliases[0] if lexer.aliases else "text",
        lines=tuple(
            SnippetLine(
                number=first + index,
                text=clipped[index],
                html=html[index],
                is_raise=line <= first + index <= end_line,
                is_clipped=len(shown[index]) > LINE_LENGTH,
            )
            for index in range(len(shown))
        ),
    )


def decode(content: bytes) -> str:
    """The text of a source file, in the encoding that it declares (PEP 263), else UTF-8; what is not is replaced."""
    if content.startswith(codecs.BOM_UTF8):
        return content[len(codecs.BOM_UTF8) :].decode("utf-8", "replace")
    for head in content.split(b"\n", 2)[:2]:
        if declared := _DECLARED.match(head[:200]):
            return _decode_as(content, declared[1].decode("ascii", "replace"))
    return content.decode("utf-8", "replace")


def open_string(before: str) -> str:
    """The triple quote that is still open at the end of `before`, or "".

    An excerpt that starts inside a docstring would else be coloured inside out.
    """
    position = 0
    while start := _STRING_OR_COMMENT.search(before, position):
        end = _ENDS[start[0]].match(before, start.end())
        if end is None:
            return start[0] if len(start[0]) == 3 else ""
        position = end.end()
    return ""


def _decode_as(content: bytes, encoding: str) -> str:
    try:
        # Only text encodings: bytes.decode refuses "hex" or "zip" with a LookupError, as it does an unknown one.
        return content.decode(encoding, "replace")
    except (LookupError, UnicodeError):
        return content.decode("utf-8", "replace")


@lru_cache(maxsize=64)
def _lexer(ending: str) -> Lexer:
    """Pygments' lexer for files that end so; found by asking every lexer, so kept."""
    try:
        return get_lexer_for_filename(f"x{ending}", stripnl=False)
    except ClassNotFound:
        plain: Lexer = TextLexer(stripnl=False)
        return plain


def _highlighted(lines: list[str], lexer: Lexer, before: str) -> list[str]:
    """One piece of HTML per line; `before` is lexed first, to bring the lexer into the right state."""
    # Pygments takes \f, \v and the like as they are, and would drop a BOM or turn \r into a line of its own.
    code = "\n".join(_visible_code(line) for line in lines)
    html = highlight(f"{before}\n{code}" if before else code, lexer, _FORMATTER).split("\n")
    return html[1 : len(lines) + 1] if before else html[: len(lines)]


def _visible_code(line: str) -> str:
    return visible(line).replace("\ufeff", "\N{REPLACEMENT CHARACTER}")
