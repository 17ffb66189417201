"""PURE: ranked candidates -> an outcome that says no more than the evidence does.

A frame that raises where the statement stands decides nearly alone. A text decides alone only where it is telling: all
of it fits, with words enough, and in what people run rather than in tests. Where the paste has frames and none is the
statement's, they speak against it: it may have moved since, or its frames may have been cut away, and only a longer
text outweighs that; but where the innermost frame shows what raised, nothing does. What Python itself says of any code
is decided by frames alone.
"""

from __future__ import annotations

import builtins
from collections.abc import Sequence

from kb.matching import interpreter
from kb.matching.answer import Outcome
from kb.matching.asked import Asked
from kb.matching.ranking import OTHER_TYPE, UNKNOWN_TYPE, Rated, is_of_project, raises
from kb.matching.variants import OTHERWISE

MARGIN = 0.04  # of the score; what is nearer than this is not told apart
SURE_TEXT = 0.55
# Fixed words that make a text sure however long the values between them are, of the type that was pasted, or of any.
SURE_WORDS_OF_TYPE, SURE_WORDS = 4, 6
SURE_FRAME = 0.85
LEAST_TEXT = 0.2  # beside a frame
FEW = 0.2  # below it, nothing is worth showing
# Fixed words that a text must have to decide: alone; beside a class that its project defines; against frames that are
# of the same project, or of others.
ALONE, OF_OWN_CLASS, OUTSIDE_FRAMES, OUTSIDE_PROJECT = 3, 1, 3, 8
PLAUSIBLE = 0.8


def decide(asked: Asked, ranked: Sequence[Rated]) -> tuple[Outcome, str]:
    """The outcome for one error, and what would decide between the first matches when they are ambiguous."""
    if not ranked or not is_worth_showing(asked, ranked[0]):
        return "unmatched", ""
    best = ranked[0]
    if not _is_sure(asked, best):
        return "similar", ""
    rivals = [one for one in ranked[1:] if best.score + best.tie - one.score - one.tie < MARGIN]
    if best.frame >= SURE_FRAME and best.has_line and not any(one.has_line for one in rivals):
        # Of the statements of one function the line tells which, but not of which function it is.
        rivals = [one for one in rivals if one.frame < SURE_FRAME or one.row.function != best.row.function]
    if not rivals:
        return "exact", ""
    return "ambiguous", _decider(asked, best, rivals)


def is_worth_showing(asked: Asked, one: Rated) -> bool:
    """Of a project that no frame names, and above the frame that raised, Holes and a word or two say nothing."""
    if one.score < FEW:
        return False
    if not asked.frames or one.candidate.depth == 0:
        return True
    if one.candidate.depth is None and not is_of_project(asked, one.row):
        return one.fits and _words(one) >= ALONE
    return one.reading is None or _words(one) > 0


def _is_sure(asked: Asked, best: Rated) -> bool:
    if best.type <= OTHER_TYPE:
        return False
    if best.frame >= SURE_FRAME and best.candidate.depth == 0:
        return best.text >= LEAST_TEXT
    if interpreter.says(asked.error.message):
        return False
    if not best.row.is_source or best.type < UNKNOWN_TYPE or _is_elsewhere(asked, best):
        return False
    is_sure = best.text >= SURE_TEXT or _is_long(asked, best)
    return is_sure and _is_telling(best) and _words(best) >= _least_words(asked, best)


def _is_elsewhere(asked: Asked, best: Rated) -> bool:
    """Does the innermost frame show that another statement raised? One of the same project may have stood there once,
    and from one of another project frames may have been cut away."""
    innermost = asked.frames[0] if asked.frames else None
    if best.frame or innermost is None or not innermost.code:
        return False
    is_raise = raises(innermost.code)
    return not is_raise if is_of_project(asked, best.row) else is_raise


def _is_long(asked: Asked, best: Rated) -> bool:
    """Does it say all that was pasted, not what another message quotes, in many words?"""
    if best.reading is None or not best.fits or asked.variants[best.reading.variant].weight < OTHERWISE:
        return False
    return best.reading.words >= (SURE_WORDS_OF_TYPE if best.type == 1.0 else SURE_WORDS)


def _is_telling(best: Rated) -> bool:
    """A text that goes on before or after the template is perhaps another, longer one's; its class may tell."""
    if best.reading is None:
        return False
    alignment = best.reading.alignment
    return alignment.plausible >= PLAUSIBLE and (alignment.how != "inside" or best.type == 1.0)


def _least_words(asked: Asked, best: Rated) -> int:
    if best.frame:
        return OF_OWN_CLASS
    if asked.frames:
        return OUTSIDE_FRAMES if is_of_project(asked, best.row) else OUTSIDE_PROJECT
    return OF_OWN_CLASS if best.type == 1.0 and not hasattr(builtins, best.row.exc_type) else ALONE


def _words(one: Rated) -> int:
    return one.reading.words if one.reading else 0


def _decider(asked: Asked, best: Rated, rivals: Sequence[Rated]) -> str:
    rows = [best.row, *(one.row for one in rivals)]
    if not asked.frames and len({row.exc_type for row in rows}) == len(rows):
        return "the exception's type: the name before the colon"
    if not asked.frames:
        return "the frame: the file and function above the last line"
    if len({row.project for row in rows}) == len(rows):
        return "the project that the code belongs to"
    if len({(row.path, row.function) for row in rows}) == len(rows):
        return "the innermost frame: its file and function"
    return "the line of the innermost frame, together with the version that ran"
