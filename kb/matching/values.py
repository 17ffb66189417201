"""PURE: an error laid against a template -> what stands in the template's Holes, as it was pasted."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kb import text
from kb.matching.asked import Asked
from kb.matching.candidates import Reading
from kb.search import fingerprints


def values_of(asked: Asked, reading: Reading | None, wordings: Iterable[Sequence[text.Piece]]) -> dict[str, str]:
    """A Hole's expression -> its value. Neighbouring Holes share one; {} when the fit does not tell."""
    if reading is None or not reading.alignment.holes:
        return {}
    pieces = next((p for p in wordings if fingerprints.of_shape(text.pattern(p)) == reading.shape_id), ())
    pasted = asked.variants[reading.variant].text
    offsets = asked.messages[reading.variant].offsets
    values: dict[str, str] = {}
    for name, (start, end) in zip(_holes(pieces), reading.alignment.holes, strict=False):
        values[name] = pasted[offsets[start] : offsets[end - 1] + 1] if end > start else ""
    return values


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
