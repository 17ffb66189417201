"""Ranked candidates -> the same, those near the best told apart by the values in their Holes.

Statements that say the same words differ in what they put between them (`kb.matching.fitting`). Only those that contend
for the first place are looked at, since that costs their wordings and conditions.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile

from kb import guards
from kb.matching.asked import Asked
from kb.matching.fitting import Told, fit
from kb.matching.ranking import Rated, in_order
from kb.matching.values import values_of
from kb.search.rows import fetch
from kb.text import Piece

NEAR = 0.15  # of the best one's score: further apart, no value changes the order
MOST = 30
AGAINST = 0.92  # what a score counts for each value that the statement cannot have put there
MOST_AGAINST = 2
SUPPORT, MOST_SUPPORT = 0.002, 4  # order only: a value that fits may be another statement's, too

_TOLD = """
SELECT t.entry_id, t.pieces, s.facts->'guards', u.shape_id, coalesce(nullif(p.label, ''), left(p.sha, 10))
FROM kb_messagetemplate t JOIN kb_errorentry e ON e.id = t.entry_id LEFT JOIN kb_raisesite s ON s.id = e.site_id
    LEFT JOIN kb_templateuse u ON u.template_id = t.id LEFT JOIN kb_pin p ON p.id = t.gone_in_id
WHERE t.entry_id = ANY(%s) ORDER BY t.entry_id, t.ordinal, t.id
"""


@dataclass(slots=True)
class Entry:
    """An entry's `wordings`, as pieces, and the `conditions` that held when it was raised. `gone`: a wording's shape ->
    the version that no longer has it."""

    wordings: list[Sequence[Piece]] = field(default_factory=list)
    conditions: Sequence[str] = ()
    gone: dict[int, str] = field(default_factory=dict)


def contending(ranked: Sequence[Rated]) -> list[Rated]:
    """The first ones, as far as they may change places; none where the first stands alone."""
    first = list(takewhile(lambda one: one.score >= ranked[0].score - NEAR, ranked[:MOST]))
    return first if len(first) > 1 else []


def told_of(entry_ids: Iterable[str]) -> Mapping[str, Entry]:
    told = {entry_id: Entry() for entry_id in entry_ids}
    for entry_id, pieces, found, shape_id, version in fetch(_TOLD, [list(told)]) if told else ():
        if version:
            told[entry_id].gone[shape_id] = version
        told[entry_id].wordings.append(json.loads(pieces))
        told[entry_id].conditions = guards.texts(json.loads(found or "[]"))
    return told


def by_values(asked: Asked, ranked: Sequence[Rated], told: Mapping[str, Entry]) -> list[Rated]:
    first = contending(ranked)
    return [*in_order([_weighed(asked, one, told[one.row.id]) for one in first]), *ranked[len(first) :]]


def _weighed(asked: Asked, one: Rated, entry: Entry) -> Rated:
    found = fit(values_of(asked, one.reading, entry.wordings), Told(one.row.qualname, entry.conditions))
    score = one.score * AGAINST ** min(found.against, MOST_AGAINST)
    return replace(one, score=score, tie=one.tie + SUPPORT * min(found.supporting, MOST_SUPPORT))
