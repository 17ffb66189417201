"""The listing of a source -> the files that an extractor gets, and those that it does not get, with the reason.

Every kind of source only lists Entries; what is offered, skipped or left alone is decided here, once for all kinds.
"""

import hashlib
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import PurePosixPath
from typing import Final, Literal

from ingest.files import is_read
from ingest.sources.bounds import Bounds
from ingest.sources.failures import SourceFailed, Unreadable
from ingest.sources.paths import fault, shown

Kind = Literal["git", "archive", "folder"]

_LFS_POINTER: Final = b"version https://git-lfs.github.com/spec/"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file to extract from. `content` is None if its `sha` (git's blob id, 40 hex digits) is known already."""

    path: str
    sha: str
    size: int
    content: bytes | None


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that is not read. `size` is in bytes, 0 where unknown; `reason` is a few words."""

    path: str
    size: int
    reason: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a source's listing: no folder, but maybe a link. `path` is as spelled there, so maybe hostile.

    `sha` is the blob id where the source knows it without reading, `refused` why this is no plain file, `time` when it
    was last changed (seconds since 1970, 0 where unknown). `read` gives at most `size` bytes, or raises Unreadable.
    """

    path: str
    size: int = 0
    sha: str = ""
    refused: str = ""
    read: Callable[[], bytes] = bytes
    time: float = 0


@dataclass(frozen=True)
class Origin:
    """What a source says about itself. `source` brings the same pin again; `sha` is a commit id or a hash; `kept_at`
    is where the public package index keeps the archive, "" if it is not known to.
    """

    slug: str
    sha: str
    label: str
    kind: Kind
    source: str
    dated_at: datetime | None = None
    repository_url: str = ""
    homepage_url: str = ""
    kept_at: str = ""


@dataclass(frozen=True)
class _Plan:
    offered: dict[str, Entry] = field(default_factory=dict)
    skipped: dict[str, SkippedFile] = field(default_factory=dict)
    unread: Counter[str] = field(default_factory=Counter)


class Snapshot:
    """A source at a pin, open for reading while `open_source`'s with-block lasts.

    Beside the Origin's fields: `total`, how many files `files()` will yield, and `unread`, the number of files in
    no language that is read, by suffix ("" for none).
    """

    def __init__(self, origin: Origin, entries: Iterable[Entry], bounds: Bounds) -> None:
        self.origin = origin
        self.slug = origin.slug
        self.sha = origin.sha
        self.label = origin.label
        self.kind = origin.kind
        self.source = origin.source
        self.dated_at = origin.dated_at
        self.repository_url = origin.repository_url
        self.homepage_url = origin.homepage_url
        self.kept_at = origin.kept_at
        self._bounds = bounds
        self._plan = _plan(entries, bounds)
        self.unread = self._plan.unread

    @property
    def total(self) -> int:
        return len(self._plan.offered) + len(self._plan.skipped)

    @property
    def is_empty(self) -> bool:
        """Whether there is no file to read at all, whatever may become of it."""
        return not self._plan.offered

    def files(self, known: Container[str] = ()) -> Iterator[SourceFile | SkippedFile]:
        """Every path once: first what is skipped by its listing, then what is read, in the source's order."""
        yield from self._plan.skipped.values()
        room = self._bounds.total_bytes
        for entry in self._plan.offered.values():
            found = _read(entry, known, room)
            if isinstance(found, SourceFile) and found.content is not None:
                room -= found.size
            yield found


def blob_id(content: bytes) -> str:
    """Git's id of a blob: the SHA-1 of a header and the content."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()


def _read(entry: Entry, known: Container[str], room: int) -> SourceFile | SkippedFile:
    if entry.sha and entry.sha in known:
        return SourceFile(entry.path, entry.sha, entry.size, None)
    if entry.size > room:
        return SkippedFile(entry.path, entry.size, "the source holds more than may be read in all")
    try:
        content = entry.read()
    except Unreadable as error:
        return SkippedFile(entry.path, entry.size, str(error))
    sha = blob_id(content)
    if entry.sha and entry.sha != sha:
        return SkippedFile(entry.path, entry.size, "content does not match its blob id")
    if content.startswith(_LFS_POINTER):
        return SkippedFile(entry.path, entry.size, "Git LFS pointer, the content is elsewhere")
    return SourceFile(entry.path, sha, len(content), None if sha in known else content)


def _plan(entries: Iterable[Entry], bounds: Bounds) -> _Plan:
    plan = _Plan()
    for number, entry in enumerate(entries, 1):
        if number > bounds.members:
            raise SourceFailed(f"the source has more than {bounds.members:,} files")
        _place(entry, plan, bounds)
        if len(plan.offered) > bounds.files:
            raise SourceFailed(f"the source has more than {bounds.files:,} files to read")
    return plan


def _place(entry: Entry, plan: _Plan, bounds: Bounds) -> None:
    path = shown(entry.path, bounds)
    reason = _refusal(entry, bounds)
    if path in plan.skipped or path in plan.offered:
        # Which of the two a user has on disk depends on the tool that unpacked it. An escaped bad name that
        # spells a good one takes it along: no archive that means well holds both.
        plan.offered.pop(path, None)
        plan.skipped[path] = SkippedFile(path, entry.size, "two files with this path")
    elif not is_read(entry.path) and not _may_hide_code(entry):
        plan.unread[PurePosixPath(path).suffix.lower()[:20]] += 1
    elif reason:
        plan.skipped[path] = SkippedFile(path, entry.size, reason)
    else:
        plan.offered[path] = entry


def _refusal(entry: Entry, bounds: Bounds) -> str:
    reason = fault(entry.path, bounds) or entry.refused
    if not reason and entry.size > bounds.file_bytes:
        reason = f"larger than {bounds.file_bytes // 1024:,} KB"
    return reason


def _may_hide_code(entry: Entry) -> bool:
    """A submodule, or a link to a folder: its name has no suffix, yet code may lie behind it."""
    return bool(entry.refused) and "." not in entry.path.rpartition("/")[2]
