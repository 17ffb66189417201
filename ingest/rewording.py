"""The sites that are left of one function at two Pins -> which says in other words what the other one said. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from rapidfuzz import fuzz

from ingest.identity import Site

# rapidfuzz's `ratio` of two wordings: 100 = equal, 0 = no character in common (normalised indel similarity).
SIMILAR = 60.0  # enough under the same guards
ALIKE = 80.0  # enough under other guards
# So many pairs of one function are compared; in a longer one only those that stand about as far down.
_COMPARED_LIMIT = 10_000
_WINDOW = 5


def reworded(old: Sequence[Site], new: Sequence[Site]) -> list[tuple[int, int]]:
    """Pairs (old index, new index), one to one, the best first.

    A pair has the same type and a wording that is SIMILAR under the same guards or ALIKE under others; or the same
    guards and wording under another type. Then come pairs of which one side has no fixed word to compare, if
    nothing else under those guards could be meant.
    """
    before, after = ([site.wording.lower() for site in sites] for sites in (old, new))
    scored = sorted(
        (-score, abs(i - j), i, j)
        for i, j in _candidates(len(old), len(new))
        if (score := _score(old[i], new[j], before[i], after[j]))
    )
    pairs: dict[int, int] = {}
    taken: set[int] = set()
    for _, _, i, j in scored:
        if i not in pairs and j not in taken:
            pairs[i] = j
            taken.add(j)
    rest_old = [i for i in range(len(old)) if i not in pairs]
    rest_new = [j for j in range(len(new)) if j not in taken]
    return [*pairs.items(), *_wordless(old, new, rest_old, rest_new)]


def _candidates(old: int, new: int) -> Iterator[tuple[int, int]]:
    if old * new <= _COMPARED_LIMIT:
        yield from ((i, j) for i in range(old) for j in range(new))
        return
    for i in range(old):
        middle = i * new // old
        yield from ((i, j) for j in range(max(0, middle - _WINDOW), min(new, middle + _WINDOW)))


def _score(old: Site, new: Site, before: str, after: str) -> float:
    """0 = not the same statement. The same guards weigh more than any likeness of words."""
    same_guards = old.guards == new.guards
    if old.exc != new.exc:
        return 100.0 if same_guards and old.words and before == after else 0.0
    if not old.words or not new.words:
        return 0.0
    least = SIMILAR if same_guards else ALIKE
    ratio = fuzz.ratio(before, after, score_cutoff=least)
    return ratio + 100.0 * same_guards if ratio else 0.0


def _wordless(
    old: Sequence[Site], new: Sequence[Site], rest_old: Iterable[int], rest_new: Iterable[int]
) -> Iterator[tuple[int, int]]:
    rest_old, rest_new = list(rest_old), list(rest_new)
    count_old = Counter((old[i].exc, old[i].guards) for i in rest_old)
    by_condition = {(new[j].exc, new[j].guards): j for j in rest_new}
    count_new = Counter((new[j].exc, new[j].guards) for j in rest_new)
    for i in rest_old:
        condition = (old[i].exc, old[i].guards)
        j = by_condition.get(condition)
        if j is not None and count_old[condition] == count_new[condition] == 1 and not (old[i].words and new[j].words):
            yield i, j
