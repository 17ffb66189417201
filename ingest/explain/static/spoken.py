"""The message says of options by name what may not be, or has to be: whose options those are, and what to do. Pure.

Where nothing that is tested tells what to set.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ingest.explain.facts import Binding, is_operand
from ingest.explain.static.objects import is_given_whole
from ingest.explain.static.options import STARS, called, called_together, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, solution

_HOLE: Final = re.compile(r"\{[^{}]*\}")
_MOST_READ: Final = 400
_LONGEST: Final = 200
_SENTENCE: Final = re.compile(r"(?<=[.!?;])\s+|(?<=\w): (?=[A-Z])")
_NAME: Final = r"[`'\"“]?(?P<{}>[A-Za-z]\w*)(?:=[^\s`'\"”]*)?[`'\"”]?"
_NOUN: Final = r"(?: (?:argument|parameter|keyword|option|kwarg)s?)?"
_ONE: Final = _NAME.format("one")
_OTHER: Final = _NAME.format("two")
_TWO: Final = rf"(?:the )?{_ONE}{_NOUN},? (?:and|or|with|together with|along with|when) (?:the )?{_OTHER}"
_PAIR: Final = rf"(?:the )?{_ONE}{_NOUN} (?:and|with|together with|along with) (?:the )?{_OTHER}"
_NEVER: Final = r"(?:must not|should not|cannot|can not|can't|could not|may not|do not|don't)"
_GIVES: Final = r"(?:specify|pass|use|set|give|provide|have|supply|define|combine|mix|be given|accept)"
_USED: Final = r"(?:given|used|set|specified|passed|provided|supplied|combined|defined)"
_AT_ONCE: Final = r"(?: (?:at the same time|together|at once|simultaneously))"
# What follows may say for which values it is so, or turn the sentence round.
_ENDS: Final = rf"{_NOUN}{_AT_ONCE}?(?=[ .!)]*$|[,;] (?:but )?(?:got|received|please|choose|pick|use only)\b)"
_TOGETHER: Final = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"{_NEVER} {_GIVES} both (?:of )?{_TWO}{_ENDS}",
        rf"(?:cannot|can not|can't|{_NEVER} (?:combine|mix)) (?:{_GIVES} )?{_PAIR}{_ENDS}",
        rf"{_NEVER} {_GIVES} {_TWO}{_NOUN}{_AT_ONCE}{_ENDS}",
        rf"\bboth (?:of )?{_TWO}{_NOUN} (?:(?:were|was|are)|{_NEVER} be) {_USED}{_ENDS}",
        rf"{_TWO}{_NOUN} (?:are|is) mutually exclusive{_ENDS}",
        rf"{_TWO}{_NOUN} {_NEVER} (?:both be {_USED}|be (?:both {_USED}|combined|{_USED}{_AT_ONCE})){_ENDS}",
        rf"(?:only|at most|just) one of {_TWO}{_NOUN} (?:may|can|must|should) be {_USED}{_ENDS}",
        rf"\b(?:must|can|may|should|{_GIVES})(?: \w+)? (?:only|at most|just) one of {_TWO}{_ENDS}",
        rf"{_ONE}{_NOUN} {_NEVER} be {_USED} (?:together )?with (?:the )?{_OTHER}{_ENDS}",
    )
)
_DENIED: Final = re.compile(rf"\b(?:{_NEVER}|never|not)\b", re.IGNORECASE)
_ASKS: Final = re.compile(
    r"(?:(?:the|an?|argument|parameter|option|keyword|"
    r"(?:values?|elements?|items?|entries|keys?|length|type) (?:in|of|for)) )*"
    rf"(?:[A-Z]\w*\.)?{_NAME.format('name')}{_NOUN}(?: (?:passed |given )?(?:to|of|for|in) [\w.]+(?:\(\))?)? "
    r"(?:must|should|has to|have to|needs? to|can only|may only|is required|was expected|expects?|requires?)\b"
    r"(?! not\b| be (?:called|used)\b)",
    re.IGNORECASE,
)
# Anything else that follows says which values are refused, rather than that there is one.
_HERE: Final = (
    r"(?=[ .!)]*$| (?:with|for|when|if|by|on|together)\b| in (?:this|that|the|an?|combination|conjunction)\b)"
)
_REFUSED: Final = re.compile(
    rf"(?:(?:the|an?|argument|parameter|option|keyword) )*{_NAME.format('name')}{_NOUN} "
    r"(?:(?:is|are) (?:not|only) (?:\w+ )?(?:supported|allowed|permitted|accepted|implemented)|"
    r"(?:not|only) (?:supported|allowed|permitted|accepted|implemented)|(?:is|are) unsupported|"
    rf"{_NEVER} be (?:used|given|set|specified|passed|applied|combined)){_HERE}",
    re.IGNORECASE,
)
_GIVEN: Final = re.compile(rf"{_NEVER} {_GIVES} (?:the |an? )?{_NAME.format('name')}{_NOUN}{_HERE}", re.IGNORECASE)
# What follows is what was given instead.
_INSTEAD: Final = re.compile(
    r"[,;.:]? *\(?\b(?:but )?(?:got|not|received|found|instead|(?:which )?(?:was|is))\b[^,;]*\{|\. |[,;:(] *\{"
)


def remedies(case: Case) -> list[Sentence]:
    known = {item.key: item for item in _options(case)}
    for part in _parts(case.evidence.message) if known else ():
        for rule in (_together, _asked, _refused):
            if found := rule(case, part, known):
                return [found]
    return []


def _options(case: Case) -> Iterator[Binding]:
    for item in case.evidence.spoken:
        is_operators = any(is_operand(name.rpartition(".")[2]) for name in (item.owner, *item.given_to))
        is_whole = is_given_whole(item) or item.annotation in STARS
        if is_within_reach(case, item) and not is_operators and not is_whole:
            yield item


def _parts(message: str) -> list[str]:
    return [part.strip() for part in _SENTENCE.split(" ".join(message.split())[:_MOST_READ])]


def _together(case: Case, part: str, known: dict[str, Binding]) -> Sentence | None:
    for pattern in _TOGETHER:
        found = pattern.search(part)
        is_plain = found is not None and not _DENIED.search(part, 0, found.start())
        pair = _listed(part, found, known) if found and is_plain else []
        if len(pair) > 1:
            text = (
                f"Give only one of {called_together(pair, case.where)}: the message says that they do not go together."
            )
            return _told(case, text, pair)
    return None


def _listed(part: str, found: re.Match[str], known: dict[str, Binding]) -> list[Binding]:
    """The two, with those that stand before them in a list; none if one of the two is no option."""
    ahead = part[: found.start("one")].rstrip("`'\"“ ")
    names = re.findall(r"\w+", ahead) if ahead.endswith(",") else []
    pair = list(dict.fromkeys((found["one"], found["two"])))
    are_known = len(pair) > 1 and all(name in known for name in pair)
    return [known[name] for name in dict.fromkeys((*names, *pair)) if name in known] if are_known else []


def _asked(case: Case, part: str, known: dict[str, Binding]) -> Sentence | None:
    found = _ASKS.match(part)
    option = known.get(found["name"]) if found else None
    said = _said(part, found.end()) if found else ""
    if option is None or not said:
        return None
    return _told(case, f"Give {called(option, case.where)} what the message asks for: “{said}”.", [option])


def _refused(case: Case, part: str, known: dict[str, Binding]) -> Sentence | None:
    found = _REFUSED.match(part) or _GIVEN.search(part)
    option = known.get(found["name"]) if found else None
    said = _said(part, found.end()) if found else ""
    # Nobody can do without what has to be given: what is refused then is a value of it.
    if option is None or not said or (option.default is None and option.origin != "key"):
        return None
    do = "Leave out" if option.default is not None else "Do without"
    return _told(case, f"{do} {called(option, case.where)} here: “{said}”.", [option])


def _told(case: Case, text: str, options: list[Binding]) -> Sentence:
    said = (fact for item in options for fact in case.evidence.said(item.key))
    return solution(text, (*said, *(fact for item in options for fact in item.facts)))


def _said(part: str, at: int) -> str:
    """The part up to what was given instead; "" of one that says too much, or nothing without what was given."""
    cut = _INSTEAD.search(part, at)
    said = part[: cut.start() if cut else len(part)].rstrip(" .,;:(")
    return "" if "{" in said or len(said) > _LONGEST or len(said) < at else said
