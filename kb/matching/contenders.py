"""Ranked candidates -> the same, those near the best told apart by the values in their Holes.

Statements that say the same words differ in what they put between them (`kb.matching.fitting`). Only those that contend
for the first place are looked at, since that costs their wordings and conditions. What the first one can hardly have
said is not claimed for it.
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
from kb.matching.values import are_sure, values_of
from kb.search.rows import fetch
from kb.text import Piece

NEAR = 0.15  # of the best one's score: further apart, no value changes the order
MOST = 30
IMPOSSIBLE = 0.92  # what a score counts for each value that the statement cannot have put there
MOST_IMPOSSIBLE = 2
# Order only: a value that fits may be another statement's, and one that rarely fits may be this one's all the same.
# Together less than deciding.MARGIN, so that only what is not told apart changes places.
SUPPORT, MOST_SUPPORT, UNLIKELY = 0.002, 4, 0.03

_TOLD = """
SELECT DISTINCT ON (t.entry_id, u.shape_id) t.entry_id, t.pieces, s.facts->'guards', u.shape_id,
    coalesce(nullif(p.label, ''), left(p.sha, 10))
FROM kb_templateuse u JOIN kb_messagetemplate t ON t.id = u.template_id JOIN kb_errorentry e ON e.id = t.entry_id
    LEFT JOIN kb_raisesite s ON s.id = e.site_id LEFT JOIN kb_pin p ON p.id = t.gone_in_id
WHERE u.entry_id = ANY(%s) AND u.shape_id = ANY(%s)
ORDER BY t.entry_id, u.shape_id, t.gone_in_id IS NOT NULL, t.ordinal, t.id
"""


@dataclass(slots=True)
class Entry:
    """An entry's `wordings` that were laid against an error, by shape, and the `conditions` that held when it was
    raised. `gone`: a wording's shape -> the version that no longer has it."""

    wordings: dict[int, Sequence[Piece]] = field(default_factory=dict)
    conditions: Sequence[str] = ()
    gone: dict[int, str] = field(default_factory=dict)


def contending(ranked: Sequence[Rated]) -> list[Rated]:
    """The first one, whose values may speak against it, and those that may change places with it."""
    return list(takewhile(lambda one: one.score >= ranked[0].score - NEAR, ranked[:MOST]))


def told_of(rated: Iterable[Rated]) -> Mapping[str, Entry]:
    """By the entries' ids."""
    read = [(one.row.id, one.reading) for one in rated]
    told = {entry_id: Entry() for entry_id, _ in read}
    shapes = {reading.shape_id for _, reading in read if reading}
    for entry_id, pieces, found, shape_id, version in fetch(_TOLD, [list(told), list(shapes)]) if shapes else ():
        if version:
            told[entry_id].gone[shape_id] = version
        told[entry_id].wordings[shape_id] = json.loads(pieces)
        told[entry_id].conditions = guards.texts(json.loads(found or "[]"))
    return told


def by_values(asked: Asked, ranked: Sequence[Rated], told: Mapping[str, Entry]) -> list[Rated]:
    first = contending(ranked)
    return in_order([*(_weighed(asked, one, told[one.row.id]) for one in first), *ranked[len(first) :]])


def _is_loose(one: Rated) -> bool:
    return one.reading is not None and one.reading.alignment.how == "loose"


def _weighed(asked: Asked, one: Rated, entry: Entry) -> Rated:
    """Where a frame names the line nothing speaks against the statement."""
    found = fit(values_of(asked, one.reading, entry.wordings), Told(one.row.qualname, entry.conditions))
    weighed = replace(one, values=SUPPORT * min(found.supporting, MOST_SUPPORT))
    if one.has_line or not (found.unlikely or found.impossible):
        return weighed
    # However the message is parted: what is missing was cut off, or never said. A loose fit overlooks signs.
    if (found.missing and not _is_loose(one)) or (found.impossible and are_sure(asked, one.reading, entry.wordings)):
        score = one.score * IMPOSSIBLE ** min(found.impossible, MOST_IMPOSSIBLE)
        return replace(weighed, score=score, is_doubted=True)
    # Of a text whose signs are overlooked the values may be the words of another.
    return replace(weighed, values=weighed.values - UNLIKELY, is_doubted=_is_loose(one))
