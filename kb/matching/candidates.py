"""Errors of a paste -> the entries that may have raised them, read from the database in a few bounded queries.

By fingerprint (shapes whose fragments stand in the message), by frame (entries that stand or stood where a frame says),
and, where neither brings anything that fits, by rare words through the search backend. Lists that are long because
something is common are cut, never read whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kb.matching.alignment import align
from kb.matching.asked import MOST_HASHES, Asked
from kb.matching.readings import Reading, Shape, reading_of
from kb.models import PinFile
from kb.search import fingerprints, queries
from kb.search.places import path_parts
from kb.search.rows import fetch
from kb.text import HOLE

MOST_OF_A_FINGERPRINT = 64
MOST_OF_A_PLACE = 150
MOST_SHAPES = 150  # aligned, of one error
MOST_LOOSELY = 50  # of these, also where they fit only in part
BEST_SHAPES = 12  # whose entries are read, of one error
MOST_OF_A_SHAPE = 60  # entries read of one wording
HALF_AS_GOOD = 0.5  # as the best wording; less is not read
WORD_CANDIDATES = 40
MOST_RESPELT, MISSPELT = 12, 2  # words of a message that may be misspelt; and that show that it is
# Of wordings that are a value and nothing else, which no fingerprint finds: looked up by their class.
LONE_HOLE = fingerprints.of_shape(HOLE)
# Text scores that spare the search by words: of any text, and of one that has TELLING words that not everyone says.
ENOUGH, ENOUGH_OF_TELLING, TELLING = 0.6, 0.4, 2

_HITS = """
SELECT h.hash, f.shape_id, NULL FROM unnest(%s::bigint[]) h(hash) CROSS JOIN LATERAL (
    SELECT shape_id FROM kb_templatefingerprint WHERE hash = h.hash ORDER BY words, shape_id LIMIT %s
) f
UNION ALL
SELECT h.hash, NULL, k.entry_id FROM unnest(%s::bigint[]) h(hash) CROSS JOIN LATERAL (
    SELECT entry_id FROM kb_framekey WHERE hash = h.hash LIMIT %s
) k
"""
_PATTERNS = "SELECT id, pattern, words FROM kb_templateshape WHERE id = ANY(%s)"
_USES_OF_ENTRIES = """
SELECT u.entry_id, s.id, s.pattern, s.words FROM kb_templateuse u JOIN kb_templateshape s ON s.id = u.shape_id
WHERE u.entry_id = ANY(%s)
"""
# Entries of the type that the paste names first, for wordings that stand at very many; of a Hole alone only those.
_USES_OF_SHAPES = """
SELECT DISTINCT s.id, u.entry_id FROM unnest(%s::bigint[], %s::text[]) s(id, exc_type) CROSS JOIN LATERAL (
    (SELECT entry_id FROM kb_templateuse WHERE shape_id = s.id AND exc_type = s.exc_type LIMIT %s)
    UNION ALL (SELECT entry_id FROM kb_templateuse WHERE shape_id = s.id AND s.id <> %s LIMIT %s)
) u
"""
_ENTRIES = """
SELECT e.id, p.owner || '/' || p.name, e.exc_type, e.exc_qualified, e.kind, e.category, e.title, e.message, e.reason,
    e.removed_in_id IS NOT NULL, coalesce(s.path, ''), s.line, s.end_line, coalesce(s.qualname, ''),
    coalesce(s.function, ''), ARRAY(SELECT jsonb_array_elements_text(s.facts->'bases')), coalesce(s.facts->>'via', ''),
    s.pin_id, coalesce(nullif(n.label, ''), left(n.sha, 10), ''), coalesce(s.blob_id, ''),
    EXISTS (SELECT FROM kb_raisesite o WHERE o.entry_id = e.id AND o.pin_id <> s.pin_id)
FROM kb_errorentry e JOIN kb_project p ON p.id = e.project_id LEFT JOIN kb_raisesite s ON s.id = e.site_id
    LEFT JOIN kb_pin n ON n.id = s.pin_id
WHERE e.id = ANY(%s)
"""


class Place(NamedTuple):
    """Where a statement stands or stood at a pin, which `version` names as upstream does; `parts` are its path's.
    `line` is None where it tells nothing."""

    pin_id: int | None
    version: str
    path: str
    function: str
    line: int | None
    end_line: int | None
    parts: tuple[str, ...]


class Row(NamedTuple):
    """What ranking and pages need of an entry and its current site; `parts` are its path's, `blob` is its file's."""

    id: str
    project: str
    exc_type: str
    exc_qualified: str
    kind: str
    category: str
    title: str
    message: str
    reason: str
    is_removed: bool
    path: str
    line: int | None
    end_line: int | None
    qualname: str
    function: str
    bases: list[str]
    via: str
    pin_id: int | None
    version: str
    blob: str
    has_older: bool
    parts: tuple[str, ...]

    @property
    def is_source(self) -> bool:
        """Is it the project's own code, no test and nothing vendored or generated?"""
        return self.category == PinFile.Category.SOURCE

    @property
    def is_private(self) -> bool:
        """Does a name on the way to it begin with an underscore, as those do that only the project itself calls?"""
        return any(name[:1] == "_" and name[:2] != "__" for name in (*self.parts, *self.qualname.split(".")))

    @property
    def place(self) -> Place:
        return Place(self.pin_id, self.version, self.path, self.function, self.line, self.end_line, self.parts)


@dataclass(slots=True)
class Candidate:
    """`depth`: of the innermost frame that names a place where the entry stands or stood, None if none does.
    `readings` is empty when the entry's text is unknown or does not fit at all. `places`: the current site's first.
    `is_shown`: whether the innermost frame's source line is the statement's, None where that is not known. `is_alone`:
    whether no other function of its file has its function's name, as far as that was looked up. `is_carrier`: offered
    only since it may raise the pasted class, with any text."""

    row: Row
    places: tuple[Place, ...]
    readings: list[Reading] = field(default_factory=list)
    depth: int | None = None
    has_text: bool = False
    is_shown: bool | None = None
    is_alone: bool = False
    is_carrier: bool = False


class _Found:
    """What the database says about one error, filled step by step."""

    def __init__(self, asked: Asked) -> None:
        self.asked = asked
        self.shapes: dict[int, float] = {}
        self.depths: dict[str, int] = {}
        self.readings: dict[int, list[Reading]] = {}
        self.shapes_of: dict[str, set[int]] = defaultdict(set)

    def fits(self, least: float, telling: int = 0) -> bool:
        """Does a text fit so well, with so many words that not everyone says?"""
        readings = (reading for found in self.readings.values() for reading in found)
        return any(one.score >= least and one.telling >= telling for one in readings)

    def best_shapes(self) -> list[int]:
        scores = {shape: self.score(shape) for shape, found in self.readings.items() if found and shape != LONE_HOLE}
        best = sorted(scores, key=lambda shape: -scores[shape])[:BEST_SHAPES]
        good = [shape for shape in best if scores[shape] >= HALF_AS_GOOD * scores[best[0]]]
        # It fits any message, so it is no measure for the others.
        return [*good, LONE_HOLE] if self.readings.get(LONE_HOLE) else good

    def worth_reading(self) -> list[str]:
        """Entries by text or frame. Above the innermost frame, one whose known text does not fit at all is not it."""
        by_frame = [
            entry_id
            for entry_id, depth in self.depths.items()
            if depth == 0 or not (shapes := self.shapes_of.get(entry_id)) or any(map(self.readings.get, shapes))
        ]
        return list(dict.fromkeys([*by_frame, *self.shapes_of.keys() - self.depths.keys()]))

    def score(self, shape_id: int) -> float:
        return max((reading.score for reading in self.readings[shape_id]), default=0.0)

    def lay(self, known: dict[int, Shape], shape_ids: Iterable[int]) -> None:
        """The likeliest first: only the first ones are tried loosely, too."""
        for rank, shape_id in enumerate(shape_ids):
            if shape_id not in self.readings and shape_id in known:
                self.readings[shape_id] = [*self._laid(known[shape_id], loosely=rank < MOST_LOOSELY)]

    def _laid(self, shape: Shape, *, loosely: bool) -> Iterator[Reading]:
        for number, message in enumerate(self.asked.messages):
            if alignment := align(message, shape.pattern, loosely=loosely):
                yield reading_of(self.asked, number, alignment, shape)


def candidates(asked: Sequence[Asked]) -> list[list[Candidate]]:
    """For each error, in the same order, every entry worth ranking."""
    found = [_Found(one) for one in asked]
    _look_up(found)
    shape_ids = list({shape for one in found for shape in one.shapes})
    known = {shape[0]: Shape(*shape) for shape in fetch(_PATTERNS, [shape_ids])}
    for one in found:
        one.lay(known, one.shapes)
    _read_uses(found, {entry_id for one in found for entry_id in one.depths})
    _search_words(found)
    _read_entries_of_shapes(found)
    worth = [one.worth_reading() for one in found]
    rows = rows_of({entry_id for ids in worth for entry_id in ids})
    return [
        [_candidate(one, rows[entry_id]) for entry_id in ids if entry_id in rows]
        for one, ids in zip(found, worth, strict=True)
    ]


def _look_up(found: Sequence[_Found]) -> None:
    share = MOST_HASHES // max(1, len(found))
    hashes = {value for one in found for value in one.asked.fingerprints[: max(share, 600)]}
    places = {value for one in found for frame in one.asked.near_frames for value in frame.hashes}
    shapes: dict[int, list[int]] = defaultdict(list)
    entries: dict[int, list[str]] = defaultdict(list)
    arguments = [list(hashes)[:MOST_HASHES], MOST_OF_A_FINGERPRINT, list(places), MOST_OF_A_PLACE]
    for value, shape_id, entry_id in fetch(_HITS, arguments):
        if entry_id is None:
            shapes[value].append(shape_id)
        else:
            entries[value].append(entry_id)
    for one in found:
        one.shapes = _rarest(shapes, one.asked.fingerprints)
        if one.asked.names_own_class and not one.asked.frames:
            one.shapes.setdefault(LONE_HOLE, 0.0)
        for frame in one.asked.near_frames:
            for value in frame.hashes:
                for entry_id in entries.get(value, ()):
                    one.depths.setdefault(entry_id, frame.depth)


def _rarest(shapes: dict[int, list[int]], hashes: Iterable[int]) -> dict[int, float]:
    """The shapes with the most and rarest fingerprints in the message."""
    weights: dict[int, float] = defaultdict(float)
    for value in hashes:
        for shape_id in shapes.get(value, ()):
            weights[shape_id] += 1 / len(shapes[value])
    best = sorted(weights, key=lambda shape_id: -weights[shape_id])[:MOST_SHAPES]
    return {shape_id: weights[shape_id] for shape_id in best}


def _read_uses(found: Sequence[_Found], entry_ids: Iterable[str]) -> None:
    """Lay the messages against the shapes of entries that were found by other means than their text."""
    known: dict[int, Shape] = {}
    uses: dict[str, set[int]] = defaultdict(set)
    ids = list(entry_ids)
    for entry_id, shape_id, *shape in fetch(_USES_OF_ENTRIES, [ids]) if ids else ():
        known[shape_id] = Shape(shape_id, *shape)
        uses[entry_id].add(shape_id)
    for one in found:
        for entry_id in ids:
            if entry_id in one.depths or entry_id in one.shapes_of:
                one.shapes_of[entry_id] |= uses[entry_id]
                one.lay(known, uses[entry_id])


def _search_words(found: Sequence[_Found]) -> None:
    """The way for messages that no fingerprint knows: reworded, garbled, half a message; of a class of its own that
    says nothing, its name."""
    for one in found[:1]:
        if one.depths or one.fits(ENOUGH) or one.fits(ENOUGH_OF_TELLING, TELLING):
            continue
        said = list(dict.fromkeys(one.asked.messages[0].words))
        words = said or [one.asked.error.exc_type] * one.asked.names_own_class
        meant = queries.respelt(words, MOST_RESPELT)
        if len(meant) < MISSPELT and one.fits(ENOUGH_OF_TELLING):
            continue  # a word alone is perhaps a value
        one.asked.messages[0].respell(meant)
        entry_ids = queries.candidates(words, limit=WORD_CANDIDATES)
        for entry_id in entry_ids:
            one.shapes_of[entry_id]
        _read_uses(found, entry_ids)


def _read_entries_of_shapes(found: Sequence[_Found]) -> None:
    pairs: dict[tuple[int, str], None] = {}
    best: list[list[int]] = []
    for one in found:
        best.append(one.best_shapes())
        for shape_id in best[-1]:
            for reading in one.readings[shape_id]:
                pairs.setdefault((shape_id, one.asked.variants[reading.variant].exc_type))
    entries: dict[int, list[str]] = defaultdict(list)
    shapes_and_types = [[shape_id for shape_id, _ in pairs], [exc_type for _, exc_type in pairs]]
    arguments = [*shapes_and_types, MOST_OF_A_SHAPE, LONE_HOLE, MOST_OF_A_SHAPE]
    for shape_id, entry_id in fetch(_USES_OF_SHAPES, arguments) if pairs else ():
        entries[shape_id].append(entry_id)
    for one, shapes in zip(found, best, strict=True):
        for shape_id in shapes:
            for entry_id in entries[shape_id]:
                one.shapes_of[entry_id].add(shape_id)


def rows_of(entry_ids: Iterable[str]) -> dict[str, Row]:
    ids = list(entry_ids)
    return {row[0]: Row._make((*row, path_parts(row[10]))) for row in fetch(_ENTRIES, [ids])} if ids else {}


def _candidate(one: _Found, row: Row) -> Candidate:
    shapes = one.shapes_of.get(row.id, set())
    readings = [reading for shape_id in shapes for reading in one.readings.get(shape_id, ())]
    return Candidate(row, (row.place,), readings, one.depths.get(row.id), bool(shapes))
