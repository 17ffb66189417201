"""A job's progress on a terminal: bars for a person, plain lines for a log. Reads the job's row, whoever is at work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.db import OperationalError, connection
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TaskID, TextColumn, TimeElapsedColumn

from kb.models import IngestJob

_ASKED_EVERY = 0.2  # seconds
_LINE_EVERY = 10.0
_WIDTH = max(map(len, IngestJob.State.values))


class Bars:
    """One bar for each state that the job goes through."""

    def __init__(self, console: Console) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.progress = Progress(*columns, console=console)
        self._state = ""
        self._task = TaskID(0)

    def show(self, job: IngestJob) -> None:
        if job.state != self._state:
            self._finish()
            self._state = job.state
            if not job.has_ended:
                self._task = self.progress.add_task(job.state.ljust(_WIDTH), total=None)
        if not job.has_ended:
            self.progress.update(self._task, completed=job.done, total=job.total or None)

    def _finish(self) -> None:
        if self._state:
            total = self.progress.tasks[self._task].total or 1
            self.progress.update(self._task, completed=total, total=total)
            self.progress.stop_task(self._task)


class Lines:
    """A line for each state, and for long ones every ten seconds."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._state = ""
        self._told_at = 0.0

    def show(self, job: IngestJob) -> None:
        now = time.monotonic()
        is_same = job.state == self._state and (now - self._told_at < _LINE_EVERY or job.retry_at is not None)
        if job.has_ended or is_same:
            return
        self._state, self._told_at = job.state, now
        amount = f" {job.done:,} of {job.total:,}" if job.total else ""
        line = f"{job.state}{amount}{': ' if job.error else ''}{job.error}"
        self._console.print(line, markup=False, highlight=False, soft_wrap=True)


@contextmanager
def followed(job_id: int, console: Console) -> Iterator[None]:
    """Show the job's progress while the block runs."""
    ended = Event()
    bars = Bars(console) if console.is_terminal else None
    follower = Thread(target=_follow, args=(job_id, bars or Lines(console), ended), daemon=True)
    follower.start()
    try:
        if bars:
            with bars.progress:
                yield
                _join(follower, ended)
        else:
            yield
    finally:
        _join(follower, ended)


def _join(follower: Thread, ended: Event) -> None:
    ended.set()
    follower.join()


def _follow(job_id: int, shown: Bars | Lines, ended: Event) -> None:
    try:
        while True:
            is_last = ended.is_set()
            if job := IngestJob.objects.filter(pk=job_id).first():
                shown.show(job)
            if is_last:
                return
            ended.wait(_ASKED_EVERY)
    except OperationalError:
        # A lost database is told once, by whoever waits for the job.
        return
    finally:
        connection.close()
