"""PURE: ranked candidates -> an outcome that says no more than the evidence does."""

from __future__ import annotations

from collections.abc import Sequence

from kb.matching.answer import Outcome
from kb.matching.asked import Asked
from kb.matching.ranking import Rated

MARGIN = 0.04  # of the score; what is nearer than this is not told apart
SURE_TEXT = 0.55
SURE_FRAME = 0.85
FEW = 0.2  # below it, nothing is worth showing


def decide(asked: Asked, ranked: Sequence[Rated]) -> tuple[Outcome, str]:
    """The outcome for one error, and what would decide between the first matches when they are ambiguous."""
    if not ranked or ranked[0].score < FEW:
        return "unmatched", ""
    best = ranked[0]
    if not _is_sure(best):
        return "similar", ""
    rivals = [one for one in ranked[1:] if best.score + best.tie - one.score - one.tie < MARGIN]
    if best.frame >= SURE_FRAME and best.tie >= 0.029 and not [one for one in rivals if one.tie >= 0.029]:
        rivals = [one for one in rivals if one.frame < SURE_FRAME or one.row.function != best.row.function]
    if not rivals:
        return "exact", ""
    return "ambiguous", _decider(asked, best, rivals)


def _is_sure(best: Rated) -> bool:
    if best.frame >= SURE_FRAME:
        return best.text >= 0.2 and best.type > 0.1
    return best.text >= SURE_TEXT and best.type > 0.1


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
