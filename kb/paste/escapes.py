"""Decodes text that was printed as a string literal: `\\n` for a line break, `\\"` for a quote."""

import re

from .located import Located

ESCAPE = re.compile(
    r"(?:\\\\)++"
    r"|\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|0?33"
    r"|[nrtbfe\"'`/]|\n)"
)
PLAIN = {"n": "\n", "r": "\r", "t": "\t", "b": "", "f": "", "e": "\x1b", "\n": "\n"}
BREAK = r"(?<!\\)\\{1,8}(?:r\\{1,8})?n"
# What shows that `\n` stands for a line break and is no part of a Windows path.
EVIDENCE = re.compile(
    rf"most recent call (?:last|first)\)?:?{BREAK}"
    rf"|{BREAK}\s{{0,20}}(?:>\s)?(?:File [\\\"'/<]|Traceback \(|During handling|The above exc|raise |-{{2,5}}> \d)"
    rf"|{BREAK}\s{{1,20}}at \w"
    rf"|{BREAK}(?:[a-z_]\w{{0,40}}\.){{0,6}}[A-Z]\w{{0,60}}(?:Error|Exception|Warning)\b"
)


def is_escaped(text: str) -> bool:
    """Does the text hold a traceback whose line breaks are spelt out?"""
    return "\\n" in text and EVIDENCE.search(text) is not None


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
    """The inside of the literal around each spelt-out traceback in the line; to the line's end if it is not closed."""
    found, pos = [], 0
    while evidence := EVIDENCE.search(line.text, pos):
        start, quote = _opening(line.text, pos, evidence.start())
        end = _closing(line.text, evidence.end(), quote)
        found.append(line.cut(start, end))
        pos = end + 1
    return found


def _opening(text: str, floor: int, pos: int) -> tuple[int, str]:
    """Where the literal that holds `pos` begins, and its quote; `floor` and "" if no quote stands before."""
    while pos > floor:
        pos = max(text.rfind('"', floor, pos), text.rfind("'", floor, pos))
        if pos < 0:
            break
        if text[pos - 1 : pos] != "\\":
            return pos + 1, text[pos]
    return floor, ""


def _closing(text: str, pos: int, quote: str) -> int:
    while quote and (pos := text.find(quote, pos)) >= 0:
        if text[pos - 1] != "\\" and not text.startswith("File ", pos - 5):
            return pos
        pos += 1
    return len(text)
