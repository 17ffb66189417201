"""Whether the process that started us, usually make, still wants us to run."""

from __future__ import annotations

import os
import signal
from pathlib import Path

ASKING_TO_END = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT)


class Parent:
    """The parent at the time of asking for it."""

    def __init__(self) -> None:
        self.pid = os.getppid()
        self._caught = _caught_by_make(self.pid)

    def is_gone(self) -> bool:
        """Whether it ended, or is a make that was told to end.

        A make that gets SIGINT or SIGHUP for itself alone tells its children nothing: it gives the signal its default
        action back and waits for them, for ever where they are servers. On Linux that can be seen.
        """
        return os.getppid() != self.pid or bool(self._caught & ~_caught_by_make(self.pid))


def _caught_by_make(pid: int) -> int:
    """The mask of the ending signals that `pid`, if it is a make, has handlers for; 0 where that can't be told."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    status = dict(line.split(":\t", 1) for line in lines if ":\t" in line)
    if "make" not in status.get("Name", ""):
        return 0
    return int(status.get("SigCgt", "0"), 16) & sum(1 << (sign - 1) for sign in ASKING_TO_END)
