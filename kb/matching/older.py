"""Candidates that a frame names -> the same with the places where their statements stood at other pins.

What the paste prints of the frames' source tells which of these pins did not run: their lines then count for nothing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from kb.matching.asked import Asked, Frame
from kb.matching.candidates import Candidate, Place
from kb.models import Pin, SourceBlob
from kb.models.sources import by_age
from kb.search.places import path_parts
from kb.search.rows import fetch

MOST_ENTRIES = 200
MOST_PLACES = 2000
MOST_PINS = 8
MOST_ERRORS = 3  # whose frames are held against files
LARGEST_FILE = 2_000_000  # bytes that are unpacked

_PLACES = """
SELECT s.entry_id, s.pin_id, coalesce(nullif(p.label, ''), left(p.sha, 10)), s.path, s.function, s.line, s.end_line
FROM kb_raisesite s JOIN kb_pin p ON p.id = s.pin_id JOIN kb_errorentry e ON e.id = s.entry_id
    LEFT JOIN kb_raisesite now ON now.id = e.site_id
WHERE s.entry_id = ANY(%s) AND p.published_at IS NOT NULL AND s.pin_id IS DISTINCT FROM now.pin_id
ORDER BY p."order" DESC, s.id LIMIT %s
"""
_FILES = """
SELECT f.pin_id, f.path, b.sha FROM kb_pinfile f JOIN kb_sourceblob b ON b.sha = f.blob_id
WHERE f.pin_id = ANY(%s) AND f.path = ANY(%s) AND b.size <= %s
"""
_BLOB = "SELECT compressed FROM kb_sourceblob WHERE sha = %s"


def add_older_places(sought: Sequence[Asked], found: Sequence[list[Candidate]]) -> None:
    """Most projects have one pin, so that for most there is nothing to add."""
    named = (one.row for candidates in found for one in candidates if one.depth is not None)
    older = _older_places(row.id for row in named if row.has_older)
    for number, (asked, candidates) in enumerate(zip(sought, found, strict=True)):
        moved = [one for one in candidates if one.row.id in older]
        for one in moved:
            one.places += tuple(older[one.row.id])
        if moved and number < MOST_ERRORS:
            _rule_out(asked, [one for one in candidates if one.row.project == moved[0].row.project])


def _older_places(entry_ids: Iterable[str]) -> dict[str, list[Place]]:
    """The newest pins' first."""
    ids = list(dict.fromkeys(entry_ids))[:MOST_ENTRIES]
    rows = fetch(_PLACES, [ids, MOST_PLACES]) if ids else []
    pins = Pin.objects.filter(pk__in={row[1] for row in rows}) if rows else ()
    age = {pin.pk: at for at, pin in enumerate(sorted(pins, key=by_age, reverse=True))}
    found: dict[str, list[Place]] = defaultdict(list)
    for entry_id, *place in sorted(rows, key=lambda row: age.get(row[1], len(age))):
        found[entry_id].append(Place._make((*place, path_parts(place[2]))))
    return found


def _rule_out(asked: Asked, candidates: Sequence[Candidate]) -> None:
    """Take their lines from places at pins that show other source at the frames' lines, where another pin agrees."""
    shown = _shown(asked.near_frames, _roots(candidates))
    most = max((verdicts.count(True) for verdicts in shown.values()), default=0)
    others = {pin for pin, verdicts in shown.items() if False in verdicts and verdicts.count(True) < most}
    for one in candidates:
        one.places = tuple(
            place._replace(line=None, end_line=None) if place.pin_id in others else place for place in one.places
        )


def _roots(candidates: Sequence[Candidate]) -> dict[int | None, str]:
    """Each pin, and what stands before the package in its paths: all of one project's files begin so."""
    roots: dict[int | None, str] = {}
    for place in (place for one in candidates for place in one.places):
        if place.parts and len(roots) < MOST_PINS:
            roots.setdefault(place.pin_id, place.path[: len(place.path) - len("/".join(place.parts))])
    return roots


def _shown(frames: Sequence[Frame], roots: dict[int | None, str]) -> dict[int | None, list[bool]]:
    """Whether each pin has the frames' source lines at their place, of those frames whose file is known."""
    printed = [(frame, "/".join(frame.parts)) for frame in frames if frame.code and frame.line]
    wanted = {root + path for root in roots.values() for _, path in printed}
    rows = fetch(_FILES, [list(roots), list(wanted), LARGEST_FILE]) if wanted and len(roots) > 1 else []
    blobs = {(pin_id, path): sha for pin_id, path, sha in rows}
    of_blob: dict[str, set[Frame]] = defaultdict(set)
    for (pin_id, path), sha in blobs.items():
        of_blob[sha].update(frame for frame, end in printed if roots[pin_id] + end == path)
    has = {(sha, frame): agrees for sha, those in of_blob.items() for frame, agrees in _lines_agree(sha, those)}
    keys = {pin: [(blobs.get((pin, root + path), ""), frame) for frame, path in printed] for pin, root in roots.items()}
    return {pin: [has[key] for key in those if key in has] for pin, those in keys.items()}


def _lines_agree(sha: str, frames: Iterable[Frame]) -> list[tuple[Frame, bool]]:
    """Whether the blob has each frame's source at its line; one blob is unpacked at a time, and once."""
    for (compressed,) in fetch(_BLOB, [sha]):
        lines = SourceBlob.unpacked(compressed).split(b"\n")
        return [(frame, _shows(lines, frame)) for frame in frames]
    return []  # its pin was deleted meanwhile


def _shows(lines: Sequence[bytes], frame: Frame) -> bool:
    if not frame.line or frame.line > len(lines):
        return False
    return lines[frame.line - 1].decode(errors="replace").strip() == frame.code.split("\n")[0].strip()
