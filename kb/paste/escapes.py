"""Decodes text that was printed as a string literal: `\\n` for a line break, `\\"` for a quote."""

import re
from itertools import islice

from .located import Located

ESCAPE = re.compile(
    r"(?:\\\\)++"
    r"|\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|0?33"
    r"|[nrtbfe\"'`/]|\n)"
)
PLAIN = {"n": "\n", "r": "\r", "t": "\t", "b": "", "f": "", "e": "\x1b", "\n": "\n"}
BREAK = r"(?<!\\)\\{1,8}(?:r\\{1,8})?n"
# Three of these are a text; `sep="\\n"` in a message is none.
LINES = re.compile(rf"[^\\\n]{{4}}(?<![\"']){BREAK}(?![\"'])")
LITERAL = re.compile(
    r"(?<![\w\\])(?P<lead>[bruf]{0,2})(?:\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"?|'[^'\\]*+(?:\\.[^'\\]*+)*+'?)", re.DOTALL
)
SURE = re.compile(r"[A-Z]\w{0,60}(?:Error|Exception|Warning)\b")
# What shows that `\n` stands for a line break and is no part of a Windows path.
# Each begins with fixed letters, which makes looking for it fast.
EVIDENCE = tuple(
    re.compile(pattern)
    for pattern in (
        rf"most recent call (?:last|first)[^\\\n]{{0,300}}{BREAK}",
        rf"line \d{{1,7}}, in [\w<>.]{{1,100}}{BREAK}",
        r"\\n\s{0,20}(?:>\s)?(?:File [\\\"'/<]|Traceback \(|During handling|The above exc|raise |-{2,5}> \d)",
        r"\\n(?:\s{1,20}at \w|E\s{3,12}[A-Z])",
        r"\\n(?:[a-z_]\w{0,40}\.){0,6}[A-Z]\w{0,60}(?:Error|Exception|Warning)\b",
    )
)


def shows_breaks(text: str) -> bool:
    """Does the text spell out a line break where a traceback has one?"""
    return "\\n" in text and any(evidence.search(text) for evidence in EVIDENCE)


def is_escaped(text: str) -> bool:
    """Does the text hold a traceback whose line breaks are spelt out?"""
    if shows_breaks(text):
        return True
    if text.count("\\n") < 3 or SURE.search(text) is None:
        return False
    return sum(1 for _ in islice(LINES.finditer(text), 3)) == 3


def decode(text: Located) -> Located:
    """The text that a literal's inside stands for. One layer: a literal in it stays one."""
    return text.sub(ESCAPE, _sign) if "\\" in text.text else text


def _sign(found: re.Match[str]) -> str:
    escape = found.group()[1:]
    if escape[0] == "\\":
        return found.group()[::2]
    if escape[0] == "u" and len(escape) > 5:
        high, low = int(escape[1:5], 16), int(escape[7:11], 16)
        return chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))
    if escape[0] in "ux":
        return chr(int(escape[1:], 16))
    if escape in ("033", "33"):
        return "\x1b"
    return PLAIN.get(escape, escape)


def literals(line: Located) -> list[Located]:
    """The insides of the literals in the line that spell out a traceback; the whole line if none does."""
    found = []
    for literal in LITERAL.finditer(line.text):
        if is_escaped(literal.group()):
            start, quote = literal.end("lead") + 1, literal.group()[literal.end("lead") - literal.start()]
            end = literal.end() - 1 if literal.group()[-1] == quote and literal.end() > start else literal.end()
            found.append(line.cut(start, end))
    return found or [line]
