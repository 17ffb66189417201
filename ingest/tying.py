"""Statements of a Pin -> each with its key and the entry that it is, known or new. Touches no row."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from ingest import bulk, identity
from ingest.ladder import Carried, Tie, carry
from ingest.statements import Statement
from ingest.stored import Place, SiteRow, Stored
from kb.models import EntryAlias, ErrorEntry


@dataclass(frozen=True, slots=True)
class Tied:
    """A statement and its entry's id; `carried` says how it was tied, at the first run over this Pin."""

    statement: Statement
    key: str
    entry: str
    carried: Carried


def tie_up(slug: str, found: Sequence[Statement], stored: Stored) -> list[Tied]:
    """Each statement with its entry: what an earlier run over this Pin said, else the ladder, else a new id."""
    sites = [statement.identity for statement in found]
    keys = identity.keys(slug, sites)
    ties = _as_before(found, keys, stored.sites)
    used = {tie.entry for tie in ties.values()}
    rest = [index for index in range(len(found)) if index not in ties]
    known = [entry for entry in stored.known if entry.entry not in used]
    names = {name: entry for name, entry in stored.names.items() if entry not in used}
    carried = carry(known, [sites[i] for i in rest], [keys[i] for i in rest], names)
    ties |= {rest[j]: tie for j, tie in carried.items()}
    new = [index for index in rest if index not in ties]
    # Keys of other projects' entries too: one in 2**64 is equal, but an id must not lead astray.
    taken = set(stored.names).union(
        *(bulk.existing(model, [keys[i] for i in new]) for model in (ErrorEntry, EntryAlias))
    )
    ids = identity.mint(slug, ((sites[i], keys[i]) for i in new), taken, set(keys))
    ties |= {i: Tie(minted, "new") for i, minted in zip(new, ids, strict=True)}
    return [Tied(found[i], keys[i], ties[i].entry, ties[i].carried) for i in range(len(found))]


def _as_before(found: Sequence[Statement], keys: Sequence[str], rows: Sequence[SiteRow]) -> dict[int, Tie]:
    """What stands at the same place of the same Pin is the same statement, even if it is read better now."""
    places: defaultdict[Place, list[SiteRow]] = defaultdict(list)
    for row in rows:
        places[row.place].append(row)
    ties: dict[int, Tie] = {}
    for index, statement in enumerate(found):
        here = places.get(statement.place)
        if here:
            row = next((row for row in here if row.key == keys[index]), here[0])
            here.remove(row)
            ties[index] = Tie(row.entry, row.carried)
    return ties
