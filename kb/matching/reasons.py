"""PURE: why a match is offered, in short phrases for a person."""

from __future__ import annotations

from kb.matching import interpreter
from kb.matching.asked import Asked
from kb.matching.ranking import OTHER_TYPE, UNKNOWN_TYPE, Rated

_HOW = {
    "whole": "the whole message fits the template",
    "loose": "the message fits the template but for punctuation",
    "inside": "the message contains the template",
    "cut": "the message fits as far as it goes",
    "partly": "the message shares most of the template's words",
}


REWORDED = "its known wording does not fit: it may have been reworded"


def reasons(asked: Asked, rated: Rated, *, another_fits: bool) -> list[str]:
    """The strongest first. `another_fits`: some entry says the whole message, so that none need have been reworded."""
    found = []
    row = rated.row
    if rated.frame >= 0.5:
        found.append(f"a frame names {row.function} in {row.path}")
    elif rated.frame:
        found.append(f"a frame names {row.path}")
    elif asked.frames:
        found.append("no frame names its file")
    if rated.reading:
        found.append(_HOW[rated.reading.alignment.how])
    elif rated.candidate.has_text:
        found.append("its wording does not fit" if another_fits else REWORDED)
    if said := _of_type(rated):
        found.append(said)
    if rated.frame < 0.5 and interpreter.says(asked.error.message):
        found.append("Python itself says this, of any code")
    if row.is_removed:
        found.append("no longer in the current version")
    return found


def _of_type(rated: Rated) -> str:
    if rated.type >= 0.8:
        return f"raises {rated.row.exc_type}"
    if rated.type > UNKNOWN_TYPE:
        return f"raises {rated.row.exc_type}, of the type that was pasted"
    return f"raises {rated.row.exc_type}, another type" if rated.type <= OTHER_TYPE else ""
