"""A clause of a message -> whether it tells what to do, or only begins with a word that may. Pure.

`set`, `use`, `call`, `run` and others are nouns as well: "Call to f() failed" orders nothing.
"""

from __future__ import annotations

import re
from typing import Final

_MODAL: Final = (
    r"(?:must|should|(?:may |might )?(?:need|want) to|have to)(?: (?:also|always|explicitly|first|either|then))*"
)
_LEAD: Final = rf"(?:(?:please|instead|so|or|and|then|you (?:{_MODAL}|can|may)) )*"
_NOUNS: Final = r"use|set(?! up (?:a|an|the|your)\b)|pass|call|run|increase|decrease|launch"
_MOVES: Final = "try|upgrade|downgrade|update|consider"  # which `to` may follow
_VERBS: Final = (
    "set up|specify|supply|declare|configure|override|provide|remove|add|rename|replace|convert|reduce|enable|disable"
)
_BEGINS: Final = re.compile(
    rf"{_LEAD}(?:(?P<moves>{_MOVES})|(?P<noun>{_NOUNS})|(?P<verb>{_VERBS})|install|select|define|merge(?!\())\b(?P<rest>.*)",
    re.IGNORECASE | re.DOTALL,
)
# Without a subject nobody but the reader is meant.
_HAS_TO: Final = re.compile(
    r"(?:must|should)(?: (?:also|always|explicitly|first|either|then))* "
    rf"(?:{_NOUNS}|{_MOVES}|{_VERBS}|give|supply|define|select|implement)\b(?! (?:by|on|for|of|in)\b)",
    re.IGNORECASE,
)
_MAKE_SURE: Final = re.compile(rf"{_LEAD}(?:make|be) sure\b", re.IGNORECASE)
# What the order is for, or when it is one.
_AHEAD: Final = re.compile(
    r"(?:if(?! (?:it is|it does|so|not|they are),)|to|for|when|in order to|in case|otherwise|alternatively)\b"
    r"[^,]{3,160}?, (?:then |(?:so |and )?please )?|"
    r"to (?:fix|resolve|solve|avoid|silence|suppress|do) (?:this|that|it|them|these|so)\b"
    r"(?: (?:error|issue|warning|problem|conflict)s?)?,? (?:please )?",
    re.IGNORECASE,
)
_TOWARDS: Final = re.compile(rf"\byou (?:{_MODAL}|can|may) ", re.IGNORECASE)
_CHECK: Final = re.compile(r"check (?:of|failed|fails|was|is|has|did|does)\b", re.IGNORECASE)
# What may be said of a thing, but is no thing that something is to be done with.
_NO_OBJECT: Final = re.compile(
    r"\s+(?:of|up|in|for|from|on|at|by|and|or|contains?|includes?|is|are|was|were|has|have|had|must|should|may|can|"
    r"cannot|could|will|would|does|did|do|not|fails?|failed|returned|returns|requires?|expects?|expected|already|"
    r"rejected|aborted|timed|errors?|failure|statements?)\b(?!\()",
    re.IGNORECASE,
)
_STATE: Final = re.compile(
    r"\b(?:failed|fails|was|were|is|are|cannot|already|rejected|aborted|exists?|could|did|does|has|had)\b(?!\()|n't\b",
    re.IGNORECASE,
)
_QUOTED: Final = re.compile(r"`[^`]*`|\"[^\"]*\"|(?<!\w)'[^']*'(?!\w)|\{[^{}]*\}|[\w.]+\(")
_FURTHER: Final = re.compile(
    r"\b(?:if|when|unless|until|while|that|which|who|because|since|so|as|where|before|after|once|whether|to)\b|[,;:(]"
)
_OBJECT: Final = re.compile(
    r"\s+(?:(?:only|either|both|just|also|at least|another|again|more|with) )*"
    r"(?:(?:the|a|an|your|its|their|this|that|these|those|one|all|any|each|python)\b|[`'\"“‘{(]|--?[A-Za-z]|[=!<>]=|"
    r"\.?[A-Za-z][\w.\-]*?(?:[_(\[={]|\.\w|[<>=]=)|[A-Z]\w*[A-Z]\w*\b|"
    r"(?:environment|option|argument|parameter|keyword|method|function|class|variable|setting|flag|attribute)s?\b)"
)
_ON: Final = re.compile(r"\s+(?:to|[a-z]+ing)\b")
_TO: Final = re.compile(r"\s+to\b")


def is_order(clause: str) -> bool:
    """Whether it begins with a verb, and with what that is to be done."""
    if _HAS_TO.match(clause):
        return True
    found = _BEGINS.match(clause)
    if found is None or states(clause):
        return _MAKE_SURE.match(clause) is not None
    if found["verb"] is not None:
        return True
    if found["moves"] is not None and _ON.match(found["rest"]):
        return True
    return bool(found["noun"] or found["moves"]) and _OBJECT.match(found["rest"]) is not None


def is_led_to(part: str) -> bool:
    """Whether an order stands behind what it is for or when it is one: "To heat, use x", "If you heat you should"."""
    ahead = _AHEAD.match(part)
    ends = [*([ahead.end()] if ahead else []), *(found.start() for found in _TOWARDS.finditer(part))]
    return any(is_order(part[end:]) for end in ends)


def states(clause: str) -> bool:
    """Whether it says how something is or went, though it begins with a word that may be an order."""
    found = _BEGINS.match(clause)
    if found is None:
        return _CHECK.match(clause) is not None
    rest = found["rest"]
    if _NO_OBJECT.match(rest) or (found["noun"] and _TO.match(rest)):
        return True
    first = _FURTHER.split(_QUOTED.sub("`", rest.lstrip(" ")))[0]
    return _STATE.search(first) is not None
