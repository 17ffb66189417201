"""Celery's entry points: ids in, no logic.

    fetch -> extract, extract, … -> publish -> fetch of the project's next job
    explain -> explain -> …

Nothing depends on a message that may be lost with its worker: `resume`, run by beat and when a worker starts, finds the
jobs and runs that no one is at and starts them again where they stopped. The database keeps everything, so no result
backend.
"""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import Any

from celery import Task, group, shared_task
from celery.signals import worker_ready
from django.db import InterfaceError, OperationalError
from django.utils import timezone

from ingest import extracting, jobs, pipeline, watching
from ingest.explain.llm import run
from kb.models import IngestJob

# So many workers at most are at one job, so that others get on as well.
_SHARE_LIMIT = 8

# A job's own failures end or put off the job (`jobs.judged`); only a database that is away is tried again here.
_task = partial(
    shared_task,
    autoretry_for=(OperationalError, InterfaceError),
    retry_backoff=5,
    retry_backoff_max=300,
    max_retries=8,
)


@_task()
def fetch(job_id: int) -> None:
    if pipeline.fetch(job_id):
        _share_out(job_id)
    else:
        _go_on(job_id)


@_task(bind=True)
def extract(self: Task[[int], None], job_id: int) -> None:
    redelivered = bool((self.request.delivery_info or {}).get("redelivered"))
    outcome = pipeline.extract(job_id, cautious=redelivered)
    if outcome == "all done":
        publish.delay(job_id)
    elif outcome == "turn over":
        extract.delay(job_id)


@_task()
def publish(job_id: int) -> None:
    pipeline.publish(job_id)
    _go_on(job_id)


@_task()
def resume(unseen_seconds: float = jobs.UNSEEN_SECONDS) -> None:
    """Take up jobs and runs whose worker was killed, and those that were never begun."""
    for job_id in jobs.unattended(unseen_seconds=unseen_seconds):
        fetch.delay(job_id)
    for run_id in run.unattended(unseen_seconds=unseen_seconds):
        explain.delay(run_id)


@_task()
def explain(run_id: int) -> None:
    """A turn of a run of the LLM explainer; others get on in between."""
    if run.turn(run_id) == "turn over":
        explain.delay(run_id)


@_task()
def repin() -> None:
    """Look for a newer pin of each watched project."""
    for project_id in watching.watched():
        repin_one.delay(project_id)


@_task()
def repin_one(project_id: int) -> None:
    if job := watching.repin(project_id):
        fetch.delay(job.pk)


def _share_out(job_id: int) -> None:
    job = IngestJob.objects.select_related("pin").get(pk=job_id)
    left = extracting.counts(job.pin)[0] if job.pin else 0
    if left:
        group(extract.s(job_id) for _ in range(min(_SHARE_LIMIT, ceil(left / extracting.BATCH)))).apply_async()
    else:
        publish.delay(job_id)


def _go_on(job_id: int) -> None:
    following = jobs.next_after(job_id)
    if following and following.retry_at:
        fetch.apply_async((following.pk,), countdown=max(0, (following.retry_at - timezone.now()).total_seconds()))
    elif following:
        fetch.delay(following.pk)


@worker_ready.connect
def _resume_at_once(**_: Any) -> None:
    # A worker that was killed is, as a rule, started again: its jobs need not wait until beat misses them.
    resume.delay(0)
