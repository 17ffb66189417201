"""What the message itself tells to do, quoted."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.explain.static import packages
from ingest.explain.static.options import is_called_by_users, is_within_reach
from ingest.explain.static.orders import is_led_to, is_order, states
from ingest.explain.static.packages import INSTALL
from ingest.explain.static.sentences import Case, Sentence, solution

# A line break within a sentence is none between two; nor is the point of an abbreviation.
_SENTENCE = re.compile(
    r"(?<=[.!?;:])(?<!\betc\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)\s+|\n+(?=\s*(?:[A-Z`'\"*$>-]|\n|$))"
)
_ADVICE = re.compile(
    r"(?:please|use|try|set|install|consider|make sure|pass|specify|provide|call|run|remove|add|ensure|upgrade|"
    r"downgrade|choose|select|you (?:must|should|need|can|may|might)|either|instead|merge|disable|enable|"
    r"check|rename|update|replace|convert|increase|decrease|reduce|define|declare|see)\b",
    re.IGNORECASE,
)
# An option, a call, a variable or a package, by the way that it is written.
_NAMES = re.compile(
    r"[`'\"“‘][\w.\-\[\]()=<>:, ]+[`'\"”’]|(?<![\w-])--?[a-z][\w-]+|\w+\(|\b[a-zA-Z]\w*(?:_\w+)+|"
    r"\b[a-z]\w+\.[a-z]\w+|\b[a-z]\w*=\w|\b\w+(?:==|>=|<=|<|>)\d|\b[A-Z]{3,}\w*_\w+"
)
# A class, an attribute by its dot, or what the message itself calls an argument.
_NAMED = re.compile(
    r"(?!(?:[Pp]lease )?[Ss]ee )(?:.*?\b[A-Z][a-z]{2,}(?:[A-Z][a-z]+)+\b|.*?(?<![\w.])\.[a-z]\w+\b|"
    r".*?\bthe (?!first|second|third|last|following|same|other|given|keyword|positional|missing|required|optional)"
    r"[a-z]\w+ (?:argument|parameter)\b)",
    re.DOTALL,
)
_CLAUSE = re.compile(r"[,;]\s+|\s\(|\s[-–—]\s")
# A Hole that holds more than a name is code to who reads it.
_RAW = re.compile(r"\{[^{}]*[(\['\"]")
_OR = re.compile(r"\bor (?:try|use|set|pass|run|switch|choose|select)\b", re.IGNORECASE)
# Upstream's guess at what was done wrong.
_ASKS = re.compile(r"(?:did you|have you)\b(?! mean\b).{9,}\?$", re.IGNORECASE)
_MEANT = re.compile(r"(?:perhaps|maybe) you meant\b.{3,}\?$", re.IGNORECASE)
_INSTALLED = re.compile(r"^Install `([^`]+)`")
_FEW_WORDS = 3
_SHORT = 2
_LONGEST = 300
_MOST = 2


def remedies(case: Case) -> list[Sentence]:
    parts = _parts(case.evidence.message)
    advice = [part for part in parts if _is_told(part) and _is_whole(part)]
    # A message that is one sentence is on the page already; what a later clause tells to do is worth a step.
    if len(parts) < 2 or not advice:
        clauses = [clause for part in parts for clause in _clauses(part)]
        advice = [clause for clause in clauses if is_order(clause) and _NAMES.search(clause) and _is_whole(clause)]
    told = [name for sentence in packages.told(case) for name in _INSTALLED.findall(sentence.text)]
    # To read elsewhere is the last that helps.
    advice.sort(key=lambda part: part.lower().startswith("see "))
    # What it says to install is a step already.
    advice = [part for part in advice if not any(re.search(rf"\binstall\b.*{re.escape(name)}", part) for name in told)]
    return [_quoted(case, part) for part in advice[:_MOST]] or asked(case, parts)


def asked(case: Case, parts: list[str]) -> list[Sentence]:
    """What upstream takes for the likeliest mistake."""
    if meant := [part for part in parts if _MEANT.match(part) and len(part) <= _LONGEST]:
        return [_quoted(case, meant[0], "Take up what the message suggests")]
    found = [part for part in parts if _ASKS.match(part) and not _RAW.search(part) and len(part) <= _LONGEST]
    return [_quoted(case, part, "Rule out what the message asks about") for part in found[:1] if _NAMES.search(part)]


def _is_told(part: str) -> bool:
    return is_order(part) or is_led_to(part) or (_ADVICE.match(part) is not None and not states(part))


def _clauses(part: str) -> list[str]:
    """What follows a comma or a parenthesis, up to the end, the last one first."""
    rests = [part[found.end() :].rstrip() for found in _CLAUSE.finditer(part)]
    return [rest.removesuffix(")") if rest.count("(") < rest.count(")") else rest for rest in reversed(rests)]


def _parts(message: str) -> list[str]:
    """Its sentences; what ends in a colon with what it leads to on the same line."""
    found: list[str] = []
    for line in message.split("\n\n"):
        for part in (" ".join(item.split()) for item in _SENTENCE.split(line)):
            is_led_to = found and found[-1].endswith(":") and part
            found[-1:] = [f"{found[-1]} {part}"] if is_led_to else [*found[-1:], part]
    return found


def ordered(case: Case) -> list[Sentence]:
    """A message that is one sentence and tells what to do: nobody knows better than it."""
    text = " ".join(case.evidence.message.split())
    is_one = len(_SENTENCE.split(case.evidence.message.strip())) == 1 and not _CLAUSE.search(text)
    is_told = is_one and is_order(text) and _is_whole(text) and _is_named(case, text)
    return [replace(_quoted(case, text), is_named=True)] if is_told else []


def _is_named(case: Case, part: str) -> bool:
    """Whether it names something as code does, or an option by a word that is its own."""
    reached = [item.key for item in case.evidence.bindings if item.key and is_within_reach(case, item)]
    given = [name.lstrip("*") for name in case.evidence.parameters] if is_called_by_users(case) else []
    words = [re.escape(name) for name in (*reached, *given) if len(name) > _SHORT]
    return _NAMES.search(part) is not None or re.search(rf"\b(?:{'|'.join(words) or '(?!)'})\b", part) is not None


def _is_whole(part: str) -> bool:
    """Whether it says enough by itself: what ends in a colon only leads to what is said next."""
    few = _FEW_WORDS - bool(is_order(part) and _NAMES.search(part))
    is_long = len(part.split()) >= few and len(part) <= _LONGEST
    is_said = not part.rstrip(".").endswith((":", "?")) and not _RAW.search(part)
    return is_long and is_said and not _is_command(part) and part.count("(") == part.count(")")


def _is_command(part: str) -> bool:
    """Whether it says what to install and nothing else that would do."""
    found = INSTALL.search(part)
    return found is not None and not _OR.search(part[found.end() :])


def _quoted(case: Case, part: str, what: str = "The message advises") -> Sentence:
    facts = case.evidence.said(part.split("{")[0][:30].strip())
    return solution(f"{what}: “{part}”", facts, is_named=bool(_NAMES.search(part) or _NAMED.match(part)))
