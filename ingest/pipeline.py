"""A job from its source to the pages: fetch, extract, link, assemble, explain, index.

Each step takes a job's id, finds everything else in the database and can be repeated at any time, by any worker. Who
calls the steps is `ingest.tasks` (workers) or `ingest.local` (this process).
"""

from __future__ import annotations

from ingest import extracting, fetching, jobs, linking
from ingest.assemble import assemble
from ingest.attendance import Attendance, attend
from ingest.explain.writing import explain_pin
from ingest.extract import EXTRACTORS
from ingest.link import link
from ingest.machine import rarely_collected
from ingest.sources import SourceFailed, is_pinned, newest, open_source, unpinned
from kb.models import IngestJob, Pin, Project
from kb.search.indexing import index_pin

State = IngestJob.State
PUBLISHING = (State.LINKING, State.ASSEMBLING, State.EXPLAINING, State.INDEXING)

# How long publishing waits for workers that have just extracted their last file.
PATIENCE = 5.0  # seconds


def fetch(job_id: int) -> bool:
    """Bring the Pin's files into the database. True = what is in them can be extracted now."""
    is_ready = False
    with attend(job_id, alone=True) as attendance, jobs.judged(job_id):
        if attendance and (job := jobs.take(job_id)):
            is_ready = job.state != State.FETCHING or _fetch(job, attendance)
            if is_ready and job.pin and job.state in (State.FETCHING, State.EXTRACTING):
                left, total = extracting.counts(job.pin)
                jobs.enter(job, State.EXTRACTING, done=total - left, total=total)
    return is_ready


def _fetch(job: IngestJob, attendance: Attendance) -> bool:
    mirror = jobs.mirror_of(job)
    if not is_pinned(job.source):
        job.source = newest(job.source, mirror=mirror)
    with open_source(job.source, mirror=mirror, as_slug=job.options.get("as")) as snapshot:
        if snapshot.is_empty:
            raise SourceFailed(f"{job.source} holds no file that is read here ({', '.join(sorted(EXTRACTORS))})")
        project = fetching.project_of(snapshot)
        if not jobs.enter(job, State.FETCHING, total=snapshot.total, project=project):
            return False
        job.pin = fetching.fetch(project, snapshot, attendance.tell)
    jobs.forgive(job)
    if job.options.get("watch") and (watch := unpinned(job.source)):
        Project.objects.filter(pk=project.pk).update(watch=watch)
    return True


def extract(job_id: int, *, hands: extracting.Hands = extracting.OURS, cautious: bool = False) -> extracting.Outcome:
    """Extract beside other workers, for one turn; `hands` and what they may raise as in `extracting.extract`."""
    outcome: extracting.Outcome = "with others"
    with attend(job_id, alone=False) as attendance, jobs.judged(job_id):
        job = attendance and jobs.at_work(job_id, State.EXTRACTING)
        if attendance and job and job.pin:
            outcome = extracting.extract(job.pin, attendance.add, hands=hands, cautious=cautious or job.attempts > 0)
    return outcome


def publish(job_id: int) -> None:
    """Link, assemble and index: from here on the Pin can be seen."""
    with attend(job_id, alone=True, patience=PATIENCE) as attendance, jobs.judged(job_id):
        job = attendance and jobs.at_work(job_id, State.EXTRACTING, *PUBLISHING)
        if attendance and job and job.pin and not extracting.unparsed(job.pin):
            _publish(job, job.pin, attendance)


@rarely_collected()
def _publish(job: IngestJob, pin: Pin, attendance: Attendance) -> None:
    linking.mark_failures(pin)
    total = pin.files.filter(skipped="").count()
    jobs.enter(job, State.LINKING, total=total)
    linked = []
    for file in link(linking.pinned_files(pin)):
        linked.append(file)
        attendance.tell(len(linked), total)
    jobs.enter(job, State.ASSEMBLING)
    assemble(pin.pk, linked, attendance.tell, make_current=bool(job.options.get("current")))
    del linked
    jobs.enter(job, State.EXPLAINING)
    explain_pin(pin.pk, attendance.tell)
    jobs.enter(job, State.INDEXING)
    index_pin(pin.pk, attendance.tell)
    jobs.end(job)
