"""PURE: errors that really happened, as a file of cases holds them, what is pasted of each, and which answer is right.

A file holds one JSON object a line:

    {"id", "exc_type", "exc_module"?, "message", "words"?, "frames": [[path, line, function, source line], …],
     "accept": [{"path", "line"}, …]}

`frames` end with the innermost one; `accept` are the statements that are right; `words` counts the words of the message
that stand in the source, since with less than three of them no text can tell statements apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple

Mode = Literal["traceback", "typed", "message"]
MODES: tuple[Mode, ...] = ("traceback", "typed", "message")
INSTALLED = "/opt/venv/lib/python3.12/site-packages"
# As `POST /api/match` gives it; baselines give the same fields.
Match = Mapping[str, Any]


class Place(NamedTuple):
    path: str
    line: int


class Frame(NamedTuple):
    path: str
    line: int
    function: str
    code: str


class Case(NamedTuple):
    """One error. `words` is None where the file does not tell."""

    id: str
    exc_type: str
    exc_module: str
    message: str
    words: int | None
    frames: tuple[Frame, ...]
    accept: tuple[Place, ...]

    def pasted(self, mode: Mode) -> str:
        if mode == "message":
            return self.message
        if mode == "typed":
            return f"{self.exc_type}: {self.message}"
        return "\n".join(self._traceback())

    def _traceback(self) -> Iterator[str]:
        yield "Traceback (most recent call last):"
        for frame in self.frames:
            yield f'  File "{INSTALLED}/{_installed(frame.path)}", line {frame.line}, in {frame.function}'
            if frame.code:
                yield f"    {frame.code}"
        is_short = self.exc_module in ("builtins", "__main__")
        name = self.exc_type if is_short else f"{self.exc_module}.{self.exc_type}"
        yield f"{name}: {self.message}" if self.message else name


def read(path: Path) -> list[Case]:
    """Raises ValueError, naming the line, where one is no case."""
    return [_case(number, line) for number, line in enumerate(path.read_text().splitlines(), 1) if line.strip()]


def _case(number: int, line: str) -> Case:
    try:
        told = json.loads(line)
        return Case(
            id=told["id"],
            exc_type=told["exc_type"],
            exc_module=told.get("exc_module", "builtins"),
            message=told["message"],
            words=told.get("words"),
            frames=tuple(Frame(*frame) for frame in told["frames"]),
            accept=tuple(Place(place["path"], place["line"]) for place in told["accept"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"line {number} is no case: {type(error).__name__} {error}") from error


def is_right(match: Match, case: Case) -> bool:
    """Is it a statement that the case accepts?"""
    path, line = match["path"] or "", match["line"]
    if line is None:
        return False
    return any(_same_file(path, place.path) and line <= place.line <= match["end_line"] for place in case.accept)


def right_places(matches: Sequence[Match], case: Case) -> list[int]:
    """The indexes of the right ones."""
    return [at for at, match in enumerate(matches) if is_right(match, case)]


def says_the_same(one: Match, other: Match) -> bool:
    """What text alone cannot tell apart."""
    return all(one[name] == other[name] for name in ("project", "exc_type", "message"))


def says_the_same_words(one: Match, other: Match) -> bool:
    """The same but for what the Holes are called, which no text shows."""
    return one["exc_type"] == other["exc_type"] and _without_names(one["message"]) == _without_names(other["message"])


def _without_names(message: str) -> str:
    """A message without what its Holes are called: everything in braces."""
    kept, depth = [], 0
    for character in message:
        depth -= character == "}" and depth > 0
        if not depth:
            kept.append(character)
        depth += character == "{"
    return "".join(kept)


def _same_file(one: str, other: str) -> bool:
    one, other = _installed(one), _installed(other)
    return one == other or one.endswith("/" + other) or other.endswith("/" + one)


def _installed(path: str) -> str:
    """As it lies below site-packages."""
    return path.removeprefix("src/")
