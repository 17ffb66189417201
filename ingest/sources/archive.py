"""A downloaded archive on this machine -> its Entries, with paths relative to the source's root, and that root."""

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from ingest.sources.bounds import Bounds, Deadline
from ingest.sources.failures import SourceFailed
from ingest.sources.snapshot import Entry
from ingest.sources.tars import read_tar, unpack_tar
from ingest.sources.zips import read_zip

TAR_SUFFIXES: Final = (".tar.gz", ".tgz", ".tar.bz2")
ZIP_SUFFIXES: Final = (".zip", ".whl")
_FIRST_TIME: Final = datetime(1990, 1, 1, tzinfo=UTC).timestamp()


class Opened(NamedTuple):
    """`root` is the folder that everything lies in, with a slash, as source distributions have one; else ""."""

    root: str
    entries: list[Entry]


@contextmanager
def opened(path: Path, bounds: Bounds, deadline: Deadline) -> Iterator[Opened]:
    """The archive's entries, readable within the block. What it is, is told by its name's end."""
    if path.name.endswith(TAR_SUFFIXES):
        with unpack_tar(path, bounds, deadline) as plain:
            yield _without_root(read_tar(plain, bounds, deadline))
    elif path.name.endswith(ZIP_SUFFIXES):
        with path.open("rb") as file:
            entries = read_zip(file, path.stat().st_size, bounds)
            yield Opened("", entries) if path.name.endswith(".whl") else _without_root(entries)
    else:
        raise SourceFailed(f"{path.name} is no kind of archive that is read")


def newest_time(entries: Iterable[Entry]) -> datetime | None:
    """When the newest member was last changed; None if no member says so in a way that makes sense."""
    # Tools that make the same archive each time write a constant: 1970, zip's first year 1980, or 1985.
    times = [entry.time for entry in entries if _FIRST_TIME < entry.time < time.time()]
    return datetime.fromtimestamp(max(times), UTC) if times else None


def _without_root(entries: list[Entry]) -> Opened:
    """Paths without the folder `name-version/`, if everything lies in one."""
    # macOS puts a file with a folder's attributes beside it.
    roots = {entry.path.partition("/")[:2] for entry in entries if not entry.path.startswith("._")}
    if len(roots) != 1:
        return Opened("", entries)
    root, slash = roots.pop()
    if not slash or root in ("", ".", ".."):
        return Opened("", entries)
    inside = [replace(entry, path=entry.path.removeprefix(f"{root}/")) for entry in entries]
    return Opened(f"{root}/", inside)
