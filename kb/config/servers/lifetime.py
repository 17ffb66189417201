"""Starts and stops the embedded servers together, one caller at a time.

Two locks of the kernel's, which no kill leaves behind: `services.lock` is held while servers are brought up or down;
`users.lock` is held, shared, by everyone who needs them, and whoever can take it alone is the last to leave and stops
them, unless `manage.py services start` left word (`services.kept`) that they are to stay.
"""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Protocol

from kb.config.servers.guard import Guard
from kb.config.servers.places import Places, ServersFailed
from kb.config.servers.postgres import Postgres
from kb.config.servers.redis import Redis
from kb.config.servers.runner import drop_short_folder


class Server(Protocol):
    name: str

    @property
    def address(self) -> str: ...
    @property
    def log(self) -> Path: ...
    def pid(self) -> int | None: ...
    def fell(self) -> bool: ...
    def start(self) -> None: ...
    def stop(self) -> bool: ...


@dataclass(frozen=True)
class Services:
    """The embedded servers that this installation uses, below one RAISED_DATA."""

    places: Places
    servers: tuple[Server, ...]

    @classmethod
    def below(cls, data: Path, *, postgres: bool = True, redis: bool = True) -> Services:
        places = Places(data)
        chosen: list[Server] = []
        if postgres:
            chosen.append(Postgres(places))
        if redis:
            chosen.append(Redis(places))
        return cls(places, tuple(chosen))

    @property
    def kept(self) -> Path:
        return self.places.data / "services.kept"

    def start(self) -> None:
        """Start what does not run, to stay until `stop`. Raises ServersFailed."""
        with self.changing():
            self.kept.touch()
            self._start()

    def stop(self) -> None:
        """Stop what runs, whoever uses it. Raises ServersFailed."""
        with self.changing():
            self.kept.unlink(missing_ok=True)
            self._stop()

    def mend(self) -> list[str]:
        """Start again what fell over, but nothing that was stopped; the names. Raises ServersFailed."""
        if not any(server.fell() for server in self.servers):
            return []
        with self.changing():
            fallen = [server for server in self.servers if server.fell()]
            for server in fallen:
                server.start()
        return [server.name for server in fallen]

    @contextlib.contextmanager
    def used(self, owner: int | None = None) -> Iterator[None]:
        """Servers for as long as the block lasts; the last user stops them, however it ends. Raises ServersFailed.

        `owner` is the user's open lock on the children that it records: they are ended too, before it is let go.
        """
        with open_lock(self.places.data, "users.lock") as users:
            with self.changing():
                fcntl.flock(users, fcntl.LOCK_SH)
            names = [server.name for server in self.servers]
            guard = Guard.over(self.places.data, names, users.fileno(), owner)
            try:
                with self.changing():
                    if not any(server.pid() for server in self.servers):
                        # Left by a `start` before the machine went down.
                        self.kept.unlink(missing_ok=True)
                    self._start()
                yield
            finally:
                guard.dismiss()

    def leave(self, users: int) -> None:
        """Stop the servers if `users`, an open `users.lock`, is the last one and nobody said to keep them."""
        with self.changing():
            if self.kept.exists():
                return
            with contextlib.suppress(BlockingIOError):
                fcntl.flock(users, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._stop()

    def _start(self) -> None:
        for server in self.servers:
            server.start()

    def _stop(self) -> None:
        for server in reversed(self.servers):
            server.stop()
        drop_short_folder(self.places.short)

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """Alone in bringing servers up or down; waits for whoever else is at it."""
        with open_lock(self.places.data, "services.lock") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield


def open_lock(data: Path, name: str) -> IO[str]:
    """The lock file `name`, not yet locked. Raises ServersFailed if `data` can't be written to."""
    try:
        data.mkdir(parents=True, exist_ok=True)
        return (data / name).open("a")
    except OSError as failed:
        raise ServersFailed(
            f"Cannot write to {data} ({failed.strerror}): set RAISED_DATA to a folder of your own."
        ) from failed
