"""PURE: why a match is offered, in short phrases for a person."""

from __future__ import annotations

from kb.matching import interpreter
from kb.matching.asked import Asked
from kb.matching.classes import OTHER_ORIGIN, OTHER_TYPE, UNKNOWN_TYPE
from kb.matching.contenders import Entry
from kb.matching.elsewhere import why_elsewhere
from kb.matching.ranking import CARRIED, Rated
from kb.matching.readings import Reading
from kb.search.places import common_suffix

_HOW = {
    "whole": "the whole message fits the template",
    "loose": "the message fits the template but for punctuation",
    "begun": "the template begins with just this message",
    "inside": "the message contains the template",
    "cut": "the message fits as far as it goes",
    "partly": "the message shares most of the template's words",
}


REWORDED = "its known wording does not fit: it may have been reworded"


def reasons(asked: Asked, rated: Rated, told: Entry, *, another_fits: bool) -> list[str]:
    """The strongest first. `told`: what is known of the entry. `another_fits`: some entry says the whole message, so
    that none need have been reworded."""
    found = [_of_frame(asked, rated), "another language's program printed it" if asked.error.is_foreign else ""]
    if rated.reading:
        found.append(_of_text(asked, rated, rated.reading))
    elif rated.candidate.has_text:
        found.append("its wording does not fit" if another_fits else REWORDED)
    found.append(_of_type(asked, rated))
    if rated.frame < 0.5 and interpreter.says_it(asked.error):
        found.append("Python itself says this, of any code")
    found += _of_version(rated, told)
    return [reason for reason in found if reason]


def _of_text(asked: Asked, rated: Rated, reading: Reading) -> str:
    if rated.fits and not reading.words:
        return "no word of its template is fixed, so that many messages fit it"
    left_out = asked.variants[reading.variant].left_out
    return f"{_HOW[reading.alignment.how]}, but for {left_out}" if left_out else _HOW[reading.alignment.how]


def _of_frame(asked: Asked, rated: Rated) -> str:
    if why := why_elsewhere(asked, rated):
        return why
    place = rated.place
    since = f" as of {place.version}" if place.pin_id != rated.row.pin_id or rated.row.is_removed else ""
    near = [(common_suffix(frame.parts, place.parts), frame.function) for frame in asked.frames]
    shared = max(near, default=(0, ""))[0]
    # A place of another version, which is not read here, shares nothing.
    if rated.frame >= 0.5 and (not shared or any(count == shared and name == place.function for count, name in near)):
        return f"a frame names {place.function} in {place.path}{since}"
    if rated.frame and not shared:
        return f"a frame names {place.function}, in another file of its package"
    if rated.frame and shared < min(2, len(place.parts)):
        return f"a frame names a {place.parts[-1]}, which may be another file"
    if rated.frame:
        return f"a frame names {place.path}{since}"
    return "no frame names its file" if asked.frames else ""


def _of_version(rated: Rated, told: Entry) -> list[str]:
    """What became of the statement since the version that the paste shows."""
    row, place = rated.row, rated.place
    if row.is_removed:
        return ["no longer in the current version"]
    found = []
    if rated.reading and (version := told.gone.get(rated.reading.shape_id)):
        found.append(f"reworded since: {version} says it otherwise")
    if (place.path, place.function) != (row.path, row.function):
        found.append(f"moved since: {row.version} has it in {row.function or row.path}")
    return found


def _of_type(asked: Asked, rated: Rated) -> str:
    if rated.candidate.is_carrier:
        return f"raises a class out of a variable, and its file names {asked.error.exc_type}"
    if rated.row.kind == "handed":
        return f"hands it to {rated.row.via}, which may raise it"
    if rated.type == OTHER_ORIGIN:
        return f"raises {rated.row.exc_type}, not of the package that was pasted"
    if rated.type > OTHER_ORIGIN:
        return f"raises {rated.row.exc_type}"
    if rated.type > UNKNOWN_TYPE:
        return f"raises {rated.row.exc_type}, of the type that was pasted"
    if rated.type == CARRIED:
        return f"raises {rated.row.exc_type}, whose text the pasted type may carry"
    return f"raises {rated.row.exc_type}, another type" if rated.type <= OTHER_TYPE else ""
