"""PURE: answers to cases -> the figures that we claim of matching."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from bench.cases import Case, Match, Mode, right_places, says_the_same, says_the_same_words

# What was asked for, or why not.
Ask = Callable[[str], "Reply"]


class Reply(NamedTuple):
    """`outcome` is "" where whatever answered never says how sure it is."""

    outcome: str
    matches: Sequence[Match]
    seconds: float


class Judged(NamedTuple):
    """A case with what was answered. `rank` of the first right match, None if there is none. `says_right`: the first
    match is right, or says what a right one among the others says; `says_words`: but for the names of Holes.
    `is_wrong`: claimed to be exact, and neither right nor saying the same."""

    case: Case
    text: str
    reply: Reply
    rank: int | None
    says_right: bool
    says_words: bool
    is_wrong: bool


class Figures(NamedTuple):
    """Shares are percents, times milliseconds of wall time as the client sees them."""

    cases: int
    strict_at_1: float
    strict_at_5: float
    template_at_1: float
    words_at_1: float
    wrong: float | None
    p50: float
    p99: float
    outcomes: dict[str, int]


def judge(cases: Iterable[Case], mode: Mode, ask: Ask) -> list[Judged]:
    """Cases of which nothing would be pasted are left out."""
    pasted = ((case, case.pasted(mode)) for case in cases)
    return [_judged(case, text, ask(text)) for case, text in pasted if text.strip()]


def _judged(case: Case, text: str, reply: Reply) -> Judged:
    right = right_places(reply.matches, case)
    says_right = any(says_the_same(reply.matches[0], reply.matches[at]) for at in right)
    says_words = any(says_the_same_words(reply.matches[0], reply.matches[at]) for at in right)
    rank = right[0] + 1 if right else None
    return Judged(case, text, reply, rank, says_right, says_words, reply.outcome == "exact" and not says_right)


def figures(judged: Sequence[Judged]) -> Figures:
    """Raises ValueError where nothing was judged."""
    if not judged:
        raise ValueError("No case is left to judge.")
    outcomes = Counter(one.reply.outcome for one in judged)
    return Figures(
        cases=len(judged),
        strict_at_1=_share(one.rank == 1 for one in judged),
        strict_at_5=_share(one.rank is not None and one.rank <= 5 for one in judged),
        template_at_1=_share(one.says_right for one in judged),
        words_at_1=_share(one.says_words for one in judged),
        wrong=None if "" in outcomes else _share(one.is_wrong for one in judged),
        p50=percentile([one.reply.seconds for one in judged], 0.5) * 1000,
        p99=percentile([one.reply.seconds for one in judged], 0.99) * 1000,
        outcomes=dict(outcomes),
    )


def with_words(judged: Iterable[Judged], least: int) -> list[Judged]:
    """Those whose message has that many words of the source, and those of which it is not told."""
    return [one for one in judged if one.case.words is None or one.case.words >= least]


def miss(one: Judged) -> dict[str, Any]:
    """A case that was not right first, for a person to look into."""
    first = one.reply.matches[0] if one.reply.matches else None
    return {
        "id": one.case.id,
        "outcome": one.reply.outcome,
        "is_wrong": one.is_wrong,
        "says_right": one.says_right,
        "says_words": one.says_words,
        "rank": one.rank,
        "text": one.text[:2000],
        "accept": [place._asdict() for place in one.case.accept],
        "first": first and {name: first[name] for name in ("project", "path", "line", "exc_type", "message")},
    }


def percentile(values: Iterable[float], part: float) -> float:
    """The value that this part of them does not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


def _share(are: Iterable[bool]) -> float:
    told = list(are)
    return 100 * sum(told) / len(told)
