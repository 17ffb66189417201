"""A part of a message -> the same as a quote, with what varies in it left open."""

from __future__ import annotations

import re

from ingest.explain.static.sentences import Case, Sentence, solution

LONGEST = 300
# An option, a call, a variable or a package, by the way that it is written.
NAMES = re.compile(
    r"[`'\"“‘][\w.\-\[\]()=<>:, ]+[`'\"”’]|(?<![\w-])--?[a-z][\w-]+|\w+\(|\b[a-zA-Z]\w*(?:_\w+)+|"
    r"\b[a-z]\w+\.[a-z]\w+|\b[a-z]\w*=\w|\b\w+(?:==|>=|<=|<|>)\d|[=!]=|\b[A-Z]{3,}\w*_\w+"
)
# A class, an attribute by its dot, a package, or what the message itself calls an argument, a setting and the like.
_NAMED = re.compile(
    r"(?!(?:[Pp]lease )?[Ss]ee )(?:.*?\b[A-Z][a-z]{2,}(?:[A-Z][a-z]+)+\b|.*?(?<![\w.])\.[a-z]\w+\b|"
    r".*?\bthe (?!first|second|third|last|following|same|other|given|keyword|positional|missing|required|optional)"
    r"[a-z]\w+ (?:argument|parameter)\b|.*?\b[A-Z]{2,}(?:_[A-Z]+)* (?:setting|value|option|variable|strategy|type)\b|"
    r".*?\b[A-Z][a-z]+ (?:object|class|datatype)\b|.*?\b[a-z]\w+\.[A-Z]{2,}|"
    r".*?\b(?:up|down)grade [a-z][\w\-]+ to\b|[Uu]se [a-z]+-[a-z]+ instead\b)",
    re.DOTALL,
)
# What varies, as a Hole is written; not braces that the message has itself.
_HOLE = re.compile(r"(?<!\{)\{[^\s{}](?:[^{}]|\{[^{}]*\})*\}")
# Where it is just what to do that varies, the rest tells nothing.
_OPEN = re.compile(
    r"(?:[<>=]=|[<>]|:\s|\b(?:use|using|try|run|install|call|pass|set|choose|select|specify|provide|add|remove|rename|"
    r"(?:set|rename|change|convert|switch|equal|upgrade|downgrade)(?: it| them)? to|"
    r"version|one of|among|are|be|is|meant?|got|not))\s*[`'\"“(\[]*$",
    re.IGNORECASE,
)
_LEFT_OPEN = "…"
_NEAR = 60  # what leads to a Hole stands right in front of it


def is_readable(part: str) -> bool:
    """Whether it says what to do without what varies in it."""
    holes = (found.start() for found in _HOLE.finditer(part[:LONGEST]))
    return not any(_OPEN.search(part, max(0, at - _NEAR), at) for at in holes)


def quoted(case: Case, part: str, what: str = "The message advises") -> Sentence:
    facts = case.evidence.said(part.split("{")[0][:30].strip())
    text = f"{what}: “{_HOLE.sub(_LEFT_OPEN, part)}”"
    return solution(text, facts, is_named=bool(NAMES.search(part) or _NAMED.match(part)))
