"""The sites of two Pins -> which file of the older one is which file of the newer one. Pure.

Only files that are gone and files that have appeared come into question. In turn: the same bytes; most of a file's
sites stand in the other one; a folder was renamed, as the files found so far show, and the file fits into it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import groupby

from ingest.identity import Site

Pair = tuple[str, str]  # old path, new path
Weight = tuple[int, int]

# A statement that stands in more files than this says nothing about which one a file has become.
_VOTED_FILES_LIMIT = 3


# Fixed words from which a wording in another file is taken for the same statement, at first under the same guards only.
SAYS_SOMETHING = 2
SAYS_MUCH = 5


def elsewhere(site: Site) -> Hashable:
    """What a statement and the one that it has become in another file share; None for one that says too little."""
    if site.words < SAYS_SOMETHING:
        return None
    return site.likeness[1:] if site.words >= SAYS_MUCH else (*site.likeness[1:], site.guards)


def renames(old: Sequence[Site], new: Sequence[Site]) -> dict[str, str]:
    """Old path -> new path, one to one, for files that were renamed; files without sites are not seen."""
    before, after = {site.path for site in old}, {site.path for site in new}
    gone = [site for site in old if site.path not in after]
    come = [site for site in new if site.path not in before]
    found: dict[str, str] = {}
    if gone and come:
        _take(found, _same_bytes(gone, come))
        _take(found, _by_votes(gone, come))
        _take(found, _by_folder(found, gone, come))
    return found


def _take(found: dict[str, str], pairs: Iterable[Pair]) -> None:
    used = set(found.values())
    for old, new in pairs:
        if old not in found and new not in used:
            found[old] = new
            used.add(new)


def _same_bytes(gone: list[Site], come: list[Site]) -> Iterator[Pair]:
    old, new = ({site.path: site.blob for site in sites if site.blob} for sites in (gone, come))
    paths = defaultdict(list)
    for path, blob in sorted(new.items()):
        paths[blob].append(path)
    for path, blob in sorted(old.items()):
        # Copies of one file under several names: the one that shares most of its path.
        if candidates := paths.get(blob):
            yield path, max(candidates, key=lambda candidate: _shared_end(path, candidate))


def _by_votes(gone: list[Site], come: list[Site]) -> Iterator[Pair]:
    homes: defaultdict[Hashable, set[str]] = defaultdict(set)
    for site in come:
        homes[elsewhere(site)].add(site.path)
    votes: Counter[Pair] = Counter()
    sizes: Counter[str] = Counter()
    for site in gone:
        if (statement := elsewhere(site)) is None:
            continue
        sizes[site.path] += 1
        candidates = homes.get(statement, set())
        if len(candidates) <= _VOTED_FILES_LIMIT:
            votes.update((site.path, candidate) for candidate in candidates)
    settled: set[str] = set()
    for weight, pairs in _heaviest_first({pair: (count, _shared_end(*pair)) for pair, count in votes.items()}):
        # Two files that an old one may have become with equal right: neither.
        open_pairs = [pair for pair in pairs if settled.isdisjoint(pair)]
        rivals = Counter(path for pair in open_pairs for path in pair)
        for old, new in open_pairs:
            if rivals[old] == rivals[new] == 1 and 2 * weight[0] >= sizes[old]:
                yield old, new
        settled.update(rivals)


def _heaviest_first(weights: dict[Pair, Weight]) -> Iterator[tuple[Weight, list[Pair]]]:
    heaviest_first = sorted(weights, key=lambda pair: weights[pair], reverse=True)
    for weight, pairs in groupby(heaviest_first, key=lambda pair: weights[pair]):
        yield weight, sorted(pairs)


def _by_folder(found: dict[str, str], gone: list[Site], come: list[Site]) -> Iterator[Pair]:
    moves = Counter(_heads(old, new) for old, new in found.items())
    appeared = {site.path for site in come}
    for path in sorted({site.path for site in gone}):
        for (old, new), _ in moves.most_common():
            if path.startswith(old) and new + path.removeprefix(old) in appeared:
                yield path, new + path.removeprefix(old)
                break


def _heads(old: str, new: str) -> tuple[str, str]:
    """What is left of two paths when the folders and the name that they share at their ends are taken off."""
    shared = _shared_end(old, new)
    return tuple("".join(part + "/" for part in path.split("/")[: -shared or None]) for path in (old, new))  # type: ignore[return-value]


def _shared_end(old: str, new: str) -> int:
    """How many last parts two paths share."""
    shared = 0
    for mine, its in zip(reversed(old.split("/")), reversed(new.split("/")), strict=False):
        if mine != its:
            break
        shared += 1
    return shared
