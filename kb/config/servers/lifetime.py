"""Starts and stops the embedded servers together, one caller at a time.

Two locks of the kernel's, which no kill leaves behind: `services.lock` is held while servers are brought up or down;
`users.lock` is held, shared, by everyone who needs them, and whoever can take it alone is the last to leave.
"""

from __future__ import annotations

import contextlib
import fcntl
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from kb.config.servers.places import Places, ServersFailed
from kb.config.servers.postgres import Postgres
from kb.config.servers.redis import Redis


class Server(Protocol):
    name: str

    @property
    def address(self) -> str: ...
    @property
    def log(self) -> Path: ...
    def pid(self) -> int | None: ...
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

    def start(self) -> None:
        """Start what does not run. Raises ServersFailed."""
        with self.changing():
            for server in self.servers:
                server.start()

    def stop(self) -> list[str]:
        """Stop what runs, the last started first; the names of what was stopped. Raises ServersFailed."""
        with self.changing():
            return [server.name for server in reversed(self.servers) if server.stop()]

    @contextlib.contextmanager
    def changing(self) -> Iterator[None]:
        """Alone in bringing servers up or down; waits for whoever else is at it."""
        try:
            self.places.data.mkdir(parents=True, exist_ok=True)
            lock = (self.places.data / "services.lock").open("a")
        except OSError as failed:
            raise ServersFailed(
                f"Cannot write to {self.places.data} ({failed.strerror}): set RAISED_DATA to a folder of your own."
            ) from failed
        with lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
