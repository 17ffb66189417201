"""PURE: an error laid against a template -> what stands in the template's Holes, as it was pasted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from kb import text
from kb.matching.asked import Asked
from kb.matching.message import Message, Span
from kb.matching.readings import Reading
from kb.matching.splits import Value, parted

LONGEST = 2_000  # characters of a value that are looked through
_OPEN, _SHUT, _BEGINS = frozenset("([{"), frozenset(")]}"), frozenset("'\"([{")
_PART: Final = re.compile(r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|.""", re.DOTALL)


def values_of(asked: Asked, reading: Reading | None, wordings: Mapping[int, Sequence[text.Piece]]) -> dict[str, str]:
    """A Hole's expression -> its value; {} when the fit does not tell. `wordings`: shape -> pieces. Neighbouring Holes
    share a value, and so do those of which nothing tells where the one ends (`kb.matching.splits`). Of a cut text the
    last one is left out: nobody has seen where it ends."""
    if reading is None or not reading.alignment.holes:
        return {}
    message, pasted = asked.messages[reading.variant], asked.variants[reading.variant].text
    holes = zip(_holes(wordings.get(reading.shape_id, ())), reading.alignment.holes, strict=False)
    found = parted(message.spaced, [_value(message, hole, span) for hole, span in holes])
    return {value.name: _text(pasted, message, value.span) for value in _whole(asked, reading, found)}


def _value(message: Message, hole: _Hole, span: Span) -> Value:
    """With the blanks around it that are no part of the words next to it."""
    start, end = message.spaced_at(span)
    if hole.after and not hole.after[0].isspace() and message.spaced[end : end + 1] == " ":
        end += 1
    if hole.before and not hole.before[-1].isspace() and message.spaced[max(0, start - 1) : start] == " ":
        start -= 1
    return Value(hole.name, (start, end), hole.before, hole.after)


def _text(pasted: str, message: Message, span: Span) -> str:
    """A place in the folded message as it was pasted."""
    start, end = span
    if start == end:
        return ""
    spaced, at, offsets = message.spaced, message.key_at, message.offsets
    first = offsets[at[start] - 1] + 1 if spaced[start] == " " else offsets[at[start]]
    last = offsets[at[end]] if spaced[end - 1] == " " else offsets[at[end] - 1] + 1
    return pasted[first:last]


def as_written(values: Mapping[str, str]) -> dict[str, str]:
    """`values` for people: of a value that is printed as Python writes it, no more than that, as the text may go on;
    and none where nothing is printed, which Python never writes."""
    are_written = {name: name.endswith("!r") for name in values}
    return {
        name: _literal(value) if are_written[name] else value
        for name, value in values.items()
        if value or not are_written[name]
    }


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


def _whole(asked: Asked, reading: Reading, values: Sequence[Value]) -> Sequence[Value]:
    """Those that the text shows whole."""
    end = len(asked.messages[reading.variant].spaced)
    is_open = asked.error.is_truncated and bool(values) and values[-1].span[1] == end
    return values[:-1] if is_open or reading.alignment.how == "cut" else values


class _Hole(NamedTuple):
    """Neighbouring Holes, which a pattern has as one, and the literals around them."""

    name: str
    before: str
    after: str


def _holes(pieces: Iterable[text.Piece]) -> list[_Hole]:
    found: list[_Hole] = []
    before, was_hole = "", False
    for piece in pieces:
        if isinstance(piece, str):
            before = piece
            if was_hole:
                found[-1] = found[-1]._replace(after=piece)
        elif was_hole:
            found[-1] = found[-1]._replace(name=f"{found[-1].name}}}{{{piece['hole']}")
        else:
            found.append(_Hole(piece["hole"], before, ""))
        was_hole = not isinstance(piece, str)
    return found
