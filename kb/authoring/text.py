"""Sentences of a body <-> lines that a person edits: one sentence a line, what it cites in brackets at its end.

`load` raises `ValueError` when `path` is empty. [src/anvil/load.py:3] [src/anvil/load.py:2]
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from kb.authoring.places import Misplaced, Places

PARTS: Final = ("meaning", "trigger", "situations", "solution")
LONGEST: Final = 2000
_CITED: Final = re.compile(r"\s*\[([^\[\]\s]+):([0-9]{1,9})\]\s*$")


class Misread(ValueError):
    """A line that cannot be taken; says which and why."""


def lines(body: Mapping[str, Any], part: str) -> str:
    """The sentences of a part, as a person edits them."""
    said = (sentence for sentence in body.get("sentences", ()) if sentence["part"] == part)
    return "\n".join(_line(sentence) for sentence in said)


def _line(sentence: Mapping[str, Any]) -> str:
    cited = (f"[{path}:{line}]" for path, line, _ in sentence.get("sources", ()))
    return " ".join((sentence["text"], *cited))


def sentences(text: str, part: str, places: Places) -> list[dict[str, Any]]:
    """The lines as sentences of a body; raises Misread."""
    return list(_sentences(text, part, places))


def _sentences(text: str, part: str, places: Places) -> Iterator[dict[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        said, cited = _split(line.strip())
        if not said or len(said) > LONGEST:
            raise Misread(f"Line {number}: a sentence has 1 to {LONGEST} characters before what it cites.")
        try:
            sources = [list(places.place(path, at)) for path, at in cited]
        except Misplaced as misplaced:
            raise Misread(f"Line {number}: {misplaced}.") from misplaced
        yield {"part": part, "text": said, "sources": sources}


def _split(line: str) -> tuple[str, list[tuple[str, int]]]:
    """The sentence, and the places in brackets at its end in their order."""
    cited: list[tuple[str, int]] = []
    while found := _CITED.search(line):
        cited.insert(0, (found[1], int(found[2])))
        line = line[: found.start()]
    return line.strip(), cited
