"""The life of an IngestJob: asked for, taken, put off, ended. With `attendance`, the only writer of its rows."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path

from celery.exceptions import SoftTimeLimitExceeded
from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction
from django.db.models import F
from django.utils import timezone

from ingest.attendance import attended
from ingest.sources import SourceFailed, slug_hint, unpinned
from kb.models import IngestJob, Project

logger = logging.getLogger(__name__)
State = IngestJob.State

# After so many failures of the source that may heal, or deaths of workers, a job is given up.
ATTEMPTS_LIMIT = 5
FIRST_DELAY = 15  # seconds until a source is tried again; each next time four times as many
LONGEST_DELAY = 900
UNSEEN_SECONDS = 60  # without a sign of life, until a job that no one attends is taken up again


def request(source: str, *, mirror: Path | None = None, as_slug: str | None = None, **flags: bool) -> IngestJob:
    """The job over this source: the one that has not ended yet if it was asked for in the same way, else a new one.

    `flags` are `watch` (re-pin on schedule) and `current` (make it the current pin even if it is older). Raises
    SourceFailed for a source that can't be understood.
    """
    hint = slug_hint(source, as_slug)
    if not unpinned(source):
        source = str(Path(source).expanduser().resolve())  # a worker works in another folder
    told = {"mirror": str(mirror.resolve()) if mirror else None, "as": as_slug, **flags}
    options = {name: value for name, value in told.items() if value}
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [source])
        same = IngestJob.objects.unended().filter(source=source, options=options).order_by("id").first()
        return same or IngestJob.objects.create(source=source, options=options, project=_project(hint))


def mirror_of(job: IngestJob) -> Path | None:
    return Path(job.options["mirror"]) if "mirror" in job.options else None


def _project(slug: str | None) -> Project | None:
    owner, _, name = (slug or "").partition("/")
    return Project.objects.filter(owner__iexact=owner, name__iexact=name).first()


def take(job_id: int) -> IngestJob | None:
    """The job if there is something to do for it now, at work; call it only while you attend it alone."""
    job = IngestJob.objects.unended().select_related("project", "pin").filter(pk=job_id).first()
    if job is None or (job.retry_at and job.retry_at > timezone.now()):
        return None
    if job.attempts > ATTEMPTS_LIMIT:
        fail(job.pk, f"given up: its worker ended {job.attempts} times while {job.state} (out of memory?)")
        return None
    if job.state == State.QUEUED and not enter(job, State.FETCHING):
        return None
    return job


def at_work(job_id: int, *states: str) -> IngestJob | None:
    """The job if it is in one of these states."""
    return IngestJob.objects.select_related("project", "pin").filter(pk=job_id, state__in=states).first()


def enter(job: IngestJob, state: str, *, done: int = 0, total: int = 0, project: Project | None = None) -> bool:
    """Go on to a state, and keep how long the one before took. False = another job of the project is at work.

    In that case the job waits: whoever ends the other one starts it.
    """
    _leave_state(job, state)
    job.done, job.total, job.error, job.project = done, total, "", project or job.project
    try:
        with transaction.atomic():
            _save(job)
    except IntegrityError:
        ahead = IngestJob.objects.unended().filter(project=job.project).exclude(state=State.QUEUED).first()
        job.state, job.error = State.QUEUED, f"waits for job {ahead.pk}, {ahead.source}" if ahead else ""
        _save(job)
        return False
    return True


def forgive(job: IngestJob) -> None:
    """Forget earlier attempts: what they were about is behind the job."""
    job.attempts = 0
    job.save(update_fields=["attempts"])


def end(job: IngestJob) -> None:
    _leave_state(job, State.DONE)
    job.done, job.error, job.ended_at = job.total, "", timezone.now()
    _save(job)


def fail(job_id: int, message: str) -> None:
    """End the job for good; `message` is one line for a person."""
    job = IngestJob.objects.unended().filter(pk=job_id).first()
    if job is not None:
        _leave_state(job, State.FAILED)
        job.error, job.ended_at = message, timezone.now()
        _save(job)


def _leave_state(job: IngestJob, state: str) -> None:
    now = timezone.now()
    if job.state == state:
        return
    if job.state != State.QUEUED:
        spent = job.timings.get(job.state, 0.0) + (now - job.state_at).total_seconds()
        job.timings = job.timings | {job.state: round(spent, 3)}
    job.state, job.state_at, job.retry_at = state, now, None


def _save(job: IngestJob) -> None:
    job.seen_at = timezone.now()
    # Not hands and attempts: those are written beside us.
    columns = ("state", "state_at", "timings", "done", "total", "error", "source", "project", "pin")
    job.save(update_fields=[*columns, "seen_at", "ended_at", "retry_at"])


def put_off(job_id: int, message: str) -> None:
    """Let the job wait and try again later, or fail if it was tried often enough."""
    job = IngestJob.objects.unended().get(pk=job_id)
    if job.attempts >= ATTEMPTS_LIMIT:
        fail(job_id, message)
        return
    _leave_state(job, State.QUEUED)
    job.error, job.retry_at = message, timezone.now() + _delay(job.attempts)
    # Before the rest, so that whoever sees that it waits sees how often it failed.
    IngestJob.objects.filter(pk=job_id).update(attempts=F("attempts") + 1)
    _save(job)


def tries_left(job: IngestJob) -> int:
    """How often a job that waits to be tried again is tried at most."""
    return max(0, ATTEMPTS_LIMIT - job.attempts + 1)


def last_try_at(job: IngestJob) -> datetime | None:
    """When such a job is tried for the last time, if each try fails at once; None of one that does not wait."""
    return job.retry_at and job.retry_at + sum(map(_delay, range(job.attempts, ATTEMPTS_LIMIT)), timedelta())


def _delay(attempts: int) -> timedelta:
    return timedelta(seconds=min(FIRST_DELAY * 4**attempts, LONGEST_DELAY))


@contextmanager
def judged(job_id: int) -> Iterator[None]:
    """End or put off the job if the block fails. A database that is away, or a process that ended, is the caller's."""
    try:
        yield
    except SourceFailed as failure:
        if failure.permanent:
            fail(job_id, str(failure))
        else:
            put_off(job_id, str(failure))
    except (OperationalError, InterfaceError, BrokenExecutor):
        raise
    except SoftTimeLimitExceeded:
        state = IngestJob.objects.values_list("state", flat=True).get(pk=job_id)
        fail(job_id, f"took too long while {state}; RAISED_TASK_SECONDS sets how long a step may take")
    except Exception as error:
        # A fault of ours. The job must not be tried for ever, and whoever asked for it must see why it ended.
        logger.exception("job %s failed", job_id)
        fail(job_id, f"a fault in Raised, please report it: {type(error).__name__}: {error}"[:500])


def unattended(*, unseen_seconds: float = UNSEEN_SECONDS) -> list[int]:
    """Jobs to take up: not ended, not to be tried later, without a sign of life for so long, and no worker is at them.

    They count as seen now, so that they are not taken up again at once while they wait in the queue.
    """
    now = timezone.now()
    rows = IngestJob.objects.unended().filter(seen_at__lte=now - timedelta(seconds=unseen_seconds))
    ids = list(rows.exclude(retry_at__gt=now).order_by("id").values_list("pk", flat=True))
    found = sorted(set(ids) - attended(ids))
    IngestJob.objects.filter(pk__in=found).update(seen_at=now)
    return found


def next_after(job_id: int) -> IngestJob | None:
    """What to start once a worker has left this job: itself later, if it was put off, or its project's next one."""
    job = IngestJob.objects.get(pk=job_id)
    if job.retry_at:
        return job
    if not job.has_ended:
        return None
    waiting = IngestJob.objects.filter(project=job.project, state=State.QUEUED).exclude(project=None)
    return waiting.order_by("id").first()
