"""Processes that one owner runs below RAISED_DATA: started with their output in a log, known after a crash, ended.

Their pids stand in `children.json`, with the time each began, so that whoever cleans up behind a killed owner ends
those very processes and no stranger with the same pid.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import psutil

from kb.config.servers.processes import open_log

# From asking to forcing. The worker puts its tasks back into the queue when it is told to quit.
STEPS = ((signal.SIGTERM, 10.0), (signal.SIGQUIT, 5.0))


@dataclass(frozen=True)
class Child:
    """A process that leads a session, and so a group, of its own; `began` in seconds since the epoch."""

    name: str
    pid: int
    began: float

    def leader(self) -> psutil.Process | None:
        with contextlib.suppress(psutil.NoSuchProcess):
            process = psutil.Process(self.pid)
            if process.status() != psutil.STATUS_ZOMBIE and abs(process.create_time() - self.began) < 1:
                return process
        return None

    def members(self) -> list[psutil.Process]:
        """Everyone left in the group. It keeps the leader's pid from being given away as long as it has any."""
        if self.leader() is None and psutil.pid_exists(self.pid) and not _is_zombie(self.pid):
            return []
        return [
            process
            for process in psutil.process_iter()
            if _group(process.pid) == self.pid and not _is_zombie(process.pid)
        ]


@dataclass
class Children:
    """The children of this process."""

    data: Path
    running: dict[str, subprocess.Popen[bytes]] = field(default_factory=dict)

    def start(self, name: str, command: Sequence[str], *, cwd: Path) -> None:
        """Run `command` with its output in logs/NAME.log, apart from the terminal's Ctrl-C."""
        with open_log(self.log(name)).open("ab") as log:
            self.running[name] = subprocess.Popen(
                list(command), stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=cwd, start_new_session=True
            )
        self._record()

    def log(self, name: str) -> Path:
        return self.data / "logs" / f"{name}.log"

    def ended(self) -> list[str]:
        """The names of those that ended by themselves; they are forgotten."""
        names = [name for name, process in self.running.items() if process.poll() is not None]
        for name in names:
            del self.running[name]
        if names:
            self._record()
        return names

    def end(self) -> None:
        """End all, and wait for it."""
        end_left_behind(self.data)
        for process in self.running.values():
            process.wait()
        self.running.clear()

    def _record(self) -> None:
        children = []
        for name, process in self.running.items():
            with contextlib.suppress(psutil.NoSuchProcess):
                children.append(asdict(Child(name, process.pid, psutil.Process(process.pid).create_time())))
        new = _record_of(self.data).with_suffix(".new")
        new.write_text(json.dumps(children))
        new.replace(_record_of(self.data))


def end_left_behind(data: Path) -> list[str]:
    """End the children that `children.json` knows and that still run, first politely; their names."""
    try:
        children = [Child(**child) for child in json.loads(_record_of(data).read_text())]
    except (OSError, ValueError, TypeError):
        return []
    left = [child for child in children if child.members()]
    for sign, patience in STEPS:
        for child in left:
            if leader := child.leader():
                _send(leader, sign)
        deadline = time.monotonic() + patience
        # Not psutil's own wait: an ended child stays a zombie until its parent, perhaps our caller, looks at it.
        while any(child.leader() for child in left) and time.monotonic() < deadline:
            time.sleep(0.05)
    for child in left:
        for process in child.members():
            _send(process, signal.SIGKILL)
    _record_of(data).unlink(missing_ok=True)
    return [child.name for child in left]


def _record_of(data: Path) -> Path:
    return data / "children.json"


def _send(process: psutil.Process, sign: signal.Signals) -> None:
    with contextlib.suppress(psutil.NoSuchProcess):
        process.send_signal(sign)


def _group(pid: int) -> int:
    try:
        return os.getpgid(pid)
    except OSError:
        return -1


def _is_zombie(pid: int) -> bool:
    try:
        return bool(psutil.Process(pid).status() == psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return True
