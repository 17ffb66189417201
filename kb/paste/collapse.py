"""Puts the line breaks back that a paste has lost: one line that holds several of a traceback's -> those lines."""

import re
from itertools import islice

from .anchors import FRAME, HEADER
from .located import Located
from .names import Named, named_at

CHAIN = re.compile(
    r"The above exception was the direct cause of the following exception:"
    r"|During handling of the above exception, another exception occurred:"
)
MARK = re.compile(f"(?P<header>{HEADER.pattern})|(?P<frame>{FRAME.pattern})|(?P<chain>{CHAIN.pattern})")
PLACE = re.compile(
    FRAME.pattern + r"{1,9}(?:,?\s{1,3}in\s{1,3}(?:<[^<>\s]{1,80}>|[^\s(]{1,200}(?:\([^()]{0,300}\))?))?"
)
FENCE = re.compile(r"\s{1,9}\"{3}\s*$")
CARETS = re.compile(r"\s[~^]{2,}(?:\s|$)")
MAX_PARTS = 1500
# What a box or a rule draws behind a traceback's first line is no text.
WORDS = re.compile(r"[\w\"']")
WORD = re.compile(r"(?<![\w.\"'])[^\W\d][\w.]{2,200}(?=:\s|\s*$)")
RAISES = re.compile(r"raise\s{1,3}([\w.]{1,200})")


def expand(lines: list[Located]) -> list[Located]:
    """The lines, each that holds more than one mark of a traceback taken apart."""
    if not any(_is_suspect(line.text) for line in lines):
        return lines
    expanded: list[Located] = []
    for line in lines:
        if _is_suspect(line.text):
            expanded += _parts(line)
        else:
            expanded.append(line)
    return expanded


def _is_suspect(text: str) -> bool:
    if "most recent call" in text:
        found = HEADER.search(text)
        return found is not None and WORDS.search(text, found.end()) is not None
    if "File " not in text:
        return False
    if text.count("File ") > 1 or CHAIN.search(text):
        return True
    place = PLACE.search(text, 0, 4000)
    return place is not None and (
        _last_line(text[place.end() :]) is not None or text[: place.start()].strip("> ") != ""
    )


def _parts(line: Located) -> list[Located]:
    marks = list(islice(MARK.finditer(line.text), MAX_PARTS))
    if not marks or line.text[marks[0].start() - 1 : marks[0].start()] in ("'", '"'):
        return [line]
    bounds = [found.start() for found in marks] + [len(line.text)]
    parts: list[Located] = []
    for found, end in zip(marks, bounds[1:], strict=True):
        if found["frame"] is None:
            parts += [line.cut(found.start(), found.end()), line.cut(found.end(), end)]
        else:
            parts += _frame_parts(line.cut(found.start(), end))
    before = line.cut(0, len(line.text[: bounds[0]].rstrip()))
    parts = [part.strip() for part in parts if part.text.strip()]
    return [before, *parts] if before.text else parts


def _frame_parts(text: Located) -> list[Located]:
    """`File …, in f code Type: message` -> the frame, its code, the error's last line."""
    place = PLACE.match(text.text)
    if place is None:
        return [text]
    frame, rest = text.cut(0, place.end()), text.cut(place.end())
    carets = CARETS.search(rest.text)
    if carets is not None:
        return [frame, rest.cut(0, carets.start()), rest.cut(carets.end())]
    last = _last_line(rest.text)
    if last is None:
        return [frame, rest]
    fence = FENCE.search(rest.text)
    rest = rest.cut(0, fence.start()) if fence else rest
    return [frame, rest.cut(0, last.type_span[0]), rest.cut(last.type_span[0])]


def _last_line(text: str) -> Named | None:
    """Where the error's last line begins behind a piece of code: at the type that the code raises, or the first one."""
    found = [named for word in WORD.finditer(text) if (named := _named(text, word.start()))]
    raised = RAISES.search(text)
    name = raised.group(1).rpartition(".")[2] if raised else ""
    return next((named for named in found if named.type == name), found[0] if found else None)


def _named(text: str, pos: int) -> Named | None:
    if text[:pos].rstrip().endswith(("raise", "except", "class")):
        return None
    named = named_at(text, pos)
    return named if named is not None and named.strength == "strong" else None
