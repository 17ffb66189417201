"""PURE: an entry -> what a person would paste of its error: a line, a traceback of 2 KB, a log of 100 KB."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from kb.text import Piece

TRACEBACK, LOG = 2_000, 100_000  # characters
_VALUES = ("3", "None", "'float16'", "torch.Size([2, 4, 8])", "/srv/app/config.json", "model.layers.0", "[1, 2, 3]")


class Known(NamedTuple):
    """An entry, and where it stands. `pieces`: one of its wordings, () if none is known."""

    id: str
    exc_type: str
    path: str
    line: int
    function: str
    pieces: Sequence[Piece]


Paste = Callable[[Known, Sequence[Known], random.Random], str]


def line(known: Known, _others: Sequence[Known], chance: random.Random) -> str:
    return f"{known.exc_type}: {_said(known, chance)}"


def traceback(known: Known, others: Sequence[Known], chance: random.Random) -> str:
    """Frames of any other entries, as many as fit, above the entry's own."""
    last = [*_frame(known, "raise "), line(known, others, chance)]
    frames: list[str] = []
    while sum(map(len, frames)) + sum(map(len, last)) < TRACEBACK - 200:
        frames += _frame(chance.choice(others), "return self.")
    return "\n".join(["Traceback (most recent call last):", *frames, *last])


def log(known: Known, others: Sequence[Known], chance: random.Random) -> str:
    """Lines that tell of work, four other errors among them, and the entry's traceback near the end."""
    errors = [traceback(one, others, chance) for one in (*chance.sample(list(others), 4), known)]
    lines = [*_working(LOG - sum(map(len, errors)), others, chance)]
    for number, error in enumerate(errors, 1):
        lines.insert(len(lines) * number // (len(errors) + 1), error)
    return "\n".join(lines)


PASTES: dict[str, Paste] = {"a line": line, "a traceback of 2 KB": traceback, "a log of 100 KB": log}


def _said(known: Known, chance: random.Random) -> str:
    return "".join(piece if isinstance(piece, str) else chance.choice(_VALUES) for piece in known.pieces)


def _frame(known: Known, code: str) -> list[str]:
    place = f'  File "/opt/venv/lib/python3.12/site-packages/{known.path}", line {known.line}, in {known.function}'
    return [place, f"    {code}{known.function}("]


def _working(characters: int, others: Sequence[Known], chance: random.Random) -> Iterator[str]:
    while characters > 0:
        seconds = chance.randrange(86_400)
        clock = f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02},{chance.randrange(1000):03}"
        told = _said(chance.choice(others), chance).replace("\n", " ")[:120]
        text = f"2026-03-01 {clock} INFO depot.worker[{chance.randrange(9)}]: done in {seconds % 97} ms, {told}"
        characters -= len(text) + 1
        yield text
