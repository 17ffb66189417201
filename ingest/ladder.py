"""The sites of a Pin -> the entries that they were at the Pin before. Pure.

A ladder of rungs, the surest first; a site that one rung has tied is out of the game for the next. Each rung sorts the
sites that are left on both sides into groups and pairs within a group, one to one:

1. same: path, function, type and wording are equal. Guards, then order, tell equal ones apart, so that a statement
   put between two equal ones does not shift the identity of those behind it.
2. known key: the site has a key by which an entry goes: a statement that came back, or went back to where it was.
3. moved with its file: equal but for the path, and the file was renamed (`renames`).
4. moved: same function, type and wording in another file, or same file, type and wording in another function. The less
   the wording says, the more must be equal beside it: the guards, then the file's name or the function's.
5. reworded (`rewording`): same function, similar wording.
6. returned: as 4, among the entries that were removed earlier.

The rest is new. Where a statement may have moved to two places, neither is taken: a new id is better than a wrong one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from ingest.identity import Site
from ingest.renames import SAYS_SOMETHING, elsewhere, renames
from ingest.rewording import reworded

Carried = Literal["new", "same", "moved", "reworded"]
Pairs = Iterable[tuple[int, int]]
Pair = Callable[[Sequence[Site], Sequence[Site]], Pairs]
Trait = Callable[[Site], Hashable]

MODULE_LEVEL = "<module>"
_ALIGNED_LIMIT = 1_000_000  # equal statements before times after, beyond which only their order is looked at


@dataclass(frozen=True, slots=True)
class Known:
    """An entry, and the site that it was last seen at. `stands` = it is in the Pin before, not removed earlier."""

    entry: str
    site: Site
    stands: bool = True


@dataclass(frozen=True, slots=True)
class Tie:
    entry: str
    carried: Carried


def carry(
    known: Sequence[Known], found: Sequence[Site], keys: Sequence[str], names: Mapping[str, str]
) -> dict[int, Tie]:
    """The entry of each found site, by the site's index; what is missing is new.

    `keys` are the found sites' keys, `names` says which entry goes by a key (its id, or an alias).
    """
    ladder = _Ladder(known, found)
    ladder.climb("same", lambda site: site.likeness, _in_order)
    ladder.climb_keys(keys, names)
    ladder.follow_renames()
    ladder.climb("moved", lambda site: site.likeness, _in_order)
    ladder.climb_moves()
    ladder.climb("reworded", lambda site: (site.path, site.qualname), reworded)
    ladder.call_back_removed()
    ladder.climb_moves()
    return ladder.ties


class _Ladder:
    def __init__(self, known: Sequence[Known], found: Sequence[Site]) -> None:
        self.known = known
        self.before = [entry.site for entry in known]  # under the paths of now, once renamed files are known
        self.found = found
        self.old = {index: None for index, entry in enumerate(known) if entry.stands}  # dicts: sets with an order
        self.removed = {index: None for index, entry in enumerate(known) if not entry.stands}
        self.new: dict[int, None] = dict.fromkeys(range(len(found)))
        self.ties: dict[int, Tie] = {}

    def tie(self, old: int, new: int, carried: Carried) -> None:
        self.ties[new] = Tie(self.known[old].entry, carried)
        self.old.pop(old, None)
        self.removed.pop(old, None)
        del self.new[new]

    def climb(self, carried: Carried, trait: Trait, pair: Pair) -> None:
        """Tie what `pair` pairs among the sites that share a trait; a site whose trait is None stays out."""
        if not self.old or not self.new:
            return
        groups: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for index in self.new:
            groups[trait(self.found[index])][1].append(index)
        for index in self.old:
            if (group := groups.get(trait(self.before[index]))) is not None:
                group[0].append(index)
        groups.pop(None, None)
        for old, new in groups.values():
            if old:
                for i, j in pair([self.before[i] for i in old], [self.found[j] for j in new]):
                    self.tie(old[i], new[j], carried)

    def climb_keys(self, keys: Sequence[str], names: Mapping[str, str]) -> None:
        places = {entry.entry: index for index, entry in enumerate(self.known)}
        for new in list(self.new):
            old = places.get(names.get(keys[new], ""), -1)
            if old in self.old or old in self.removed:
                self.tie(old, new, _difference(self.before[old], self.found[new]))

    def climb_moves(self) -> None:
        for trait in _MOVES:
            self.climb("moved", trait, _unmistakable)

    def follow_renames(self) -> None:
        """Put what stood in a renamed file under the new path, so that a place means the same on both sides."""
        if not self.old or not self.new:
            return
        paths = renames([entry.site for entry in self.known if entry.stands], self.found)
        if paths:
            self.before = [replace(site, path=paths.get(site.path, site.path)) for site in self.before]

    def call_back_removed(self) -> None:
        self.old, self.removed = self.removed, {}


def _difference(before: Site, now: Site) -> Carried:
    if (before.path, before.qualname) != (now.path, now.qualname):
        return "moved"
    return "same" if before.likeness == now.likeness else "reworded"


def _in_another_function(site: Site) -> Hashable:
    return (site.path, site.exc, site.wording) if site.words >= SAYS_SOMETHING else None


def _in_another_folder(site: Site) -> Hashable:
    if not site.guards or site.qualname == MODULE_LEVEL:
        return None
    return (_file_name(site), site.guards, *site.likeness[1:])


def _in_another_class(site: Site) -> Hashable:
    if site.qualname == MODULE_LEVEL:
        return None
    return (site.path, site.qualname.rpartition(".")[2], site.guards, site.exc, site.wording)


_MOVES: tuple[Trait, ...] = (elsewhere, _in_another_function, _in_another_folder, _in_another_class)


def _file_name(site: Site) -> str:
    return site.path.rpartition("/")[2]


def _in_order(old: Sequence[Site], new: Sequence[Site]) -> Pairs:
    """Pair equal sites: those under the same guards first, none crossing another, then the rest in order."""
    old_order, new_order = _by_place(old), _by_place(new)
    if len(old) == len(new) == 1:
        return [(0, 0)]
    pairs = []
    if len(old) * len(new) <= _ALIGNED_LIMIT:
        guards = ([old[i].guards for i in old_order], [new[j].guards for j in new_order])
        blocks = SequenceMatcher(None, *guards, autojunk=False).get_matching_blocks()
        pairs = [(old_order[b.a + n], new_order[b.b + n]) for b in blocks for n in range(b.size)]
    tied_old, tied_new = {i for i, _ in pairs}, {j for _, j in pairs}
    rest = ([i for i in old_order if i not in tied_old], [j for j in new_order if j not in tied_new])
    return [*pairs, *zip(*rest, strict=False)]


def _by_place(sites: Sequence[Site]) -> list[int]:
    return sorted(range(len(sites)), key=lambda i: (sites[i].path, sites[i].line, sites[i].column))


def _unmistakable(old: Sequence[Site], new: Sequence[Site]) -> Pairs:
    """Pair what can be meant by one site only, if need be by guards, file name and function."""
    left = (dict.fromkeys(range(len(old))), dict.fromkeys(range(len(new))))
    for trait in _TELLING:
        groups: dict[Hashable, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
        for side, sites in enumerate((old, new)):
            for index in left[side]:
                groups[trait(sites[index])][side].append(index)
        for mine, its in groups.values():
            if len(mine) == len(its) == 1:
                yield mine[0], its[0]
                del left[0][mine[0]], left[1][its[0]]


# The last one is equal for all: it takes the one pair that may be left.
_TELLING: tuple[Trait, ...] = (
    lambda site: (_file_name(site), site.qualname, site.guards),
    lambda site: (_file_name(site), site.qualname),
    lambda site: site.guards,
    lambda site: site.exc,
)
