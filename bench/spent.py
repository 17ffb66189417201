"""CPU seconds of a command and of PostgreSQL behind it, told apart by the stage that its job is at.

Wall time says little on a machine that does other things too; CPU seconds hardly change with them.
"""

from __future__ import annotations

import resource
import subprocess
from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import suppress

import psutil

# How exact a stage's seconds are: what is used between two looks counts for the stage at the first.
EVERY = 0.1


def spent(command: Sequence[str], server: int, stage: Callable[[], str], cwd: str) -> tuple[str, dict[str, float]]:
    """Run `command`: what it prints, and the CPU seconds that it and `server`, a pid, used at each stage; their
    children count with them. Raises CalledProcessError if it fails.
    """
    used: defaultdict[str, float] = defaultdict(float)
    began = _used_by_ended() + tree(server)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd) as process:
        at, running = stage(), True
        while running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(EVERY)
            # Asked for once: a command that has ended since counts with the ended ones or here, never twice.
            running = process.returncode is None
            now = _used_by_ended() + tree(server) + (tree(process.pid) if running else 0.0)
            used[at] += max(0.0, now - began)
            began, at = max(began, now), stage()
        told = process.stdout.read() if process.stdout else ""
    if process.returncode:
        raise subprocess.CalledProcessError(process.returncode, command, told)
    return told, dict(used)


def tree(pid: int) -> float:
    """CPU seconds so far of a process, of its children that live, and of those that it has seen end."""
    try:
        process = psutil.Process(pid)
        everyone = [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return 0.0
    return sum(map(_used_by, everyone))


def _used_by(process: psutil.Process) -> float:
    with suppress(psutil.NoSuchProcess):
        times = process.cpu_times()
        return float(times.user + times.system + times.children_user + times.children_system)
    return 0.0


def _used_by_ended() -> float:
    """CPU seconds of our own children that have ended and been waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
