"""PURE: neighbouring values -> where the one ends and the other begins, where the words between them stand there twice.

`a.b.C` fits `{module}.{name}` in two ways. What stands in brackets or quotes belongs to a value. Else only what Python
says of an expression tells: a `__name__` has no dot, a module's name has no capital letter, and the last part of a path
has none of the signs that join it. Where nothing tells, both share one value: nobody is told a part that may be
another. But for values that only a blank parts: most have none.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from kb.matching.message import Span
from kb.text import folded

_LAST_NAME: Final = re.compile(r"(\w+)(?:\(\))?(?:![rsa])?$")
_HOLDERS: Final = frozenset({"module", "package", "namespace", "path", "dir", "directory", "folder", "parent"})
_LAST_PARTS: Final = frozenset({"name", "attr", "attribute"})
_PATH_SIGNS: Final = re.compile(r"[.:/]+")
_CAPITAL: Final = re.compile(r"_*[A-Z]")
_OPEN, _SHUT = frozenset("([{"), frozenset(")]}")
_SIGNS: Final = re.compile(r"(?<!\w)'[^']*'(?!\w)|[()\[\]{}]")


class Value(NamedTuple):
    """`name`: the Hole's expression, of several that share the text all, with what is between them, as a message is
    written. `before`, `after`: the literals around it. `span`: its place in the folded message."""

    name: str
    span: Span
    before: str
    after: str


def parted(spaced: str, values: Sequence[Value]) -> list[Value]:
    """`values` in order, as alignment parts them: the leftmost way. `spaced`: the message, folded."""
    found: list[Value] = []
    for value in values:
        ways = _ways(spaced, found[-1], value) if found else []
        if ways == [] or ways == [found[-1].span[1]]:
            found.append(value)
            continue
        is_told = len(ways) == 1 or not found[-1].after.strip()
        at = ways[0] if is_told else _told(found[-1], value, ways, spaced)
        found[-1:] = [_joined(found[-1], value)] if at is None else _split(found[-1], value, at)
    return found


def _ways(spaced: str, one: Value, other: Value) -> list[int]:
    """Where the words between may stand, not in brackets or quotes if they may stand outside too."""
    between, text = _words_of(one), spaced[one.span[0] : other.span[1]].lower()
    ways = list(_places(text, between)) if between else []
    if len(ways) > 1:
        within = _within(text)
        ends = [end for _, end in within]
        ways = [at for at in ways if (next_ := bisect_left(ends, at)) == len(ends) or at < within[next_][0]] or ways
    return [one.span[0] + at for at in ways]


def _words_of(one: Value) -> str:
    """What stands behind it, as a folded message has it."""
    blanks = [" " if edge.isspace() else "" for edge in (one.after[:1], one.after[-1:])]
    return f"{blanks[0]}{folded(one.after).lower()}{blanks[1]}" if one.after.strip() else blanks[0]


def _places(text: str, between: str) -> Iterator[int]:
    at = text.find(between)
    while at >= 0:
        yield at
        at = text.find(between, at + 1)


def _within(text: str) -> list[Span]:
    """Quoted and bracketed parts, the outermost ones in order; [] where brackets do not pair."""
    found: list[Span] = []
    opened: list[int] = []
    for sign in _SIGNS.finditer(text):
        if sign[0] in _OPEN:
            opened.append(sign.start())
        elif sign[0] in _SHUT:
            if not opened:
                return []
            begin = opened.pop()
            if not opened:
                found.append((begin, sign.start()))
        elif not opened:
            found.append((sign.start(), sign.end() - 1))
    return [] if opened else found


def _told(one: Value, other: Value, ways: Sequence[int], spaced: str) -> int | None:
    """Which of the ways is the one, by what the expressions are; None where they do not tell."""
    holder, part = _last_name(one.name), _last_name(other.name)
    if part == "__name__":
        return ways[-1]
    # Words part what is not a path: either value may hold them.
    is_path = _PATH_SIGNS.fullmatch(one.after) is not None
    if not is_path or not _HOLDERS & set(holder.strip("_").split("_")):
        return None
    if part == "__qualname__":
        length = len(_words_of(one))
        return next((at for at in ways if _CAPITAL.match(spaced, at + length)), None)
    return ways[-1] if part.rpartition("_")[2] in _LAST_PARTS else None


def _last_name(expression: str) -> str:
    """The name that an expression ends with: `__name__` of `type(x).__name__`."""
    found = _LAST_NAME.search(expression)
    return found[1] if found else ""


def _split(one: Value, other: Value, at: int) -> list[Value]:
    begin = at + len(_words_of(one))
    return [one._replace(span=(one.span[0], at)), other._replace(span=(begin, other.span[1]))]


def _joined(one: Value, other: Value) -> Value:
    name = f"{one.name}}}{one.after}{{{other.name}"
    return Value(name, (one.span[0], other.span[1]), one.before, other.after)
