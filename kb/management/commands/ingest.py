"""`manage.py ingest SOURCE …`: read upstream projects at a pin and publish their errors."""

from __future__ import annotations

import contextlib
import json
import sys
import time
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, NoReturn

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from rich.console import Console

from ingest import jobs, local, workers
from ingest.attendance import attended
from ingest.sources import SourceFailed, read_requirements
from ingest.terminal import followed
from kb.management.served import served, site_address
from kb.models import IngestJob, Pin

_ASKED_EVERY = 0.3  # seconds
_SILENCE = timedelta(seconds=30)  # after which workers are asked whether they are still there


class Command(BaseCommand):
    help = "Read upstream projects at a pin, and publish the errors that they raise."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        parser = super().create_parser(prog_name, subcommand, **kwargs)
        # Sources and options in any order: else argparse takes the sources before the first option for all of them.
        parser.parse_args = parser.parse_intermixed_args  # type: ignore[method-assign]
        return parser

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "sources",
            nargs="*",
            metavar="SOURCE",
            help="github:owner/name@SHA-or-tag, git+https://…@SHA, git+file:///…@SHA, pypi:name==version, or a folder; "
            "without a pin, its newest release",
        )
        parser.add_argument(
            "-r",
            "--requirement",
            type=Path,
            metavar="FILE",
            help="read every release and commit that FILE pins, as pip freeze prints them; - is the standard input",
        )
        parser.add_argument("--mirror", type=Path, metavar="DIR", help="read a git source from this local repository")
        parser.add_argument("--as", dest="as_slug", metavar="OWNER/NAME", help="the project, where not told by SOURCE")
        parser.add_argument("--watch", action="store_true", help="look for newer pins on schedule from now on")
        parser.add_argument("--current", action="store_true", help="make it the current pin even if it is an older one")
        parser.add_argument("--no-wait", action="store_true", help="leave it to the workers and print the job's id")
        parser.add_argument("--json", action="store_true", help="print JSON, a line for each source")

    def handle(self, *args: Any, **options: Any) -> None:
        console = Console(stderr=True)
        sources = [*options["sources"], *_required(options["requirement"], console)]
        if not sources:
            file = options["requirement"]
            named = f"{file} pins no release" if file else "name a SOURCE, or a file of pinned ones with -r FILE"
            raise CommandError(f"nothing to read: {named}")
        if len(sources) > 1 and (options["as_slug"] or options["mirror"]):
            raise CommandError("--as and --mirror are for a single SOURCE")
        failed = []
        with served():
            for number, source in enumerate(sources, 1):
                if len(sources) > 1:
                    _say(console, f"[{number}/{len(sources)}] {source}")
                try:
                    self._ingest(source, options, console)
                except SourceFailed as error:
                    failed.append(str(error))
        if failed:
            # One that fails must not cost the others; which ones did stands last, where it is seen.
            raise CommandError("\n".join(failed))

    def _ingest(self, source: str, options: dict[str, Any], console: Console) -> None:
        """Bring one source to its end, or hand it over, and say so. Raises SourceFailed."""
        told = {name: options[name] for name in ("mirror", "as_slug", "watch", "current")}
        job = jobs.request(source, **told)
        if options["no_wait"]:
            _leave(job, console)
        else:
            _bring_to_end(job, console)
        self._report(job, as_json=options["json"])

    def _report(self, job: IngestJob, *, as_json: bool) -> None:
        job = IngestJob.objects.select_related("project", "pin").get(pk=job.pk)
        if as_json:
            self.stdout.write(json.dumps(_facts(job)))
        elif not job.has_ended:
            self.stdout.write(str(job.pk))
        elif job.state == IngestJob.State.DONE:
            self.stdout.write(_told(job))
        if job.state == IngestJob.State.FAILED:
            raise SourceFailed(f"{job.source}: {job.error}")


def _required(file: Path | None, console: Console) -> tuple[str, ...]:
    """The sources that a requirements file pins; what it pins not is said, with the reason."""
    if file is None:
        return ()
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text("utf-8")
    except (OSError, UnicodeError) as failed:
        raise CommandError(f"Cannot read {file}: {failed}") from failed
    found = read_requirements(text)
    for line, reason in found.left_out:
        _say(console, f"left out: {line} ({reason})")
    return found.sources


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
            if attended([job.pk]):  # by another process, which was at it before this one asked for it
                _leave_alone(job, console)
            jobs.fail(job.pk, "interrupted; the same command goes on where it stopped")


def _wait(job: IngestJob, console: Console) -> None:
    """Until the job has ended. Ctrl-C gives up one that only waits to be tried again, and leaves one at work alone."""
    asked_at, put_off = timezone.now(), None
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            job.refresh_from_db()
            if job.has_ended:
                return
            if job.retry_at and job.retry_at != put_off:
                put_off = job.retry_at
                _say(console, _put_off(job, put_off))
            if timezone.now() - max(asked_at, job.seen_at) > _SILENCE and not attended([job.pk]):
                asked_at = timezone.now()
                if not workers.answer():
                    _say(console, f"No worker answers any more; the job waits for one: {workers.HOW_TO_START}")
            time.sleep(_ASKED_EVERY)
    if job.retry_at:
        jobs.fail(job.pk, f"given up; the same command tries again. It failed last with: {job.error}")
        return
    _leave_alone(job, console)


def _leave_alone(job: IngestJob, console: Console) -> NoReturn:
    _say(console, f"Job {job.pk} goes on without you; the same command shows it again.")
    raise SystemExit(130)


def _put_off(job: IngestJob, at: datetime) -> str:
    """What failed, when it is tried again, and how to stop that."""
    left, last = jobs.tries_left(job), jobs.last_try_at(job)
    tries = f"{left} {'try is' if left == 1 else 'tries are'} left"
    until = f", the last one at about {last.astimezone():%H:%M}" if last and left > 1 else ""
    return f"{job.error}\nIt is tried again at {at.astimezone():%H:%M:%S}, {tries}{until}. Ctrl-C gives it up."


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
    pages = site_address().rstrip("/") + job.project.get_absolute_url()
    found = f"{_count(counts['entries'], 'error')} in {_count(counts['files']['read'], 'file')}"
    return f"{_named(job.pin)}: {found}, in {sum(job.timings.values()):.1f} s. {_changed(job, job.pin)}\n{pages}"


def _changed(job: IngestJob, pin: Pin) -> str:
    """What is new by this pin. Errors alone are too few to add up to it: tests, warnings and logs have entries too."""
    if pin.published_at and pin.published_at < job.created_at:
        return "This pin was here already; it was read again."
    changes = ", ".join(f"{count:,} {name}" for name, count in pin.counts["changes"].items() if count)
    return f"With tests, warnings and logs: {changes or 'no statements'}."


def _named(pin: Pin) -> str:
    return f"{pin} ({pin.label})" if pin.label else str(pin)


def _count(number: int, of: str) -> str:
    return f"{number:,} {of}{'' if number == 1 else 's'}"
