"""`manage.py match < paste.txt`: what raised the error that is pasted."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.display.paste_limit import MOST_BYTES, TOO_LARGE, storable
from kb.display.visible import visible
from kb.management.served import served
from kb.matching import Answer, Match, match


class Command(BaseCommand):
    help = "Read an error, a traceback or a log from standard input and print the statements that may have raised it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", help="owner/name or name, where you know it")
        parser.add_argument("--limit", type=int, default=5, help="how many matches at most (5)")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        if sys.stdin.isatty():
            self.stderr.write("Paste the error, then press Ctrl-D.")
        paste = _read()
        with served():
            answer = match(paste, project=options["project"], limit=max(1, options["limit"]))
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
        self._say(f"\n{found.score:.2f}  {found.project}  {found.path}:{found.line}  in {found.qualname}")
        self._say(f"      {found.exc_type}: {found.message}"[:400])
        for hole, value in found.values.items():
            self._say(f"      {hole} = {value}"[:200])
        self._say(f"      {'; '.join(found.reasons)}  /errors/{found.id}/")

    def _say(self, text: str) -> None:
        """What upstream and the paste say must not reach the terminal as something that it obeys."""
        self.stdout.write(visible(text))


def _read() -> str:
    """The paste, fit to be looked up. CommandError if there is none or too much."""
    written = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(written) > MOST_BYTES:
        raise CommandError(TOO_LARGE)
    if not written.strip():
        raise CommandError("There is nothing to match: pass an error or a traceback on standard input.")
    return storable(written.decode(errors="replace"))
