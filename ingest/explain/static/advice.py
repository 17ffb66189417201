"""What the message itself tells to do, quoted."""

from __future__ import annotations

import re
from dataclasses import replace

from ingest.explain.static import packages, questions, quoting
from ingest.explain.static.commands import INSTALL
from ingest.explain.static.options import is_called_by_users, is_within_reach
from ingest.explain.static.orders import is_led_to, is_order, states
from ingest.explain.static.sentences import Case, Sentence

# A line break within a sentence is none between two; nor is the point of an abbreviation.
_SENTENCE = re.compile(
    r"(?<=[.!?;:])(?<!\betc\.)(?<!\be\.g\.)(?<!\bi\.e\.)(?<!\bvs\.)\s+|\n+(?=\s*(?:[A-Z`'\"*$>-]|\n|$))"
)
_ADVICE = re.compile(
    r"(?:please|use|try|set|install|consider|make sure|pass|specify|provide|call|run|remove|add|ensure|upgrade|"
    r"downgrade|choose|select|you (?:must|should|need|can|may|might)|either|merge|disable|enable|"
    r"instead(?! (?:got|of|received|found)\b)|"
    r"check|rename|update|replace|convert|increase|decrease|reduce|define|declare|see)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[,;]\s+|\s\(|\s[-–—]\s|\s(?=you (?:can|must|should|may|need to|have to) )")
# One of several things after a comma, so that what stands before it goes on: `.a(), .b() and .c()`.
_FURTHER = re.compile(r",\s+(?:(?:and|or)\s+)?[`'\".]?\w[\w.]*(?:\(|[`'\"])")
# What has to be done, and by what: that is an order as well.
_MEANS = re.compile(
    r"\b(?:must|should|has to|have to|needs? to|can|could) (?!not\b)[^.;]{0,160}?\bby "
    r"(?:setting|passing|specifying|adding|enabling|disabling|calling|installing) (?:[^.;]|\.(?=\S))*\.?$",
)
_OR = re.compile(r"\bor (?:try|use|set|pass|run|switch|choose|select)\b", re.IGNORECASE)
_INSTALLED = re.compile(r"^Install `([^`]+)`")
_LEADS = (" the", " a", " an", " of", " to", " and", " or", " with", " your")  # to what a list says below
_FEW_WORDS = 3
_SHORT = 2
_MOST = 2


def remedies(case: Case) -> list[Sentence]:
    parts = _parts(case.evidence.message)
    advice = [part for part in parts if _is_told(part) and _is_whole(part)]
    # A message that is one sentence is on the page already; what a later clause tells to do is worth a step.
    if len(parts) < 2 or not advice:
        clauses = [clause for part in parts for clause in _clauses(part)]
        advice = [
            clause for clause in clauses if is_order(clause) and quoting.NAMES.search(clause) and _is_whole(clause)
        ]
    if not advice:
        advice = [part for part in parts if _MEANS.search(part) and quoting.NAMES.search(part) and _is_whole(part)]
    told = [name for sentence in packages.told(case) for name in _INSTALLED.findall(sentence.text)]
    # To read elsewhere is the last that helps.
    advice.sort(key=lambda part: part.lower().startswith("see "))
    # What it says to install is a step already.
    advice = [part for part in advice if not any(re.search(rf"\binstall\b.*{re.escape(name)}", part) for name in told)]
    return [quoting.quoted(case, part) for part in advice[:_MOST]] or questions.asked(case, parts)


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
    is_one = len(_SENTENCE.split(case.evidence.message.strip())) == 1 and not _CLAUSE.search(_FURTHER.sub("", text))
    is_told = is_one and is_order(text) and _is_whole(text) and _is_named(case, text)
    return [replace(quoting.quoted(case, text), is_named=True)] if is_told else []


def _is_named(case: Case, part: str) -> bool:
    """Whether it names something as code does, or an option by a word that is its own."""
    reached = [item.key for item in case.evidence.bindings if item.key and is_within_reach(case, item)]
    given = [name.lstrip("*") for name in case.evidence.parameters] if is_called_by_users(case) else []
    words = [re.escape(name) for name in (*reached, *given) if len(name) > _SHORT]
    return (
        quoting.NAMES.search(part) is not None or re.search(rf"\b(?:{'|'.join(words) or '(?!)'})\b", part) is not None
    )


def _is_whole(part: str) -> bool:
    """Whether it says enough by itself: what ends in a colon only leads to what is said next."""
    few = _FEW_WORDS - bool(is_order(part) and quoting.NAMES.search(part))
    is_long = len(part.split()) >= few and len(part) <= quoting.LONGEST
    is_said = not part.rstrip(".").endswith((":", "?", *_LEADS)) and quoting.is_readable(part)
    return is_long and is_said and not _is_command(part) and part.count("(") == part.count(")")


def _is_command(part: str) -> bool:
    """Whether it says what to install and nothing else that would do."""
    found = INSTALL.search(part)
    return found is not None and not _OR.search(part[found.end() :])
