"""`manage.py explain PROJECT`: have an LLM explain a project's errors; without one, make static explanations again."""

from __future__ import annotations

import json
import time
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from ingest import workers
from ingest.attendance import RUNS, attended
from ingest.explain.llm import run as runs
from ingest.explain.llm.server import Llm
from ingest.explain.writing import explain_pin
from kb.management.served import served
from kb.models import ExplainRun, Pin, Project

_ASKED_EVERY = 0.5  # seconds
_SILENCE = 30.0  # seconds, after which workers are asked whether they are still there
_HOW_TO_SET = "No LLM is set (RAISED_LLM_URL, RAISED_LLM_MODEL)"


class Command(BaseCommand):
    help = "Have an LLM explain a project's errors, held to the evidence. Without one, make static explanations again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("project", metavar="PROJECT", help="owner/name")
        parser.add_argument("--limit", type=int, metavar="N", help="ask about so many errors at most")
        parser.add_argument(
            "--model", default="", help=f"another model than {settings.LLM_MODEL or 'RAISED_LLM_MODEL'}"
        )
        parser.add_argument("--again", action="store_true", help="ask anew what was answered before")
        parser.add_argument("--static", action="store_true", help="make the static explanations again, ask no LLM")
        parser.add_argument("--no-wait", action="store_true", help="leave it to the workers and print the run's id")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["limit"] is not None and options["limit"] < 1:
            raise CommandError("--limit must be at least 1.")
        console = Console(stderr=True, quiet=options["json"])
        with served():
            pin = _pin(options["project"])
            llm = None if options["static"] else Llm.configured(options["model"])
            if llm is None:
                self._explain_statically(pin, console, options)
                return
            run = runs.begin(pin, llm.model, most=options["limit"], again=options["again"])
            if options["no_wait"]:
                if not workers.hand_run(run.pk) or not workers.answer():
                    _say(console, f"No worker answers; the run starts when one does: {workers.HOW_TO_START}")
            else:
                _bring_to_end(run, console)
            self._report(run, as_json=options["json"])

    def _explain_statically(self, pin: Pin, console: Console, options: dict[str, Any]) -> None:
        if not options["static"]:
            if options["model"] or options["limit"] or options["again"]:
                raise CommandError(f"{_HOW_TO_SET}, so --model, --limit and --again have no meaning.")
            _say(console, f"{_HOW_TO_SET}: the static explanations are made again.")
        with _bar(console) as bar:
            task = bar.add_task("explaining", total=None)
            changed = explain_pin(pin.pk, lambda done, total: bar.update(task, completed=done, total=total))
        if options["json"]:
            facts = {"project": pin.project.slug, "pin": pin.sha, "origin": "static", "changed": changed}
            self.stdout.write(json.dumps(facts))
        else:
            self.stdout.write(f"{pin}: {changed:,} static explanations are new or changed.")

    def _report(self, run: ExplainRun, *, as_json: bool) -> None:
        run = ExplainRun.objects.select_related("pin__project").get(pk=run.pk)
        if as_json:
            self.stdout.write(json.dumps(run.facts))
        elif run.ended_at is None:
            self.stdout.write(str(run.pk))
        else:
            self.stdout.write(_told(run))
        if run.state == ExplainRun.State.FAILED:
            raise CommandError(f"The LLM's server: {run.error}")


def _pin(slug: str) -> Pin:
    owner, _, name = slug.partition("/")
    project = Project.objects.filter(owner__iexact=owner, name__iexact=name).select_related("current_pin__project")
    found = project.first()
    if found is None or found.current_pin is None:
        raise CommandError(f"No project {slug} has been read: `manage.py ingest SOURCE` reads one.")
    return found.current_pin


def _say(console: Console, line: str) -> None:
    console.print(line, markup=False, highlight=False, soft_wrap=True)


def _bar(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    return Progress(*columns, console=console, disable=not console.is_terminal or console.quiet)


def _bring_to_end(run: ExplainRun, console: Console) -> None:
    try:
        if workers.answer() and workers.hand_run(run.pk):
            _wait(run, console)
        else:
            _say(console, f"No worker answers, so this process asks by itself. To have one: {workers.HOW_TO_START}")
            _work(run, console)
    except KeyboardInterrupt:
        _say(console, "Interrupted: what was answered is kept, and the same command goes on.")
        raise SystemExit(130) from None


def _work(run: ExplainRun, console: Console) -> None:
    with _bar(console) as bar:
        task = bar.add_task("explaining", total=None)
        while run.ended_at is None:
            outcome = runs.turn(run.pk, progress=lambda done, total: bar.update(task, completed=done, total=total))
            run.refresh_from_db()
            if outcome == "with others":
                time.sleep(_ASKED_EVERY)


def _wait(run: ExplainRun, console: Console) -> None:
    asked_at = time.monotonic()
    with _bar(console) as bar:
        task = bar.add_task("explaining", total=None)
        while run.ended_at is None:
            time.sleep(_ASKED_EVERY)
            run.refresh_from_db()
            bar.update(task, completed=run.done, total=run.total or None)
            unseen = (timezone.now() - run.seen_at).total_seconds()
            if min(unseen, time.monotonic() - asked_at) > _SILENCE and not attended([run.pk], RUNS):
                asked_at = time.monotonic()
                if not workers.answer():
                    _say(console, f"No worker answers any more; the run waits for one: {workers.HOW_TO_START}")


def _told(run: ExplainRun) -> str:
    """The outcome in a few lines."""
    tokens = f"{run.tokens_in:,} tokens in, {run.tokens_out:,} out"
    cost = f", cost {run.cost.normalize():f}" if run.cost else ""
    lines = [f"{run.pin}, {run.model}: {run.state}, {run.asked:,} answers as {run.answers_as or '-'}, {tokens}{cost}"]
    if run.error:
        lines.append(run.error)
    for name in ("entries", "sentences", "failures"):
        counts = run.verdicts.get(name, {})
        if counts:
            ordered = sorted(counts.items(), key=lambda item: -item[1])
            lines.append(f"{name}: " + ", ".join(f"{count:,} {reason}" for reason, count in ordered))
    if reused := run.verdicts.get("reused"):
        lines.append(f"answered before: {reused:,}")
    return "\n".join(lines)
