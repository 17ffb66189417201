"""Write an answer for people: links and colours on a terminal, plain text elsewhere. Pure but for the environment.

What upstream and the paste say may hold control characters, which must not reach the terminal as such.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, Final, TextIO

_CONTROLS: Final = dict.fromkeys((*range(32), *range(127, 160)), "�") | {
    code: f"[U+{code:04X}]" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
}
_CONTROLS[ord("\t")] = " "
_LONGEST: Final = 300
_NAMED: Final = 80
_COLOURS: Final = {"exact": "32", "ambiguous": "33", "similar": "33", "unmatched": "31"}


class Terminal:
    """How to write to `stream`: with links if it is a terminal, with colours unless NO_COLOR is set."""

    def __init__(self, stream: TextIO) -> None:
        is_terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
        self.has_links = is_terminal
        self.has_colours = is_terminal and not os.environ.get("NO_COLOR")

    def link(self, text: str, url: str) -> str:
        """`text` as a link (OSC 8), where that is shown and `url` can stand in one."""
        if not self.has_links or plain(url) != url:
            return text
        return f"\x1b]8;;{url}\x1b\\{text}\x1b]8;;\x1b\\"

    def colour(self, text: str, code: str) -> str:
        return f"\x1b[{code}m{text}\x1b[0m" if self.has_colours else text


def plain(text: object) -> str:
    """On one line, without anything that a terminal would obey, and not endless."""
    line = " ".join(str(text)[: 4 * _LONGEST].split("\n")).translate(_CONTROLS)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def lines(answer: Mapping[str, Any], terminal: Terminal) -> Iterator[str]:
    """The answer of POST /api/match, the best match first."""
    yield _said(answer, terminal)
    errors, first = answer.get("errors", ()), None
    for index, matches in groupby(_worth_showing(answer), key=lambda match: match.get("error_index", 0)):
        first = index if first is None else first
        if index != first and index < len(errors):
            # The outcome above is that of the first match's error; each other one has its own.
            yield ""
            yield f"{_named(errors[index])} {_said(errors[index], terminal)}"
        for match in matches:
            yield ""
            yield from _match(match, terminal)


def _said(decided: Mapping[str, Any], terminal: Terminal) -> str:
    """The sentences of an answer, or of one of its errors."""
    return terminal.colour(plain(decided["says"]), _COLOURS.get(str(decided["outcome"]), "0"))


def _named(error: Mapping[str, Any]) -> str:
    told = f"{error.get('exc_type', '')}: {error.get('message', '')}".strip(": ").split("\n")[0]
    return f"{plain(told)[:_NAMED]} —"


def _worth_showing(answer: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """All matches, but where it is settled which statement raised an error, that one alone."""
    outcomes = [error.get("outcome") for error in answer.get("errors", ())]
    settled = set()
    for match in answer["matches"]:
        index = match.get("error_index", 0)
        if index not in settled:
            yield match
        if index < len(outcomes) and outcomes[index] == "exact":
            settled.add(index)


def _match(match: Mapping[str, Any], terminal: Terminal) -> Iterator[str]:
    url = plain(match["url"])
    kind = f"{plain(match['exc_type'])}: " if match.get("exc_type") else ""
    yield terminal.link(terminal.colour(kind + plain(match["message"] or match["title"]), "1"), url)
    place = plain(match["path"]) + (f":{match['line']}" if match.get("line") else "")
    where = f" in {plain(match['qualname'])}" if match.get("qualname") else ""
    yield f"  {plain(match['project'])}  {terminal.link(place, url)}{where}"
    for hole, value in match.get("values", {}).items():
        # In braces, as the message has it: two Holes that share a value are one name, with what stands between them.
        yield f"  {terminal.colour(f'{{{plain(hole)}}}', '36')} = {plain(value)}"
    if match.get("pasted_line"):
        other = plain(match.get("pasted_version") or "another version")
        yield f"  read in {plain(match['version'])}; your line {match['pasted_line']} is of {other}"
    if not match.get("is_current", True):
        yield "  no longer raised"
    for number, solution in enumerate(match.get("solutions", ()), 1):
        yield f"  {number}. {plain(solution)}"
    yield f"  {url}"
