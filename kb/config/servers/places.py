"""Where the embedded servers keep data, sockets and logs, all told from RAISED_DATA. Touches no file."""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from pathlib import Path

# sun_path holds 108 bytes on Linux and 104 on macOS, the closing NUL among them.
SOCKET_PATH_LIMIT = 103
POSTGRES_SOCKET = ".s.PGSQL.5432"


class ServersFailed(Exception):
    """A server can't be had, started or stopped; the message is one line for a person and says what to do."""


@dataclass(frozen=True)
class Places:
    """Folders and sockets below one RAISED_DATA (an absolute path)."""

    data: Path

    @property
    def postgres(self) -> Path:
        """PostgreSQL's own folder, or a link to it where its user may not enter `data`."""
        return self.data / "postgres"

    @property
    def redis(self) -> Path:
        return self.data / "redis"

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def digest(self) -> str:
        """Tells this RAISED_DATA from any other, in 12 hex digits."""
        return hashlib.sha256(os.fsencode(self.data)).hexdigest()[:12]

    @property
    def sockets(self) -> Path:
        """The folder of PostgreSQL's socket: beside its data, or a short one where that path is too long."""
        return self.postgres if _fits(self.postgres / POSTGRES_SOCKET) else self.short / "postgres"

    @property
    def redis_socket(self) -> Path:
        beside = self.redis / "redis.sock"
        return beside if _fits(beside) else self.short / "redis.sock"

    @property
    def short(self) -> Path:
        """Where sockets lie that do not fit below `data`."""
        # Fixed, not the TMPDIR of whoever asks: every process must come to the same folder.
        return Path("/tmp") / f"raised-{os.geteuid()}-{self.digest}"  # noqa: S108 - owner and mode are checked on use


def _fits(path: Path) -> bool:
    return len(os.fsencode(path)) <= SOCKET_PATH_LIMIT
