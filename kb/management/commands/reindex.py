"""`manage.py reindex`: work out again what finding reads, and bring the search server up to date."""

from __future__ import annotations

import json
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.search import indexing
from kb.search.protocol import SearchFailed


class Command(BaseCommand):
    help = "Work out again, from the entries, everything that matching and search read. Safe at any time."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        began = time.monotonic()
        shown = None if options["json"] or not self.stderr.isatty() else self._show
        try:
            counts: dict[str, float] = {**indexing.reindex(shown)}
        except SearchFailed as failed:
            raise CommandError(f"{failed}. The database's part is done; run this again.") from failed
        if shown:
            self.stderr.write("")
        counts["seconds"] = round(time.monotonic() - began, 1)
        if options["json"]:
            self.stdout.write(json.dumps(counts))
        else:
            self.stdout.write(", ".join(f"{key} {value:,}" for key, value in counts.items()))

    def _show(self, done: int, total: int) -> None:
        self.stderr.write(f"\r{done:,} of {total:,} rows of this project ", ending="")
        self.stderr.flush()
