"""PURE: a message that has all letters of a template -> whether its signs show that another template is the one.

Markdown, shells and mails eat signs, so that many may be missing. But nothing makes `<=` of `<`, and a colon does not
move: where it stands further on, what seems to be a value holds words of another wording.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from kb.matching.message import Span

_COMPARISON: Final = re.compile(r"(?<![-=<>])[<>]=?|[!=]=")
_QUOTED: Final = re.compile(r"'([^\w'\s]{0,8})'")
_BRACKETS: Final = frozenset("()[]{}")
_BEGUN_COMPARISON: Final = ("<", ">", "!")
_STOPS: Final = frozenset(":;=")


def contradict(key: str, literals: Sequence[str], holes: Sequence[Span]) -> bool:
    """`key`: the message's. `holes`: where in it the values stand, without signs around them."""
    edges = [0, *(edge for hole in holes for edge in hole), len(key)]
    between = [key[start:end] for start, end in pairwise(edges)]
    said, values = between[::2], between[1::2]
    pairs = list(zip(literals, said, strict=True))
    otherwise = any(_compare_otherwise(*pair) or _has_brackets(*pair) or _quotes_otherwise(*pair) for pair in pairs)
    return otherwise or any(
        _begins_too_early(before, shown, value) or _reaches_over(value, after)
        for before, shown, value, after in zip(literals, said, values, literals[1:], strict=False)
    )


def part_a_comparison(key: str, literals: Sequence[str], holes: Sequence[Span]) -> bool:
    """Does a value begin in the midst of a comparison, as `= 4` behind `x <`? Then the message says another one."""
    return any(
        key.startswith("=", start, end) and literal.endswith(_BEGUN_COMPARISON)
        for literal, (start, end) in zip(literals, holes, strict=False)
    )


def _compare_otherwise(literal: str, said: str) -> bool:
    """Of the comparisons between a literal's letters; those at its ends may be a value's: `<class 'int'>`."""
    wanted, shown = set(_COMPARISON.findall(literal)), set(_COMPARISON.findall(said))
    missing = wanted - shown
    added = set(_COMPARISON.findall(_inner(said))) - wanted
    return bool(missing and shown) or any(len(sign) > 1 for sign in missing | added)


def _quotes_otherwise(literal: str, said: str) -> bool:
    """Are there other signs in quotes than the literal quotes? Those are what it is about, and no punctuation."""
    wanted, shown = set(_QUOTED.findall(literal)), set(_QUOTED.findall(said))
    return bool(wanted - {""} and shown) and wanted != shown


def _has_brackets(literal: str, said: str) -> bool:
    """Are there brackets between the words that the literal has not? Nothing adds those."""
    return not _BRACKETS.isdisjoint(_inner(said)) and _BRACKETS.isdisjoint(literal)


def _begins_too_early(literal: str, said: str, value: str) -> bool:
    """Does the sign that stands before the value stand in it?"""
    wanted, shown = _signs_behind(literal) & _STOPS, _signs_behind(said)
    return any(sign not in shown and sign in value for sign in wanted)


def _signs_behind(text: str) -> set[str]:
    return set(text[_end(text) :])


def _inner(text: str) -> str:
    """Without the signs at its ends."""
    end = _end(text)
    return text[next((at for at in range(end) if text[at].isalnum()), end) : end]


def _end(text: str) -> int:
    """Behind its last letter or digit. By hand: a pattern would look from each of the signs for the end."""
    return next((at + 1 for at in reversed(range(len(text))) if text[at].isalnum()), 0)


def _reaches_over(value: str, literal: str) -> bool:
    """Does it hold the signs that end it, which are all that the literal is? Then nothing has stopped it."""
    return bool(literal) and not _inner(literal) and literal in value
