"""Runs the whole site on this machine until told to stop: servers, worker, beat and web, for `manage.py up`.

Every part's output goes to a log of its own below RAISED_DATA/logs. A part that falls over is started again, and one
that keeps falling over ends the whole, with its last words.
"""

from __future__ import annotations

import contextlib
import fcntl
import http.client
import signal
import socket
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from kb.config.servers.children import Children, end_left_behind
from kb.config.servers.lifetime import Services, open_lock
from kb.config.servers.parent import ASKING_TO_END, Parent
from kb.config.servers.places import ServersFailed
from kb.config.servers.processes import last_words

# A part that ran for less than this many seconds fell over at its start and will again.
STARTING = 10
# A busy machine takes a minute to its first page, and whoever asks anew before that only adds to the work.
WAIT_FOR_WEB = 300
WAIT_FOR_PAGE = 60
WAIT_FOR_OTHER = 20


class Stopped(Exception):
    """Someone asked the site to end."""


class Site:
    """The parts that serve the site from the `data` folder of `services` on one address of this machine."""

    def __init__(self, root: Path, services: Services, bind: str, port: int) -> None:
        self.root, self.services, self.bind, self.port = root, services, bind, port
        self.data = data = services.places.data
        self.children = Children(data)
        self.parent = Parent()
        python = sys.executable
        celery = [python, "-m", "celery", "-A", "kb.config.celery"]
        self.commands = {
            "worker": [*celery, "worker", "--without-gossip", "--without-mingle"],
            # No pid file: beat would refuse to start on one that a power cut left.
            "beat": [*celery, "beat", "--schedule", str(data / "beat"), "--pidfile="],
            "web": [python, "-m", "gunicorn", "-c", "kb/config/gunicorn.py", "kb.config.wsgi"],
        }
        self._mended_at = -float(STARTING)
        self._started: dict[str, tuple[float, int]] = {}

    def start(self, name: str) -> None:
        log = self.children.log(name)
        self._started[name] = time.monotonic(), log.stat().st_size if log.exists() else 0
        self.children.start(name, self.commands[name], cwd=self.root)

    def wait_until_served(self) -> None:
        """Return once pages come. Raises ServersFailed if the web part gives up, Stopped if asked to end."""
        deadline = time.monotonic() + WAIT_FOR_WEB
        while time.monotonic() < deadline:
            self.tend()
            if self._answers():
                return
            time.sleep(0.1)
        raise ServersFailed(f"The site did not answer within {WAIT_FOR_WEB} seconds; see {self.children.log('web')}.")

    def _answers(self) -> bool:
        # Not urllib, which would ask a proxy that the environment names.
        connection = http.client.HTTPConnection("localhost", self.port, timeout=WAIT_FOR_PAGE)
        try:
            connection.request("GET", "/readyz")
            return connection.getresponse().status == http.HTTPStatus.OK
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()

    def tend(self) -> None:
        """Start again what fell over. Raises ServersFailed for what keeps falling over, Stopped if asked to end."""
        if self.parent.is_gone():
            raise Stopped
        self._mend_servers()
        for name in self.children.ended():
            began, since = self._started[name]
            if time.monotonic() - began < STARTING:
                log = self.children.log(name)
                raise ServersFailed(
                    f"The {name} ended at its start: {last_words(log, since, ('Error', 'error'))} (see {log})"
                )
            self.start(name)

    def _mend_servers(self) -> None:
        if fallen := self.services.mend():
            if time.monotonic() - self._mended_at < STARTING:
                raise ServersFailed(f"{' and '.join(fallen)} keeps falling over; see {self.data / 'logs'}.")
            self._mended_at = time.monotonic()

    def serve(self) -> None:
        """Tend the parts until asked to end, which raises Stopped."""
        while True:
            self.tend()
            time.sleep(0.2)

    @property
    def address(self) -> str:
        return f"http://localhost:{self.port}/"

    @contextlib.contextmanager
    def alone(self) -> Iterator[int]:
        """The only site below `data` and on its port; gives the open lock. Raises ServersFailed if either is taken."""
        with open_lock(self.data, "up.lock") as lock:
            # Whoever was killed just now has a guard that is still cleaning up.
            deadline = time.monotonic() + WAIT_FOR_OTHER
            while not _locked(lock.fileno()):
                if time.monotonic() > deadline:
                    raise ServersFailed(f"The site already runs on {self.data}: stop it, or set RAISED_DATA and PORT.")
                time.sleep(0.1)
            end_left_behind(self.data)
            self._refuse_taken_port()
            yield lock.fileno()

    def _refuse_taken_port(self) -> None:
        try:
            with socket.create_server((self.bind, self.port)):
                pass
        except OSError as failed:
            raise ServersFailed(
                f"Port {self.port} can't be used ({failed.strerror}): set PORT to a free one."
            ) from failed


@contextlib.contextmanager
def stopped_by_signals() -> Iterator[None]:
    """Turn the first signal that asks to end into Stopped, where the code is just then; later ones do nothing."""

    def stop(_number: int, _frame: object) -> None:
        for sign in ASKING_TO_END:
            signal.signal(sign, signal.SIG_IGN)
        raise Stopped

    before = {sign: signal.signal(sign, stop) for sign in ASKING_TO_END}
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)


def _locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
