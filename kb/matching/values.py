"""PURE: an error laid against a template -> what stands in the template's Holes, as it was pasted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from kb import text
from kb.matching.alignment import Span
from kb.matching.asked import Asked
from kb.matching.candidates import Reading

LONGEST = 2_000  # characters of a value that are looked through
_OPEN, _SHUT, _BEGINS = frozenset("([{"), frozenset(")]}"), frozenset("'\"([{")
_PART: Final = re.compile(r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|.""", re.DOTALL)


def values_of(asked: Asked, reading: Reading | None, wordings: Mapping[int, Sequence[text.Piece]]) -> dict[str, str]:
    """A Hole's expression -> its value; {} when the fit does not tell. `wordings`: shape -> pieces. Neighbouring Holes
    share a value. Of a cut text the last one is left out: nobody has seen where it ends."""
    if reading is None or not reading.alignment.holes:
        return {}
    pasted = asked.variants[reading.variant].text
    offsets = asked.messages[reading.variant].offsets
    values: dict[str, str] = {}
    for name, (start, end) in zip(_holes(wordings.get(reading.shape_id, ())), _whole(asked, reading), strict=False):
        values[name] = pasted[offsets[start] : offsets[end - 1] + 1] if end > start else ""
    return values


def as_written(values: Mapping[str, str]) -> dict[str, str]:
    """`values` for people: of a value that is printed as Python writes it, no more than that; the text may go on."""
    return {name: _literal(value) if name.endswith("!r") else value for name, value in values.items()}


def _literal(value: str) -> str:
    """The text, list, tuple, dict or set that `value` begins with; all of it where that does not end before."""
    depth = 0
    for found in _PART.finditer(value[:LONGEST]) if value[:1] in _BEGINS else ():
        depth += (found[0] in _OPEN) - (found[0] in _SHUT)
        if not depth:
            is_whole = len(found[0]) > 1 or found[0] in _SHUT
            return value[: found.end()] if is_whole else value
    return value


def are_sure(asked: Asked, reading: Reading | None, wordings: Mapping[int, Sequence[text.Piece]]) -> bool:
    """Is the message as pasted all that the wording says, with one way only to part it into values?"""
    if reading is None or reading.variant or reading.alignment.how != "whole" or reading.alignment.plausible < 1:
        return False
    key = asked.messages[0].key
    between = text.pattern_literals(text.pattern(wordings.get(reading.shape_id, ())))[1:-1]
    return all(key.find(literal.lower()) == key.rfind(literal.lower()) for literal in between)


def _whole(asked: Asked, reading: Reading) -> Sequence[Span]:
    """The places of values that the text shows whole."""
    holes = reading.alignment.holes
    is_open = asked.error.is_truncated and holes[-1][1] == len(asked.messages[reading.variant].key)
    return holes[:-1] if is_open or reading.alignment.how == "cut" else holes


def _holes(pieces: Iterable[text.Piece]) -> list[str]:
    """The Holes' expressions, neighbours joined, as a pattern has them."""
    names: list[str] = []
    was_hole = False
    for piece in pieces:
        if isinstance(piece, str):
            was_hole = False
        elif was_hole:
            names[-1] += "}{" + piece["hole"]
        else:
            names.append(piece["hole"])
            was_hole = True
    return names
