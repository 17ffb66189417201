"""The folder of downloads: kept, so that a job that was killed does not download again, and bounded in size.

What is in it is named by what it holds, never changed once it is there, and may be deleted at any time.
"""

import os
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_BEGUN: Final = ".part-"
_STALE_SECONDS: Final = 24 * 3600  # no download takes that long, so whoever began it is gone


@dataclass(frozen=True)
class Cache:
    """Files and folders in `folder`, at most `max_bytes` of them but for those used within the last hour."""

    folder: Path
    max_bytes: int

    def get(self, name: str) -> Path | None:
        """The file or folder of that name, marked as used now; None if it is not there."""
        path = self.folder / name
        try:
            os.utime(path)
        except FileNotFoundError:
            return None
        return path

    @contextmanager
    def begun(self) -> Iterator[Path]:
        """A new folder to download into, gone with the block."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=_BEGUN, dir=self.folder) as path:
            yield Path(path)

    def put(self, path: Path, name: str) -> Path:
        """Move a finished file or folder in from a `begun` folder; one that is there already is kept."""
        target = self.folder / name
        os.utime(path)
        try:
            path.rename(target)
        except OSError:  # a folder that another job has put there in the meantime
            if not target.exists():
                raise
        self._trim(keep=target)
        return target

    def _trim(self, keep: Path) -> None:
        now = time.time()
        kept = sorted(((_used_at(path), path) for path in self.folder.iterdir()), reverse=True)
        room = self.max_bytes
        for used_at, path in kept:
            if path.name.startswith(_BEGUN):
                if now - used_at > _STALE_SECONDS:
                    _remove(path)
                continue
            room -= size_of(path)
            if room < 0 and path != keep and now - used_at > 3600:
                _remove(path)


def size_of(path: Path) -> int:
    """Bytes in a file, or in all files under a folder; those that vanish meanwhile count nothing."""
    total = 0
    for place in [path, *(path.rglob("*") if path.is_dir() else ())]:
        try:
            total += place.lstat().st_size
        except OSError:
            continue
    return total


def _used_at(path: Path) -> float:
    try:
        return path.lstat().st_mtime
    except OSError:
        return 0.0


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
