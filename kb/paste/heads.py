"""The head of a log record: times, levels, thread and logger names in front of what it says."""

import re

from .names import strength_of

DATES = (
    r"\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ,]{1,2}\d{1,2}:\d\d(?::\d\d)?)?",
    r"\d\d-\d\d \d\d:\d\d:\d\d",
    r"\d{1,2}:\d\d:\d\d",
    r"(?:[A-Z][a-z]{2} )?[A-Z][a-z]{2} {1,2}\d{1,2} \d\d:\d\d:\d\d",
    r"\d{1,2}/[A-Z][a-z]{2}/\d{4}[: ]\d\d:\d\d:\d\d",
    r"\d{1,2}/\d{1,2}/\d{2,4},? \d{1,2}:\d\d(?::\d\d)?",
    r"[EWIFDC]\d{4} \d\d:\d\d:\d\d",
)
LEVELS = "TRACE|DEBUG|INFO|NOTICE|WARN(?:ING)?|ERROR|ERR|CRITICAL|FATAL|SEVERE|EXCEPTION"
TIME = re.compile(
    rf"\[?(?:{'|'.join(DATES)})(?:[.,:]\d{{1,9}})?(?: ?(?:Z|UTC|GMT|[AP]M|[+-]\d\d:?\d\d))?(?: \d{{4}})?\]?"
)
LEVEL = re.compile(
    rf"[\[(<]?(?:{LEVELS}|(?:error|warning|critical|fatal)(?=[\]:]))(?:/[\w-]{{1,60}})?[\])>]?:?(?=\s|$|:)"
)
# `ERROR:` begins a record or a report; `ERROR 1064` may as well go on with a message.
LABEL = re.compile(rf"(?:{LEVELS}):(?:[\w.]{{1,80}}:|\s)|\[(?:{LEVELS})\]\s")
BRACKET = re.compile(
    r"\[(?!Errno|WinError|Previous|SQL|type=)[^\[\]]{1,120}\]:?"
    r"|\([\w .=,:/-]{0,60}(?:pid|ip|rank)[ =:][^()]{1,100}\)"
    r"|\{[\w.]{1,60}:\d{1,6}\}"
)
NAME = re.compile(
    rf"(?:{LEVELS}):[\w.]{{1,80}}:|[\w./-]{{1,60}}\[\d{{1,8}}\]:"
    r"|[\w.-]{1,60}\s{0,20}\|(?=\s|$)"
    r"|<?[\w./-]{1,80}>?:\S{1,80}:\d{1,6}"
    r"|[\w./-]{1,80}:\d{1,6}:?(?=\s|$)"
    r"|##\[\w{1,20}\]|::\w{1,20}(?: [^:]{0,200})?::"
)
WORD = re.compile(r"[\w./-]{1,60}(?::(?=\s|$)|(?=\s{1,4}[|-]\s)|(?= [\w./-]{1,60}\[\d{1,8}\]:))")
RULE = re.compile(r"[-–—|>»•*:]{1,3}(?=\s|$)")
GAP = re.compile(r"\s{0,8}")


def starts_with_time(text: str) -> bool:
    """Does the line begin with a point in time, as log records do?"""
    return TIME.match(text) is not None


def starts_record(text: str) -> bool:
    """Does the line begin as a log record does, whatever follows?"""
    return any(pattern.match(text) for pattern in (TIME, LEVEL, BRACKET, NAME))


def head_length(text: str) -> int:
    """How many characters of the line are a log record's head; 0 if it has none.

    Words count only behind what no sentence begins with, and never if they look like an exception's name.
    """
    end = 0
    for _ in range(12):
        pos = _past_gap(text, end)
        found = TIME.match(text, pos) or NAME.match(text, pos) or LEVEL.match(text, pos) or BRACKET.match(text, pos)
        if found is None and end:
            found = RULE.match(text, pos) or _logger(text, pos)
        if found is None:
            break
        end = found.end()
    start = _past_gap(text, end) if end else 0
    return start if start < len(text) else 0


def _logger(text: str, pos: int) -> re.Match[str] | None:
    found = WORD.match(text, pos)
    return found if found and strength_of(found.group().rstrip(":")) == "weak" else None


def _past_gap(text: str, pos: int) -> int:
    found = GAP.match(text, pos)
    return found.end() if found else pos
