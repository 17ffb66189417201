"""Telling a server's process from any other that now has its pid, and keeping server logs short."""

from __future__ import annotations

import contextlib
import os
import signal
import time
from pathlib import Path

import psutil

LOG_LIMIT = 10_000_000


def works_in(pid: int, folder: Path, names: tuple[str, ...]) -> bool:
    """Whether process `pid` is a program whose name holds one of `names`, at work in `folder`.

    A pid file outlives a power cut, and its pid may by then be anyone's: servers have their data folder as working
    directory, so a process that has not is none of ours. A process whose owner we may not ask is not ours either.
    """
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE:
            return False
        program = Path(process.exe()).name
        return any(name in program for name in names) and Path(process.cwd()).resolve() == folder.resolve()
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False


def end(pid: int, folder: Path, names: tuple[str, ...], signals: tuple[tuple[signal.Signals, float], ...]) -> bool:
    """Send each (signal, seconds to wait for its effect) in turn; whether the server is gone."""
    for sign, patience in signals:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, sign)
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            if not works_in(pid, folder, names):
                return True
            time.sleep(0.02)
    return False


def open_log(path: Path) -> Path:
    """Make the folder of a log, and set an old log aside once it has grown past LOG_LIMIT bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > LOG_LIMIT:
        path.replace(path.with_suffix(".old.log"))
    path.touch()
    return path


def last_words(log: Path, since: int, marks: tuple[str, ...]) -> str:
    """The last line after byte `since` that holds one of `marks`, else the last line."""
    with log.open("rb") as file:
        file.seek(since)
        lines = [line for line in file.read().decode(errors="replace").splitlines() if line.strip()]
    marked = [line for line in lines if any(mark in line for mark in marks)]
    return (marked or lines or [f"nothing in {log}"])[-1].strip()
