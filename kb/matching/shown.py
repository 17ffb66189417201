"""Candidates that the innermost frame names -> the same, each told whether the frame's source line is its statement's.

Methods of one name in one file, and the statements of one function, differ in what stands on their lines; unlike its
number, a line's text mostly stays from release to release. It is looked up only where there is something to tell apart.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from kb.matching.asked import Asked, Frame
from kb.matching.candidates import Candidate
from kb.models import SourceBlob
from kb.search.rows import fetch

MOST_ERRORS = 3  # whose innermost frames are looked up
MOST_FILES = 4  # of one error
LARGEST_FILE = 2_000_000  # bytes that are unpacked

# All that most Pythons print of a statement over several lines: many begin so.
_BARE: Final = re.compile(r"\s*raise\s+[\w.]+\(\s*")
_BLOBS = "SELECT sha, compressed FROM kb_sourceblob WHERE sha = ANY(%s) AND size <= %s"


def tell_shown(sought: Sequence[Asked], found: Sequence[list[Candidate]]) -> None:
    """Where no statement of a file has the line, the paste is of another version, and says nothing of any of them."""
    for asked, candidates in zip(sought[:MOST_ERRORS], found, strict=False):
        frame = asked.frames[0] if asked.frames else None
        if frame and frame.code and not _BARE.fullmatch(frame.code) and _is_open(candidates):
            _tell(frame, _by_file(one for one in candidates if one.depth == 0 and one.row.line and one.row.blob))


def _is_open(candidates: Sequence[Candidate]) -> bool:
    """Is there anything to tell apart, of those that the innermost frame names and those whose text fits?"""
    named = sum(one.depth == 0 for one in candidates)
    return named > 1 or (named == 1 and any(one.readings and one.depth != 0 for one in candidates))


def _by_file(candidates: Iterable[Candidate]) -> dict[str, list[Candidate]]:
    """By the file's content."""
    files: dict[str, list[Candidate]] = defaultdict(list)
    for one in candidates:
        files[one.row.blob].append(one)
    return files


def _tell(frame: Frame, files: dict[str, list[Candidate]]) -> None:
    for blob, source in sources_of(list(files)[:MOST_FILES]):
        lines = source.split(b"\n")
        shows = [_has(lines, one, frame.code) for one in files[blob]]
        if any(shows):
            for one, is_shown in zip(files[blob], shows, strict=True):
                one.is_shown = is_shown


def sources_of(blobs: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """What those that are not too large hold, one unpacked at a time."""
    for blob, compressed in fetch(_BLOBS, [blobs, LARGEST_FILE]) if blobs else ():
        yield blob, SourceBlob.unpacked(compressed)


def _has(lines: Sequence[bytes], candidate: Candidate, code: str) -> bool:
    row = candidate.row
    first = row.line or 1
    stands = {line.decode(errors="replace").strip() for line in lines[first - 1 : row.end_line or first]}
    return stands.issuperset(line.strip() for line in code.split("\n"))
