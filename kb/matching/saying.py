"""PURE: what was decided of one error -> the sentences that pages, API and command line say of it, alike."""

from __future__ import annotations

from typing import Final

from kb.matching.answer import Answer, ByPython, Outcome
from kb.matching.candidates import Row
from kb.matching.deciding import FEW_WORDS
from kb.paste import PastedFrame

_NOTHING_READ: Final = "No error and no message was found in the paste."
_SAYS: Final[dict[Outcome, str]] = {
    "exact": "This is the statement that raised it.",
    "ambiguous": "Several statements fit equally well.",
    "similar": "No statement fits for sure. These say this or something like it, and may be other errors.",
    "unmatched": "No statement that is known here says this.",
}
_OF_FEW_WORDS: Final = "A known statement says this, and others may."
_HANDED: Final = "This is where the message comes from: it is handed to {via}, which raises it."
_BY_PYTHON: Final = "Python itself raises this, in any code that does what it says."


def outcome_says(outcome: Outcome, decides: str, best: Row | None) -> str:
    """`outcome` and `decides` as `decide` gives them; `best`: the row that fits best, None where none is shown."""
    says = _OF_FEW_WORDS if decides == FEW_WORDS else _SAYS[outcome]
    if outcome == "exact" and best is not None and best.kind == "handed":
        says = _HANDED.format(via=best.via)
    return f"{says} What would decide is {decides}." if decides else says


def answer_says(answer: Answer) -> str:
    """Of the error that leads."""
    return _NOTHING_READ if answer.leading is None else answer.says[answer.leading]


def python_says(by_python: ByPython, *, has_others: bool) -> str:
    """`has_others`: whether statements are shown that say the same words."""
    look = _look(by_python.look_at) if by_python.look_at else ""
    return f"{_BY_PYTHON}{look}{' These statements say the same words.' if has_others else ''}"


def _look(frame: PastedFrame) -> str:
    """What was typed at a prompt stands in no file."""
    if not frame.path:
        return f" The line to look at is line {frame.line} of your own code." if frame.line else ""
    where = f", line {frame.line}" if frame.line else ""
    return f" The line to look at is in {frame.path}{where}."
