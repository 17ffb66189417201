"""`manage.py importexplanations < FILE`: take what exportexplanations printed; a line that does not fit is told."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from kb.authoring.exchange import take
from kb.management.served import served


class Command(BaseCommand):
    help = "Take explanations as JSON lines. Lines that do not fit change nothing and are told; the others are taken."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", type=Path, metavar="FILE", help="in place of standard input")
        parser.add_argument("--by", default="import", help="whose account the history names (import)")
        parser.add_argument("--replace", action="store_true", help="replace other words that this site has for them")
        parser.add_argument("--left", type=Path, metavar="FILE", help="write the other lines here")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        with served():
            taken = take(_lines(options["file"]), options["by"][:150], replace=options["replace"])
        if options["left"]:
            options["left"].write_text("".join(f"{line}\n" for line in taken.left), encoding="utf-8")
        for number, why in (*taken.kept, *taken.unfit):
            self.stderr.write(f"line {number}: {why}")
        counts = {name: getattr(taken, name) for name in ("new", "same", "replaced")}
        counts |= {"kept": len(taken.kept), "unfit": len(taken.unfit)}
        if options["json"]:
            self.stdout.write(json.dumps(counts))
        else:
            self.stdout.write(", ".join(f"{count:,} {name}" for name, count in counts.items()))
        if taken.left:
            raise CommandError(f"{len(taken.left):,} lines were not taken; the others were.")


def _lines(file: Path | None) -> Iterator[str]:
    try:
        with file.open("rb") if file else nullcontext(sys.stdin.buffer) as stream:
            for line in stream:
                yield line.decode("utf-8", "replace")
    except OSError as failed:
        raise CommandError(f"{file} can't be read: {failed.strerror}") from failed
