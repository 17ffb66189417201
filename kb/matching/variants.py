"""PURE: a PastedError's message -> the texts that the raising statement may have said.

What is printed is often not what was said: containers and KeyError print a repr, a logger puts the type in front, a
wrapper quotes another error. Each variant is bounded; the first is the message as pasted.
"""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kb.paste import PastedError

MOST_VARIANTS = 6
LONGEST = 30_000  # of a longer message the head and the tail are read
HEAD = 20_000
LEAST_QUOTED = 6
LONGEST_REMARK = 500
QUOTED = 0.6  # weight of an error that another one quotes: offered behind the one that quotes it
OTHERWISE = 0.97  # weight of other readings than the first

_LITERAL = re.compile(r"""'((?:[^'\\\n]|\\.){1,2000})'|"((?:[^"\\\n]|\\.){1,2000})\"""")
_OLD_LITERAL = re.compile(r"[uU](?=['\"])")  # as Python 2 writes texts
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r"}
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_NAMED = re.compile(
    r"\b((?:[A-Za-z_]\w{0,80}\.){0,8})([A-Z]\w{0,80}(?:Error|Exception|Warning|Exit|Interrupt|Timeout|Fault|Failure))"
    r"(?:: |\((?=['\"]))"
)
# Where to read more, as classes of exceptions put it behind whatever they say: in brackets, or on a line of its own;
# and the name that may have been meant, which Python's own print adds.
_REMARK = re.compile(
    r"(?:\s*\n[^\n]{0,200}?https?://\S+|\s+\([^()\n]{0,300}?https?://[^()\n]{1,300}\)"
    r"|\. (?:Did you mean: '[^'\n]{1,200}'|Did you forget to import '[^'\n]{1,200}')\?)\s*\Z"
)


@dataclass(frozen=True, slots=True)
class Variant:
    """A text that may be the message. `exc_type`, `exc_module`: the type that it is said to be of, "" if not told.
    `weight`: how much of what was pasted it is, 0 to 1. `left_out`: what of it is missing, in words."""

    text: str
    exc_type: str
    exc_module: str
    weight: float = 1.0
    left_out: str = ""

    @property
    def is_of_own_class(self) -> bool:
        """Is it of a class that is none of Python's own? The module tells a namesake apart, where it was printed."""
        is_elsewhere = self.exc_module not in ("", "builtins")
        return bool(self.exc_type) and (is_elsewhere or not hasattr(builtins, self.exc_type))


def variants(error: PastedError) -> list[Variant]:
    """The message as pasted, then other readings of it; without repeats."""
    found: dict[str, Variant] = {}
    for variant in _variants(error):
        text = variant.text.strip()
        if len(text) > LONGEST:
            text = text[:HEAD] + text[HEAD - LONGEST :]
        found.setdefault(text, replace(variant, text=text))
        if len(found) >= MOST_VARIANTS:
            break
    return list(found.values())


def _variants(error: PastedError) -> Iterator[Variant]:
    known = (error.exc_type, error.exc_module)
    yield Variant(_uncut(error.message) if error.is_truncated else error.message, *known)
    if error.exc_type and not error.is_type_sure:
        name = f"{error.exc_module}.{error.exc_type}" if error.exc_module else error.exc_type
        yield Variant(f"{name}: {error.message}", "", "", OTHERWISE)
    if error.label:
        yield Variant(error.label + error.message, *known)
    if error.tail:
        yield Variant(f"{error.message}\n\n{error.tail}", *known, OTHERWISE)
    if error.notes:
        yield Variant("\n".join([error.message, *error.notes]), *known, OTHERWISE)
    message = error.message.strip()
    if remark := _REMARK.search(message, max(0, len(message) - LONGEST_REMARK)):
        yield Variant(message[: remark.start()], *known, OTHERWISE, "the remark at its end")
    if message[:1] in "'\"([{" or _OLD_LITERAL.match(message):
        for quoted in _literals(message):
            yield Variant(quoted, *known, OTHERWISE * min(1.0, (len(quoted) + 2) / len(message)))
    yield from _quoted_errors(message)


def _uncut(message: str) -> str:
    """Without the mark that says where it was cut."""
    return re.sub(r"\s*(?:…|\.\.\.|[<(\[](?:truncated|…|\.\.\.)[>)\]])\s*$", "", message)


def _literals(message: str) -> Iterator[str]:
    """The texts of the string literals in a repr: all of it, or the items of a container."""
    for match in _LITERAL.finditer(message[:LONGEST]):
        text = match[1] or match[2]
        if len(text) >= LEAST_QUOTED or match.end() - match.start() == len(message):
            yield _ESCAPE.sub(lambda escape: _ESCAPES.get(escape[1], escape[1]), text)


def _quoted_errors(message: str) -> Iterator[Variant]:
    """Errors that a wrapper's message carries: `failed: ValueError: no such kind`, `failed: ValueError('no …')`."""
    for match in _NAMED.finditer(message[:LONGEST]):
        rest = message[match.end() :]
        if message[match.end() - 1] == "(":
            literal = _LITERAL.match(rest)
            if literal is None:
                continue
            rest = _ESCAPE.sub(lambda escape: _ESCAPES.get(escape[1], escape[1]), literal[1] or literal[2])
        if rest.strip():
            yield Variant(rest, match[2], match[1].rstrip("."), QUOTED)
