"""The sites that are left of one function at two Pins -> which says in other words what the other one said. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from ingest.identity import Site

# rapidfuzz's `ratio` of two wordings: 100 = equal, 0 = no character in common (normalised indel similarity). Found by
# reading what was left over between releases of three projects: at 53 and below the texts speak of different things.
SIMILAR = 60.0
# From so many fixed words on, the same ones in the same function are the same statement under any guard and type.
TELLING = 2
# So many pairs of one function are compared; in a longer one only those that stand about as far down.
_COMPARED_LIMIT = 10_000
_WINDOW = 5

_HOLE = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
_WORD = re.compile(r"\w+")

Rank = tuple[bool, bool, bool, float]  # same guards, same innermost guard, same type, likeness of the wordings


def reworded(old: Sequence[Site], new: Sequence[Site]) -> list[tuple[int, int]]:
    """Pairs (old index, new index), one to one, the best first.

    A pair has the same type, the same innermost guard and SIMILAR wordings; or the same fixed words, at least TELLING.
    Under another guard no likeness is enough: checks of one kind say nearly the same of different things. Then come
    pairs of which one side has no fixed word to compare, if nothing else under those guards could be meant.
    """
    before, after = ([_Said.by(site) for site in sites] for sites in (old, new))
    ranked = (
        (rank, -abs(i - j), i, j)
        for i, j in _candidates(len(old), len(new))
        if (rank := _rank(before[i], after[j])) is not None
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, i, j in sorted(ranked, reverse=True):
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    rest_old = [i for i in range(len(old)) if i not in pairs]
    rest_new = [j for j in range(len(new)) if j not in taken]
    return [*pairs.items(), *_wordless(before, after, rest_old, rest_new)]


@dataclass(frozen=True, slots=True)
class _Said:
    """A site, as it is compared."""

    exc: str
    guards: tuple[str, ...]
    wording: str
    fixed: tuple[str, ...]  # the words outside of Holes

    @classmethod
    def by(cls, site: Site) -> _Said:
        wording = site.wording.lower()
        return cls(site.exc, site.guards, wording, tuple(_WORD.findall(_HOLE.sub(" ", wording))))

    @property
    def condition(self) -> Hashable:
        return self.exc, self.guards


def _candidates(old: int, new: int) -> Iterator[tuple[int, int]]:
    if old * new <= _COMPARED_LIMIT:
        yield from ((i, j) for i in range(old) for j in range(new))
        return
    for i in range(old):
        middle = i * new // old
        yield from ((i, j) for j in range(max(0, middle - _WINDOW), min(new, middle + _WINDOW)))


def _rank(old: _Said, new: _Said) -> Rank | None:
    """None = not the same statement. Larger is likelier."""
    if not old.fixed or not new.fixed:
        return None
    same_type, same_guard = old.exc == new.exc, old.guards[-1:] == new.guards[-1:]
    ratio = 100.0
    if old.fixed != new.fixed or len(old.fixed) < TELLING:
        if not (same_type and same_guard):
            return None
        ratio = fuzz.ratio(old.wording, new.wording, score_cutoff=SIMILAR)
    return (old.guards == new.guards, same_guard, same_type, ratio) if ratio else None


def _wordless(
    old: Sequence[_Said], new: Sequence[_Said], rest_old: Sequence[int], rest_new: Sequence[int]
) -> Iterator[tuple[int, int]]:
    before, after = (Counter(said[i].condition for i in rest) for said, rest in ((old, rest_old), (new, rest_new)))
    heirs = {new[j].condition: j for j in rest_new}
    for i in rest_old:
        condition = old[i].condition
        j = heirs.get(condition)
        if j is not None and before[condition] == after[condition] == 1 and not (old[i].fixed and new[j].fixed):
            yield i, j
