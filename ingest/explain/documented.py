"""A function's docstring -> what it says of when the function raises a class: numpydoc, Google's way and Sphinx. Pure.

Of several things that are said only the one that goes with the statement's own condition and message.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from ingest.explain.facts import Fact
from ingest.explain.source import Source
from ingest.explain.trees import Function, own_nodes, written

_SECTION: Final = re.compile(r"\s*Raises:?\s*$")
_UNDERLINE: Final = re.compile(r"\s*-{3,}\s*$")
_ENTRY: Final = re.compile(r"(\s*)[~@`]*(?::\w+:`[~.]*)?([A-Za-z_][\w.]*)`*\s*(?::\s*(.*))?$")
_FIELD: Final = re.compile(r"(\s*):(?:raises?|except|exception)\s+[~.]*([\w.]+)\s*:\s*(.*)$")
_BULLET: Final = re.compile(r"\s*[*\-]\s+")
_WORD: Final = re.compile(r"[A-Za-z_]\w*")
_SENTENCE: Final = re.compile(r"(?<=[.!]) +(?=[A-Z])")
_FEW_WORDS: Final = 4
_LONGEST: Final = 240
_QUOTED: Final = 40
_ENOUGH: Final = 0.25  # of its words, where the function raises the class once and says so once
_MOSTLY: Final = 0.5
_STEM: Final = 5
_SHORT: Final = 2
_PLAIN: Final = frozenset(
    {
        "and", "any", "are", "but", "for", "from", "given", "have", "its", "must", "None", "not", "raise", "raised",
        "Raise", "Raised", "raises", "Raises", "should", "than", "that", "the", "this", "The", "was", "when", "When",
        "with", "can", "cannot", "found",
    }
)  # fmt: skip


Said = tuple[str, Fact]


def documented(source: Source, function: Function, owner: str, exc_type: str, told: str) -> tuple[Said, ...]:
    """What is said of the class; `told` are the statement's last condition and its message, as text."""
    found = list(_of_class(source, function, exc_type))
    node = source.class_named(owner) if owner and function.name == "__init__" else None
    found += _of_class(source, node, exc_type) if node else []
    is_alone = len(found) == 1 and _raises_once(function, exc_type)
    shares = sorted(((_shares(text, told), (text, fact)) for text, fact in found), reverse=True, key=itemgetter(0))
    if not shares or shares[0][0] < (_ENOUGH if is_alone else _MOSTLY):
        return ()
    # Of two that say as much nobody knows which is meant.
    return (shares[0][1],) if len(shares) < 2 or shares[0][0] > shares[1][0] else ()


def _raises_once(function: Function, exc_type: str) -> bool:
    raising = [item for item in own_nodes(function) if isinstance(item, ast.Raise) and _is_of(item, exc_type)]
    return len(raising) == 1


def _is_of(node: ast.Raise, exc_type: str) -> bool:
    raised = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
    return raised is not None and written(raised).rpartition(".")[2] == exc_type


def _shares(text: str, told: str) -> float:
    """How much of what is said speaks of the same things."""
    said = _words(_SENTENCE.split(text)[0])
    return len(said & _words(told)) / len(said) if said else 0


def _words(text: str) -> set[str]:
    """By their beginnings, so that `overlapping` is `overlap`; those of a name apart."""
    words = (word for name in _WORD.findall(text) for word in name.split("_"))
    return {word.lower()[:_STEM] for word in words if (len(word) > _SHORT or word.isupper()) and word not in _PLAIN}


def _of_class(source: Source, node: Function | ast.ClassDef, exc_type: str) -> Iterator[Said]:
    first = node.body[0] if node.body else None
    if not isinstance(first, ast.Expr) or not isinstance(first.value, ast.Constant) or not first.end_lineno:
        return
    lines = source.lines[first.lineno - 1 : first.end_lineno]
    for name, block in (*_sections(lines), *_fields(lines)):
        if name.rpartition(".")[2] == exc_type:
            for offset, text in _items(block):
                yield from _said(source, first.lineno + offset, text)


Block = list[tuple[int, str]]  # lines with their numbers in the docstring


def _fields(lines: list[str]) -> Iterator[tuple[str, Block]]:
    """Of Sphinx: an entry is a line, and what stands deeper below it."""
    for number, line in enumerate(lines):
        if match := _FIELD.match(line):
            yield match[2], [(number, match[3]), *_below(lines, number, len(match[1]))]


def _sections(lines: list[str]) -> Iterator[tuple[str, Block]]:
    """Of numpydoc entries stand below the underline, of Google deeper than their title."""
    for number, line in enumerate(lines):
        if not _SECTION.match(line):
            continue
        is_underlined = number + 1 < len(lines) and bool(_UNDERLINE.match(lines[number + 1]))
        if not is_underlined and not line.rstrip().endswith(":"):
            continue
        margin = _margin(line)
        start = number + 1 + is_underlined
        depth = margin if is_underlined else next((_margin(item) for item in lines[start:] if item.strip()), 0)
        yield from _entries(lines, start, depth, margin, is_underlined=is_underlined)


def _entries(
    lines: list[str], start: int, depth: int, margin: int, *, is_underlined: bool
) -> Iterator[tuple[str, Block]]:
    for number in range(start, len(lines)):
        line = lines[number]
        if not line.strip() or _margin(line) > depth:
            continue
        is_next = number + 1 < len(lines) and bool(_UNDERLINE.match(lines[number + 1]))
        match = _ENTRY.match(line)
        if is_next or match is None or (not is_underlined and _margin(line) <= margin):
            return
        yield match[2], [(number, match[3] or ""), *_below(lines, number, depth)]


def _below(lines: list[str], number: int, depth: int) -> Block:
    found: Block = []
    for at in range(number + 1, len(lines)):
        if lines[at].strip() and _margin(lines[at]) <= depth:
            break
        found.append((at, lines[at].strip().removesuffix('"""').removesuffix("'''")))
    return found


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())


def _items(block: Block) -> Iterator[tuple[int, str]]:
    """The points of a list, else the first paragraph; with the line on which each begins."""
    is_list = any(_BULLET.match(text) for _, text in block)
    started, parts = -1, list[str]()
    for number, text in block:
        starts = bool(_BULLET.match(text)) if is_list else not parts
        if parts and (starts or not text):
            yield started, " ".join(parts)
            started, parts = -1, []
            if not is_list:
                return
        if text and (starts or parts):
            started = number if starts else started
            parts.append(_BULLET.sub("", text, count=1).strip() if is_list else text.strip())
    if parts:
        yield started, " ".join(parts)


def _said(source: Source, line: int, text: str) -> Iterator[Said]:
    """Whole sentences, as far as there is room; nothing that is too short to say when."""
    parts = _SENTENCE.split(text)
    kept = parts[0]
    for part in parts[1:]:
        kept = f"{kept} {part}" if len(kept) + len(part) < _LONGEST else kept
    if len(kept.split()) < _FEW_WORDS or len(kept) > _LONGEST:
        return
    quote = " ".join(kept.split()[:3])[:_QUOTED]
    yield from ((kept, fact) for fact in source.line_fact(line, quote))
