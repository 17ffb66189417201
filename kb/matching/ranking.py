"""PURE: how well a candidate answers an error, and why.

Four kinds of evidence, each 0 to 1: the text (what the literals explain), the frame (where the paste says it happened),
the type, and the project. Lines only break ties, since they drift from release to release.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from kb.matching.asked import Asked
from kb.matching.candidates import Candidate, Place, Row
from kb.matching.classes import OTHER_ORIGIN, OTHER_TYPE, type_evidence
from kb.matching.placing import LINE, frame_evidence, function_elsewhere
from kb.matching.readings import Reading
from kb.matching.variants import OTHERWISE
from kb.search.places import common_suffix
from kb.search.protocol import PASSING_KINDS

# Shares of the score. Without frames, text and type decide alone.
TEXT, FRAME, TYPE = 0.5, 0.35, 0.15
TEXT_ALONE, TYPE_ALONE = 0.75, 0.25

UNKNOWN_TEXT = 0.2  # a message that the code does not tell
CARRIED = 0.5  # another type, whose text the one that was pasted may carry
NOT_OF_TYPE = 0.6  # what a score counts of an entry that raises an unrelated type
PARTLY_ABOVE = 0.6  # what a text that does not fit whole counts above the innermost frame
NAMED_IN_MESSAGE = 1.05
OUTSIDE_FRAMES = 0.6  # what a text counts in a file that no frame names
OTHER_PROJECT = 0.9
NOT_SOURCE = 0.9
TELLING = 3  # fixed words from which on a text that fits is no chance
QUOTED_BEHIND = 0.05
GIVEN_BEFORE = 0.01  # less than what tells statements apart, more than what values add
WRAPPING = 2  # words that a statement puts around what it has caught
PASSING = 0.9
REMOVED = 0.97


@dataclass(frozen=True, slots=True)
class Rated:
    """A candidate with its evidence. `tie` orders what the evidence cannot tell apart. `place`: what of the statement's
    places the frames name, else where it stands now. `values`: what its Holes' values say; it orders, and decides
    nothing. `is_doubted`: whether they are such that another statement may have said it."""

    candidate: Candidate
    reading: Reading | None
    score: float
    text: float
    type: float
    frame: float
    tie: float
    place: Place
    values: float = 0.0
    is_doubted: bool = False

    @property
    def row(self) -> Row:
        return self.candidate.row

    @property
    def fits(self) -> bool:
        """Does it say the whole message?"""
        return self.reading is not None and self.reading.alignment.how in ("whole", "loose", "begun")

    @property
    def words(self) -> int:
        """How many fixed words of the template the message shows."""
        if self.reading is None:
            return 0
        is_cut = self.reading.alignment.how == "cut"
        return round(self.reading.words * self.reading.alignment.found) if is_cut else self.reading.words

    @property
    def has_line(self) -> bool:
        """Does a frame name a line of the statement itself?"""
        return self.tie >= LINE

    @property
    def says(self) -> tuple[str, str, str]:
        return self.row.project, self.row.exc_type, self.row.message


def rank(asked: Asked, candidates: list[Candidate], project: str = "") -> list[Rated]:
    """The best first."""
    rated = [_rate(asked, candidate, project) for candidate in candidates]
    if not asked.frames and any(_hands_on(asked, one) for one in rated):
        rated = [_carried(asked, one, project) for one in rated]
    return in_order(_behind_wrapping(asked, _behind_quoting(asked, _by_given(_by_lines(_by_files(asked, rated))))))


def _by_files(asked: Asked, rated: list[Rated]) -> list[Rated]:
    """Where the innermost frame names a file of a project whole, it names no other of which only the end agrees."""
    if not asked.frames:
        return rated
    named = [common_suffix(asked.frames[0].parts, one.place.parts) == len(one.place.parts) > 1 for one in rated]
    projects = {one.row.project for one, is_named in zip(rated, named, strict=True) if is_named}
    return [
        _outside_frames(one) if one.candidate.depth == 0 and one.row.project in projects and not is_named else one
        for one, is_named in zip(rated, named, strict=True)
    ]


def _by_lines(rated: list[Rated]) -> list[Rated]:
    """Where the innermost frame shows the very line of one statement alone, number and all, and nothing that it says
    speaks against it, the paste is of the version that was read: so of the others the frames name those of which they
    have the line, too."""
    shown = [one for one in rated if one.candidate.is_shown and one.candidate.depth == 0]
    if len(shown) != 1 or not shown[0].has_line or not (shown[0].fits or not shown[0].candidate.has_text):
        return rated
    return [_outside_frames(one) if one.frame and not one.has_line else one for one in rated]


def _by_given(rated: list[Rated]) -> list[Rated]:
    """Where the innermost frame has the line of one statement alone, and that says only what it is given, what others
    of the function say may be what it was given: it comes first of them."""
    there = [one for one in rated if one.candidate.depth == 0 and one.has_line]
    given = [one for one in there if one.fits and not one.words and one.type == 1.0]
    if len(there) != 1 or not given:
        return rated
    best = given[0]
    rivals = [one.score + one.tie for one in rated if one.frame and one.row.function == best.row.function]
    score = max(best.score, max(rivals) - best.tie + GIVEN_BEFORE)
    return [replace(one, score=score) if one is best else one for one in rated]


def _outside_frames(one: Rated) -> Rated:
    inside = TEXT * one.text + FRAME * one.frame + TYPE * one.type
    outside = TEXT * one.text * OUTSIDE_FRAMES + TYPE * one.type
    return replace(one, frame=0.0, score=one.score * outside / inside if inside else 0.0)


def _hands_on(asked: Asked, one: Rated) -> bool:
    """Is it of the very class that was pasted, and says no word of its own, so that it may carry another one's text?"""
    return one.type == 1.0 and one.fits and not one.words and asked.variants[0].is_of_own_class


def _carried(asked: Asked, one: Rated, project: str) -> Rated:
    """A statement that says all of the message in another type may have raised what the pasted one was made of."""
    if one.type > OTHER_TYPE or not one.fits or one.words < TELLING:
        return one
    score = _score(one.text, CARRIED, one.frame, has_frames=False) * _context(asked, one.row, project)
    return replace(one, score=score, type=CARRIED)


def _behind_quoting(asked: Asked, rated: list[Rated]) -> list[Rated]:
    """What a message quotes comes behind what says all of it, words and all, however little of it those words are."""
    whole = [one.score for one in rated if one.fits and one.words >= TELLING and not _is_quoted(asked, one)]
    most = max(whole, default=0.0) - QUOTED_BEHIND
    return [replace(one, score=min(one.score, most)) if whole and _is_quoted(asked, one) else one for one in rated]


def _behind_wrapping(asked: Asked, rated: list[Rated]) -> list[Rated]:
    """What a message contains comes behind a statement of the same class that says what stands around it: that one has
    caught it and raised it anew. Frames would tell. Another module may print as the class's own."""
    around = [one for one in rated if one.fits and one.type >= OTHER_ORIGIN and one.words >= WRAPPING]
    whole = [] if asked.frames else around
    return [
        replace(one, score=min([one.score, *(other.score - QUOTED_BEHIND for other in whole if _wraps(other, one))]))
        for one in rated
    ]


def _wraps(one: Rated, other: Rated) -> bool:
    """Does what they say together make up the message, each saying another part?"""
    if one.reading is None or other.reading is None or other.reading.alignment.how != "inside":
        return False
    is_same = (one.row.project, one.row.exc_qualified) == (other.row.project, other.row.exc_qualified)
    return is_same and one.reading.alignment.explained + other.reading.alignment.explained <= 1.0


def _is_quoted(asked: Asked, one: Rated) -> bool:
    return one.reading is not None and asked.variants[one.reading.variant].weight < OTHERWISE


def in_order(rated: Sequence[Rated]) -> list[Rated]:
    """The best first. Of those that answer equally well, first what most statements say, since each may have run; then
    what is not private, and what stands nearest to the top of its package, since more of the package runs that."""
    sites = Counter(one.says for one in rated)
    return sorted(
        rated,
        key=lambda one: (
            -round(one.score + one.tie + one.values, 4),
            not one.row.is_source,
            -sites[one.says],
            one.row.is_private,
            len(one.row.parts),
            one.row.path,
            one.row.line or 0,
        ),
    )


def _rate(asked: Asked, candidate: Candidate, project: str) -> Rated:
    frame, line, place = frame_evidence(asked, candidate)
    context = _context(asked, candidate.row, project)
    readings: list[Reading | None] = [*candidate.readings] or [None]
    moved = 0.0 if frame else function_elsewhere(asked, candidate.row)

    def rated(reading: Reading | None) -> Rated:
        named = moved if moved and reading and reading.alignment.how == "whole" else frame
        text = _text(asked, candidate, reading) * _above(candidate, reading)
        variant = asked.variants[reading.variant if reading else 0]
        type_ = type_evidence(variant, candidate.row, is_usage=asked.error.dialect == "usage")
        score = _score(text, type_, named, has_frames=bool(asked.frames)) * context
        score *= NOT_OF_TYPE if type_ <= OTHER_TYPE else 1.0
        return Rated(candidate, reading, score, text, type_, named, line * LINE, place)

    return max(map(rated, readings), key=lambda one: one.score)


def _above(candidate: Candidate, reading: Reading | None) -> float:
    """A statement above the innermost frame is the one only if it handed its text down, so that all of it fits."""
    fits = reading is None or reading.alignment.how not in ("cut", "partly")
    return 1.0 if fits or not candidate.depth else PARTLY_ABOVE


def _score(text: float, type_: float, frame: float, *, has_frames: bool) -> float:
    if not has_frames:
        return TEXT_ALONE * text + TYPE_ALONE * type_ * min(1.0, 2 * text)
    return TEXT * text * (1.0 if frame else OUTSIDE_FRAMES) + FRAME * frame + TYPE * type_


def _text(asked: Asked, candidate: Candidate, reading: Reading | None) -> float:
    if reading is not None:
        return reading.score
    if candidate.has_text:
        return 0.0
    says_nothing = not candidate.row.message and not candidate.row.reason
    if says_nothing:
        return 0.6 if not asked.error.message.strip() else 0.05
    return UNKNOWN_TEXT


def _context(asked: Asked, row: Row, project: str) -> float:
    factor = 1.0 if row.is_source else NOT_SOURCE
    if not is_of_project(asked, row, project):
        factor *= OTHER_PROJECT
    if not asked.frames and not asked.mentioned.isdisjoint((row.project.partition("/")[2], *row.parts[:1])):
        factor *= NAMED_IN_MESSAGE
    if row.kind in PASSING_KINDS and not asked.error.exc_type.endswith("Warning"):
        factor *= PASSING
    if row.is_removed:
        factor *= REMOVED
    return factor


def is_of_project(asked: Asked, row: Row, project: str = "") -> bool:
    """Of the project that was asked for, else of one that the frames or the type's module name; true if none is."""
    if project:
        return project in (row.project, row.project.partition("/")[2])
    return not asked.packages or not asked.packages.isdisjoint(row.parts[:-1])
