"""PURE: the frames of an error and the places of a candidate -> how well they agree, 0 to 1."""

from __future__ import annotations

from typing import Final

from kb.matching.asked import Asked, Frame
from kb.matching.candidates import Candidate, Place, Row
from kb.matching.raising import raises
from kb.search.places import common_suffix

DEEPER: Final = 0.85  # what a frame counts less than the one that it called
ONCE_THERE: Final = 0.85  # of a place that is not read any more
OLDER: Final = 0.99  # what a place at another pin counts: less than the current one, unless the line tells
ANOTHER_FILE: Final = 0.4  # of a function that a frame names in another file of the package: it may have moved with it
LINE: Final = 0.03  # at most; less than any other difference that matters


def frame_evidence(asked: Asked, candidate: Candidate) -> tuple[float, float, Place]:
    """Evidence of the frames, that of the line among those in the same function, and which place they name."""
    best, line, named = 0.0, 0.0, candidate.places[0]
    # The source line of the innermost frame is another statement's.
    is_elsewhere = candidate.is_shown is False
    for place in candidate.places:
        is_older = place is not candidate.places[0]
        for frame in (asked.near_frames if is_older else asked.frames)[is_elsewhere:]:
            evidence = _named(frame, place) or (ONCE_THERE if candidate.depth == frame.depth else 0.0)
            if not evidence:
                continue
            evidence *= DEEPER**frame.depth * _code(frame, candidate.row) * (OLDER if is_older else 1.0)
            here = _line(frame, place)
            if evidence + LINE * here > best + LINE * line:
                best, line, named = evidence, here, place
    return best, line, named


def _named(frame: Frame, place: Place) -> float:
    shared = common_suffix(frame.parts, place.parts)
    if shared == 0:
        return 0.0
    whole = shared == len(place.parts) or shared == len(frame.parts)
    if whole:
        named = 1.0 if shared > 1 else 0.6
    else:
        # An installed file of which only the end agrees is another package's.
        named = 0.9 if shared > 1 and not frame.is_installed else 0.3
    if not frame.function:
        return named * 0.8
    return named if frame.function == place.function else named * 0.5


def function_elsewhere(asked: Asked, row: Row) -> float:
    """Evidence of frames that name the statement's function in another file of its package. Special methods, and what
    stands in no function, are called alike everywhere; where the innermost line raises nothing, no statement did."""
    package = row.parts[:-1][:1]
    if not package or row.function.startswith(("__", "<")):
        return 0.0
    named = [one for one in asked.near_frames if one.function == row.function and one.parts[:-1][:1] == package]
    near = [one.depth for one in named if one.depth or not one.code or raises(one.code)]
    return ANOTHER_FILE * DEEPER ** min(near) if near else 0.0


def _code(frame: Frame, row: Row) -> float:
    """A frame whose source line raises nothing was left by an error from below, in code without frames."""
    if row.via or row.kind not in ("error", "assertion") or not frame.code or raises(frame.code):
        return 1.0
    return 0.5


def _line(frame: Frame, place: Place) -> float:
    if frame.line is None or place.line is None:
        return 0.0
    if place.line <= frame.line <= (place.end_line or place.line):
        return 1.0
    return 0.5 / (1 + min(abs(frame.line - place.line), abs(frame.line - (place.end_line or place.line))) / 5)
