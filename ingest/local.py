"""A job's steps in this process and its children, for a machine on which no worker runs. The steps are the workers'."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context

from ingest import extracting, jobs, pipeline
from ingest.attendance import attended
from ingest.extract import Encoded, Extractor, encoded
from ingest.machine import processors
from kb.models import IngestJob, SourceBlob

# Bytes to extract for which it takes as long to start a process as to read them here.
_WORTH_A_PROCESS = 800_000
# Blobs for each process after which what was made of them is written; that all must be done by then costs some time.
_BATCH = 160
_DEATHS_LIMIT = 20
_WAIT = 1.0  # seconds


def run(job_id: int) -> None:
    """Bring a job to its end, and before it those of its project that are in its way."""
    while not (job := IngestJob.objects.get(pk=job_id)).has_ended:
        if job.retry_at:
            # Whoever sits in front of it will rather try again than wait for minutes.
            jobs.fail(job_id, job.error)
        elif pipeline.fetch(job_id):
            _extract(job)
            pipeline.publish(job_id)
        elif ahead := _in_the_way(job):
            run(ahead)
        else:
            time.sleep(_WAIT)


def _in_the_way(job: IngestJob) -> int | None:
    """The unended job of the same project which is at work but which no one attends any more."""
    rivals = IngestJob.objects.unended().filter(project=job.project).exclude(pk=job.pk).exclude(project=None)
    ids = list(rivals.exclude(state=IngestJob.State.QUEUED).values_list("pk", flat=True))
    return next(iter(set(ids) - attended(ids)), None)


def _extract(job: IngestJob) -> None:
    job.refresh_from_db()
    left = sum(sum(blobs.values()) for blobs in extracting.unparsed(job.pin).values()) if job.pin else 0
    processes = min(processors(), left // _WORTH_A_PROCESS)
    if processes > 1:
        _extract_beside(job.pk, processes)
    else:
        while pipeline.extract(job.pk) == "turn over":
            pass


def _extract_beside(job_id: int, processes: int) -> None:
    """Extract in so many processes. One that a file kills costs that file, not the job."""
    deaths = 0
    outcome: extracting.Outcome = "turn over"
    while outcome == "turn over":
        # Spawned, not forked: a child must not share our database connection. It imports extraction alone.
        with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
            try:
                outcome = pipeline.extract(job_id, hands=_hands(pool, processes), cautious=deaths > 0)
            except BrokenExecutor:
                deaths += 1
                if deaths > _DEATHS_LIMIT:
                    raise


def _hands(pool: ProcessPoolExecutor, processes: int) -> extracting.Hands:
    def begin(extractor: Extractor, packed: Sequence[bytes]) -> Callable[[], Sequence[Encoded]]:
        return pool.submit(encoded, extractor, packed, SourceBlob.unpacked).result

    return extracting.Hands(begin, processes, batch=_BATCH * processes)
