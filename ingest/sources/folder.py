"""A folder on this machine -> its Snapshot. Links are not followed, and no program is run in it."""

import hashlib
import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Final

from ingest.files import is_read
from ingest.sources.bounds import Bounds, Deadline
from ingest.sources.failures import SourceFailed, Unreadable
from ingest.sources.git_objects import Repository
from ingest.sources.options import Options
from ingest.sources.paths import fault
from ingest.sources.snapshot import Entry, Origin, Snapshot, blob_id
from ingest.sources.spec import FolderSpec

# What tools put beside a project's own files. Another hidden folder may hold code of the project, as .github does.
_LEFT_OUT: Final = frozenset({
    ".git", ".hg", ".svn", ".bzr", "node_modules", "__pycache__", "__pypackages__", ".tox", ".nox", ".eggs", ".venv",
    ".mypy_cache", ".ruff_cache", ".pytest_cache", ".hypothesis", ".ipynb_checkpoints", ".cache", ".idea", ".vscode",
    ".gradle", ".pants.d", ".direnv", ".pixi",
})  # fmt: skip
_ENVIRONMENT_MARKS: Final = ("pyvenv.cfg", "conda-meta")
_NARROWER: Final = "name the folder of one project"


@contextmanager
def open_folder(spec: FolderSpec, as_slug: str | None, options: Options) -> Iterator[Snapshot]:
    """The Snapshot of the files as they are now. Its sha is the SHA-256 over the sorted paths and blob ids of what is
    read; its label tells the commit whose files those are, if the folder is a git work tree.
    """
    deadline = options.bounds.deadline()
    listed = _listed(spec.path, options.bounds, deadline)
    entries = [_hashed(entry, options.bounds, deadline) for entry in listed]
    blobs = {entry.path: entry.sha for entry in entries if entry.sha}
    label, dated_at = _commit(spec.path, blobs, options.bounds, deadline)
    origin = Origin(
        slug=as_slug or spec.slug,
        sha=hashlib.sha256(
            b"".join(b"%s\0%s\n" % (os.fsencode(path), sha.encode()) for path, sha in sorted(blobs.items()))
        ).hexdigest(),
        label=label,
        kind="folder",
        source=str(spec.path),
        dated_at=dated_at,
    )
    yield Snapshot(origin, entries, options.bounds)


def _listed(top: Path, bounds: Bounds, deadline: Deadline) -> list[Entry]:
    """All of it before any file is opened, so that `/` or a home folder is refused in the time that listing takes."""
    entries = list(_walk(top, bounds, deadline))
    if sum(_counts(entry, bounds) for entry in entries) > bounds.files:
        raise SourceFailed(f"{top} holds more than {bounds.files:,} files to read: {_NARROWER}")
    return entries


def _walk(top: Path, bounds: Bounds, deadline: Deadline) -> Iterator[Entry]:
    """Everything but folders, sorted within each folder."""
    waiting = [""]
    seen = 0
    while waiting:
        prefix = waiting.pop()
        deadline.check("listing the folder")
        try:
            with os.scandir(top / prefix) as found:
                # One folder alone may hold millions.
                items = sorted(islice(found, bounds.members + 1), key=lambda item: item.name)
        except OSError as error:
            yield Entry(prefix.rstrip("/"), refused=f"cannot be opened: {error.strerror}")
            continue
        seen += len(items)
        if seen > bounds.members:
            raise SourceFailed(f"{top} holds more than {bounds.members:,} files and folders: {_NARROWER}")
        if prefix and any(item.name in _ENVIRONMENT_MARKS for item in items):
            continue
        for item in items:
            path = prefix + item.name
            if not item.is_dir(follow_symlinks=False):
                deadline.check("listing the folder")
                yield _entry(top, path, item, bounds)
            elif path.count("/") >= bounds.depth:
                yield Entry(path, refused=f"deeper than {bounds.depth} folders")
            elif item.name not in _LEFT_OUT:
                waiting.append(path + "/")


def _entry(top: Path, path: str, item: "os.DirEntry[str]", bounds: Bounds) -> Entry:
    try:
        status = item.stat(follow_symlinks=False)
    except OSError as error:
        return Entry(path, refused=f"cannot be opened: {error.strerror}")
    refused = ""
    if stat.S_ISLNK(status.st_mode):
        inside = Path(os.path.realpath(item.path)).is_relative_to(top)
        refused = "symbolic link" if inside else "symbolic link out of the folder"
    elif not stat.S_ISREG(status.st_mode):
        refused = "not a plain file"
    return Entry(path, status.st_size, "", refused, _reader(item.path, bounds.file_bytes))


def _reader(path: str, limit: int) -> Callable[[], bytes]:
    def read() -> bytes:
        try:
            # What was a plain file when listed may have become a link or a pipe.
            with open(
                path, "rb", opener=lambda name, flags: os.open(name, flags | os.O_NOFOLLOW | os.O_NONBLOCK)
            ) as file:
                content = file.read(limit + 1)
        except OSError as error:
            raise Unreadable(f"cannot be opened: {error.strerror}") from error
        if len(content) > limit:
            raise Unreadable("changed while it was read")
        return content

    return read


def _hashed(entry: Entry, bounds: Bounds, deadline: Deadline) -> Entry:
    """The entry with its blob id, if it will be read; then it is read only as long as it stays the same."""
    if not _counts(entry, bounds):
        return entry
    deadline.check("reading the folder")
    try:
        content = entry.read()
    except Unreadable as error:
        return replace(entry, refused=str(error))
    return replace(entry, size=len(content), sha=blob_id(content))


def _commit(top: Path, blobs: dict[str, str], bounds: Bounds, deadline: Deadline) -> tuple[str, datetime | None]:
    """Label and date of the checked-out commit, if its files are those that were read; else nothing.

    Told from the ids alone: `git status` would run the filters that a work tree's configuration names.
    """
    if not (top / ".git").exists():
        return "", None
    try:
        repository = Repository(top / ".git", deadline)
        refs = repository.refs()
        tree = repository.entries(refs.head, bounds, lambda _sha, _size: b"")
        committed = {entry.path: entry.sha for entry in tree if _counts(entry, bounds)}
    except SourceFailed:  # no git here, or a damaged repository: the folder can be read all the same
        return "", None
    if committed != blobs:
        return "", None
    return refs.label(refs.head) or refs.head[:10], repository.committed_at(refs.head)


def _counts(entry: Entry, bounds: Bounds) -> bool:
    """Whether the file is one of those that the folder's sha is over."""
    return (
        not entry.refused and is_read(entry.path) and entry.size <= bounds.file_bytes and not fault(entry.path, bounds)
    )
