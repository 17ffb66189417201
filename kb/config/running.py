"""What a running web server leaves below RAISED_DATA/web: a folder of its own, in which its processes count together
and which says at what address it serves.

The server holds the folder's lock, and so do the processes that it forks, as long as one of them lives. A folder that
nobody holds was left by a server that was killed: it says nothing, and goes when the next one starts.
"""

from __future__ import annotations

import fcntl
import shutil
import tempfile
from pathlib import Path
from typing import IO

from kb.config.servers.lifetime import open_lock

_LOCK = "in-use.lock"


def new_folder(data: Path, address: str) -> IO[str]:
    """The locked file in a new folder for a server at `address`: keep it open. Raises ServersFailed if `data` can't
    be written to.
    """
    top = data / "web"
    with open_lock(top, "changing.lock") as changing:
        fcntl.flock(changing, fcntl.LOCK_EX)
        for folder in _folders(data):
            if not _is_held(folder):
                shutil.rmtree(folder, ignore_errors=True)
        lock = open_lock(Path(tempfile.mkdtemp(dir=top)), _LOCK)
        fcntl.flock(lock, fcntl.LOCK_EX)
    lock.write(address)
    lock.flush()
    return lock


def running_address(data: Path) -> str | None:
    """Where the site on `data` is served right now, by the server that started last; None if none runs."""
    held = [folder / _LOCK for folder in _folders(data) if _is_held(folder)]
    return max(held, key=lambda lock: lock.stat().st_mtime).read_text() if held else None


def _folders(data: Path) -> list[Path]:
    return [lock.parent for lock in (data / "web").glob(f"*/{_LOCK}")]


def _is_held(folder: Path) -> bool:
    try:
        with (folder / _LOCK).open() as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:  # gone meanwhile, or of another user
        return False
    return False
