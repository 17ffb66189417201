"""The message shows the value of an option and says what is wrong with it: whose option that is, and what it needs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ingest.explain.expressions import is_computing, shown_of
from ingest.explain.facts import Binding, Fact
from ingest.explain.static import states
from ingest.explain.static.loops import ended
from ingest.explain.static.objects import is_given_whole
from ingest.explain.static.options import STARS, called, is_within_reach
from ingest.explain.static.sentences import Case, Sentence, solution
from ingest.explain.trees import expression, written
from ingest.explain.whole import is_whole_in
from kb.display.explanation import code_span

_HOLE: Final = re.compile(r"\{([^{}]+)\}")
_MOST_READ: Final = 400
# Python itself calls these, for an operator or for what it reads.
_CALLED_BACK: Final = re.compile(r"__(?!init__|call__)\w+__$|handle_(?:start|end|data)")
_QUOTE: Final = r"[`'\"“‘(\[<]?"
_END: Final = r"[`'\"”’)\]>]?"
# Words up to the value, none of which says that it is the value's whereabouts instead.
_NOUN: Final = (
    r"(?!(?:for|to|in|of|from|with|by|on|at|and|or|when|while|because|since|if|got|not|returned) )[A-Za-z][\w.\-]*"
)
_NOUNS: Final = rf"(?:(?:{_NOUN} ){{0,3}}{_NOUN}:? )?"
_MISSING: Final = re.compile(
    rf"(?:\b(?:unknown|unrecogni[sz]ed|no such|undefined|nonexist[ae]nt) {_NOUNS}|"
    rf"\bno (?:{_NOUN} ){{1,3}}(?:named|called|with (?:the )?(?:name|id)|matching) |"
    r"(?:not found|do(?:es)?(?: not|n't) exist|not registered|unknown|undefined)(?:: | - ))"
    rf"{_QUOTE}$",
    re.IGNORECASE,
)
_MISSING_AFTER: Final = re.compile(
    rf"{_END},? (?:(?:was|were|is|are|could) )?(?:not found|not be found|do(?:es)?(?: not|n't) exist|not registered|"
    r"not recogni[sz]ed|not defined|unknown|not known|not listed)\b(?! (?:to|how)\b)",
    re.IGNORECASE,
)
_REFUSED: Final = re.compile(
    rf"(?:(?<!not )(?<!not an )\b(?:invalid|illegal|malformed|unsupported|unexpected|improper|unhandled) {_NOUNS}|"
    rf"(?:not supported|invalid|not allowed)(?:: | - )){_QUOTE}$",
    re.IGNORECASE,
)
_REFUSED_AFTER: Final = re.compile(
    rf"{_END},? (?:is|are|was) (?:not (?:an? )?(?:valid|supported|allowed|permitted|understood)|invalid|unsupported)\b",
    re.IGNORECASE,
)
_TAKEN_AFTER: Final = re.compile(
    rf"{_END},? (?:(?:is|are|was|has) )?(?:already (?:exists?|registered|defined|in use|used|taken|been)|"
    r"exists already)\b",
    re.IGNORECASE,
)
_GOT: Final = re.compile(
    r"[,;.:]? \(?(?:instead )?(?:but )?(?:got|received|not|was|found|given|instead of|you passed|was passed)"
    r"(?: an?)?(?: \w+)?:? "
    rf"{_QUOTE}$",
    re.IGNORECASE,
)
_ASKS: Final = re.compile(r"\b(?:expect(?:s|ed|ing)?|must|should|has to|have to|needs? to|requires?|required)\b", re.I)
_LISTS: Final = re.compile(
    r"\b(?:supported|available|valid|allowed|accepted|known|permitted|possible|recogni[sz]ed|expected|choices?|options?|"
    r"choose|must be|should be|has to be|can be|one of)\b[^{}.]{0,40}?[:(\[ ]"
    r"(?:\{|['\"`\[(][\w.\-]+['\"`]?, ?['\"`]?\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Shown:
    """An option whose value, or something made of it, stands in the message between two texts."""

    option: Binding
    name: str  # what the message shows
    is_whole: bool
    before: str
    after: str


def remedies(case: Case) -> list[Sentence]:
    for shown in _shown(case):
        if text := _text(case, shown):
            return [solution(text, _facts(case, shown))]
    return []


def _facts(case: Case, shown: _Shown) -> tuple[Fact, ...]:
    return (*case.evidence.said(shown.name), *shown.option.facts)


def _shown(case: Case) -> Iterator[_Shown]:
    message = " ".join(case.evidence.message.split())[:_MOST_READ]
    for hole in _HOLE.finditer(message):
        node = expression(hole[1].partition("!")[0])
        subject = shown_of(node) if node is not None else None
        binding = case.evidence.binding(written(subject)) if subject is not None else None
        found = _option(case, binding) if binding else None
        if binding and found:
            after = _HOLE.sub("{}", message[hole.end() :])
            yield _Shown(found, binding.name, found is binding, _HOLE.sub("{}", message[: hole.start()]), after)


def _option(case: Case, binding: Binding) -> Binding | None:
    """The one option that it is, or is made of in a way that everybody can make out."""
    found = [binding] if binding.is_option else list(binding.roots)
    if len(found) != 1 or not _is_open(case, found[0]):
        return None
    made = expression(binding.expr) if binding.expr else None
    is_plain = made is not None and is_computing(made) and found[0].name in binding.expr
    return found[0] if binding.is_option or binding.name == found[0].name or is_plain else None


def _is_open(case: Case, option: Binding) -> bool:
    takers = [name.rpartition(".")[2] for name in option.given_to or (case.evidence.qualname,)]
    is_called = not any(_CALLED_BACK.match(name) for name in takers) or option.origin not in ("parameter", "key")
    is_whole = is_given_whole(option) or option.annotation in STARS
    return is_called and not is_whole and is_within_reach(case, option)


def _is_tested(case: Case, shown: _Shown) -> bool:
    """Whether what led to the error is about the option, as far as the code says at all what did."""
    option = shown.option
    made = [item.name for item in case.evidence.bindings if any(root.name == option.name for root in item.roots)]
    near = [item for item in case.tested if item.condition is case.tested[-1].condition]
    texts = [item.condition.text for item in near]
    if attempt := case.evidence.attempt:
        texts = [attempt.only or shown.name]
    names = (shown.name, option.name, *made)
    is_named = any(is_whole_in(name, text, before=".") for text in texts for name in names)
    return not texts or is_named or ended(case.evidence) is not None


def _text(case: Case, shown: _Shown) -> str:
    option = called(shown.option, case.where)
    if _MISSING.search(shown.before) or _MISSING_AFTER.match(shown.after):
        is_missing = not case.tested or _is_tested(case, shown) or states.is_missing(case.tested[-1])
        return _listed(shown, option) if is_missing else ""
    if not _is_tested(case, shown):
        return ""
    if _TAKEN_AFTER.match(shown.after):
        return f"Give {option} a value that is not taken: {_which(shown)}."
    if _REFUSED.search(shown.before) or _REFUSED_AFTER.match(shown.after):
        # That it has to be another value would be true of any error.
        return _listed(shown, option)
    return _asked(shown, option)


def _which(shown: _Shown) -> str:
    if shown.is_whole:
        return "the one in the message is"
    if shown.name == shown.option.name:
        return "what the message shows is made of it and is"
    return f"{code_span(shown.name)}, which the message shows, is made of it and is"


def _listed(shown: _Shown, option: str) -> str:
    """Where the message says what would do."""
    is_listed = shown.is_whole and _LISTS.search(shown.after)
    return f"Set {option} to one of those that the message lists." if is_listed else ""


def _asked(shown: _Shown, option: str) -> str:
    """What the message says is wanted, before it shows what was given instead."""
    got = _GOT.search(shown.before)
    said = shown.before[: got.start()].rstrip(" .,;:(") if got else ""
    if not said or "{" in said or not _ASKS.search(said):
        return ""
    return f"Give {option} what the message asks for: “{said}”."
