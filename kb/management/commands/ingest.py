"""`manage.py ingest SOURCE`: read an upstream project at a pin and publish its errors."""

from __future__ import annotations

import contextlib
import json
import time
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from rich.console import Console

from ingest import jobs, local, workers
from ingest.attendance import attended
from ingest.sources import SourceFailed
from ingest.terminal import followed
from kb.management.served import served
from kb.models import IngestJob, Pin

_ASKED_EVERY = 0.3  # seconds
_SILENCE = timedelta(seconds=30)  # after which workers are asked whether they are still there


class Command(BaseCommand):
    help = "Read an upstream project at a pin, and publish the errors that it raises."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "source",
            metavar="SOURCE",
            help="github:owner/name@SHA-or-tag, git+https://…@SHA, git+file:///…@SHA, pypi:name==version, or a folder; "
            "without a pin, its newest release",
        )
        parser.add_argument("--mirror", type=Path, metavar="DIR", help="read a git source from this local repository")
        parser.add_argument("--as", dest="as_slug", metavar="OWNER/NAME", help="the project, where not told by SOURCE")
        parser.add_argument("--watch", action="store_true", help="look for newer pins on schedule from now on")
        parser.add_argument("--current", action="store_true", help="make it the current pin even if it is an older one")
        parser.add_argument("--no-wait", action="store_true", help="leave it to the workers and print the job's id")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        console = Console(stderr=True)
        try:
            with served():
                job = jobs.request(
                    options["source"],
                    mirror=options["mirror"],
                    as_slug=options["as_slug"],
                    watch=options["watch"],
                    current=options["current"],
                )
                if options["no_wait"]:
                    _leave(job, console)
                else:
                    _bring_to_end(job, console)
                self._report(job, as_json=options["json"])
        except SourceFailed as failed:
            raise CommandError(str(failed)) from failed

    def _report(self, job: IngestJob, *, as_json: bool) -> None:
        job = IngestJob.objects.select_related("project", "pin").get(pk=job.pk)
        if as_json:
            self.stdout.write(json.dumps(_facts(job)))
        elif not job.has_ended:
            self.stdout.write(str(job.pk))
        elif job.state == IngestJob.State.DONE:
            self.stdout.write(_told(job))
        if job.state == IngestJob.State.FAILED:
            raise CommandError(f"{job.source}: {job.error}")


def _say(console: Console, line: str) -> None:
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def _leave(job: IngestJob, console: Console) -> None:
    if not workers.hand(job.pk) or not workers.answer():
        _say(console, f"No worker answers; the job starts when one does: {workers.HOW_TO_START}")


def _bring_to_end(job: IngestJob, console: Console) -> None:
    with followed(job.pk, console):
        if workers.answer() and workers.hand(job.pk):
            _wait(job, console)
            return
        _say(console, f"No worker answers, so this process does the work itself. To have one: {workers.HOW_TO_START}")
        try:
            local.run(job.pk)
        except KeyboardInterrupt:
            jobs.fail(job.pk, "interrupted; the same command goes on where it stopped")


def _wait(job: IngestJob, console: Console) -> None:
    asked_at = timezone.now()
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            job.refresh_from_db()
            if job.has_ended:
                return
            if timezone.now() - max(asked_at, job.seen_at) > _SILENCE and not attended([job.pk]):
                asked_at = timezone.now()
                if not workers.answer():
                    _say(console, f"No worker answers any more; the job waits for one: {workers.HOW_TO_START}")
            time.sleep(_ASKED_EVERY)
    _say(console, f"Job {job.pk} goes on without you; the same command shows it again.")
    raise SystemExit(130)


def _facts(job: IngestJob) -> dict[str, Any]:
    pin = job.pin
    return {
        "job": job.pk,
        "source": job.source,
        "state": job.state,
        "error": job.error,
        "project": job.project.slug if job.project else None,
        "pin": pin.sha if pin else None,
        "label": pin.label if pin else None,
        "counts": pin.counts if pin else {},
        "timings": job.timings,
    }


def _told(job: IngestJob) -> str:
    """The outcome in a line or two, with the address of the project's page."""
    if job.pin is None or job.project is None:
        return f"{job.source}: done"
    counts = job.pin.counts
    changes = ", ".join(f"{count:,} {name}" for name, count in counts["changes"].items() if count)
    pages = settings.SITE_URL.rstrip("/") + job.project.get_absolute_url()
    found = f"{_count(counts['entries'], 'error')} in {_count(counts['files']['read'], 'file')}"
    return f"{_named(job.pin)}: {found} ({changes or 'nothing'}) in {sum(job.timings.values()):.1f} s\n{pages}"


def _named(pin: Pin) -> str:
    return f"{pin} ({pin.label})" if pin.label else str(pin)


def _count(number: int, of: str) -> str:
    return f"{number:,} {of}{'' if number == 1 else 's'}"
