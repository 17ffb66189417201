"""A file with doctests -> the errors that they show, with the lines that do. Pure.

A doctest that ends in a traceback says what raises the error as surely as a test does; of the stack it says nothing, as
is usual.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Iterator
from typing import Final

from ingest.explain.fields import name_of
from ingest.explain.outline import qualname
from ingest.explain.proof.expectations import MOST_LINES, Expectation
from ingest.explain.proof.wanted import Pieces, joined
from ingest.explain.source import Source
from ingest.explain.trees import Unreadable, parsed, walked

MARK: Final = b"Traceback (most recent call last):"
_HEAD: Final = re.compile(rf"^[ \t]*{re.escape(MARK.decode())}[ \t]*$", re.MULTILINE)
_RAISED: Final = re.compile(r"(?P<type>[A-Za-z_][\w.]*)(?:: (?P<said>.*))?$")
_PROMPT: Final = re.compile(r"(?:>>>|\.\.\.)(?: |$)")


def doctests(source: Source) -> Iterator[Expectation]:
    """In the file's order."""
    for match in _HEAD.finditer(source.text):
        head = source.outline.line_of(match.start())
        margin = match[0][: len(match[0]) - len(match[0].lstrip())]
        first, last = _first(source, head, margin), _last(source, head, margin)
        if first and last and last - first < MOST_LINES:
            yield from _shown(source, first, head, last)


def _first(source: Source, head: int, margin: str) -> int:
    """The line of the prompt above; 0 if there is none."""
    for line in range(head - 1, max(0, head - MOST_LINES), -1):
        text = source.lines[line - 1].removeprefix(margin)
        if text.startswith(">>> "):
            return line
        if not _PROMPT.match(text):
            break
    return 0


def _last(source: Source, head: int, margin: str) -> int:
    """The line that names the error; 0 if there is none."""
    for line in range(head + 1, min(len(source.lines), head + MOST_LINES) + 1):
        text = source.lines[line - 1]
        if text.startswith(margin) and _RAISED.match(text.removeprefix(margin)):
            return line
        if not text.strip() or not (text.startswith(f"{margin} ") or text.strip() == "..."):
            break
    return 0


def _shown(source: Source, first: int, head: int, last: int) -> Iterator[Expectation]:
    quote = source.lines[last - 1].strip()
    raised = _RAISED.match(quote)
    prompts = (source.lines[line - 1].strip() for line in range(first, head))
    try:
        tree = parsed("\n".join(text[4:] for text in prompts))
    except Unreadable:
        return
    chain = source.outline.around(first)
    calls = [name_of(node.func) for node in walked(tree) if isinstance(node, ast.Call)]
    if raised:
        yield Expectation(
            path=source.path,
            line=last,
            test=qualname(chain) if chain else "",
            types=(raised["type"].rpartition(".")[2],),
            text=_text(raised["said"] or ""),
            calls=tuple(dict.fromkeys(name for name in calls if name)),
            code=textwrap.dedent("\n".join(source.lines[first - 1 : last])),
            quote=quote,
        )


def _text(said: str) -> Pieces:
    """`...` stands for anything, as doctest's ELLIPSIS has it."""
    parts: list[Pieces] = []
    for literal in said.split("..."):
        parts += [(literal,), (None,)]
    return joined(*parts[:-1])
