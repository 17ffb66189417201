"""`manage.py match < paste.txt`: what raised the error that is pasted."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.matching import Answer, Match, match

MOST_CHARACTERS = 1_000_000


class Command(BaseCommand):
    help = "Read an error, a traceback or a log from standard input and print the statements that may have raised it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", help="owner/name or name, where you know it")
        parser.add_argument("--limit", type=int, default=5, help="how many matches at most (5)")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if sys.stdin.isatty():
            self.stderr.write("Paste the error, then press Ctrl-D.")
        pasted = sys.stdin.buffer.read(4 * MOST_CHARACTERS + 1).decode(errors="replace")
        if len(pasted) > MOST_CHARACTERS:
            raise CommandError(
                f"The paste is longer than {MOST_CHARACTERS:,} characters. Keep the part with the error."
            )
        answer = match(pasted, project=options["project"], limit=max(1, options["limit"]))
        if options["json"]:
            shown = {
                "outcome": answer.outcome,
                "decides": answer.decides,
                "matches": [asdict(m) for m in answer.matches],
            }
            self.stdout.write(json.dumps(shown, ensure_ascii=False))
        else:
            self._show(answer)

    def _show(self, answer: Answer) -> None:
        self.stdout.write(answer.outcome + (f": {answer.decides} would decide" if answer.decides else ""))
        for found in answer.matches:
            self._show_match(found)

    def _show_match(self, found: Match) -> None:
        self.stdout.write(f"\n{found.score:.2f}  {found.project}  {found.path}:{found.line}  in {found.qualname}")
        self.stdout.write(f"      {found.exc_type}: {found.message}"[:400])
        for hole, value in found.values.items():
            self.stdout.write(f"      {hole} = {value}"[:200])
        self.stdout.write(f"      {'; '.join(found.reasons)}  /errors/{found.id}/")
