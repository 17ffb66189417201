"""`manage.py match < paste.txt`: what raised the error that is pasted, as the site would say it."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from api.client.showing import Terminal, lines
from api.matching import answered
from kb.display.paste_limit import MOST_BYTES, TOO_LARGE, storable
from kb.management.served import served, site_address

FOUND: Final = ("exact", "ambiguous")
UNKNOWN: Final = 1
TROUBLE: Final = 2


class Command(BaseCommand):
    help = "Read an error, a traceback or a log from standard input and print the statements that may have raised it."

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        return super().create_parser(
            prog_name,
            subcommand,
            epilog="Exit status: 0 found (exact or ambiguous), 1 nothing is known that surely raised it (similar or "
            "unmatched), 2 trouble: nothing was pasted, an option is not understood, the database is away.",
            formatter_class=argparse.HelpFormatter,
            **kwargs,
        )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--project", help="owner/name or name, where you know it")
        parser.add_argument("--limit", type=int, default=5, help="how many matches at most (5)")
        parser.add_argument("--json", action="store_true", help="print JSON, the answer of POST /api/match")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            answer = _answer(options["project"], max(1, options["limit"]))
        except CommandError as trouble:
            trouble.returncode = TROUBLE
            raise
        if options["json"]:
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
        else:
            self.stdout.write("\n".join(lines(answer, Terminal(sys.stdout))))
        if answer["outcome"] not in FOUND:
            raise SystemExit(UNKNOWN)


def _answer(project: str | None, limit: int) -> dict[str, Any]:
    """What the API answers. CommandError if there is no paste, or no database."""
    if sys.stdin.isatty():
        sys.stderr.write("Paste the error, then press Ctrl-D.\n")
    paste = _read()
    with served():
        return answered(paste, project=project, limit=limit, site=site_address())


def _read() -> str:
    """The paste, fit to be looked up. CommandError if there is none or too much."""
    written = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(written) > MOST_BYTES:
        raise CommandError(TOO_LARGE)
    if not written.strip():
        raise CommandError("There is nothing to match: pass an error or a traceback on standard input.")
    return storable(written.decode(errors="replace"))
