"""Time a pin from its source to the index: `make bench-ingest [ARGS="SOURCE … --next SOURCE"]`.

Each source is ingested by `manage.py ingest` into an empty database below RAISED_DATA (default `.data-bench`), which is
emptied first. Beside it stands the time of only parsing the same files once, with the same parser, in one process; the
ratio is that of extracting, linking, assembling and indexing to it. `--next` is a further pin of the last source's
project, to see what a change costs. CPU seconds are those of ingesting processes, not PostgreSQL's; seconds without a
name are wall time, so run it on a machine that does nothing else.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from bench.corpus import RELEASES

STAGES = ("fetching", "extracting", "linking", "assembling", "explaining", "indexing")
# What the ratio is of.
COUNTED = ("extracting", "linking", "assembling", "indexing")
ROOT = Path(__file__).resolve().parents[1]


class Ingested(NamedTuple):
    """One run of the command; seconds. `parsing` and `size` (bytes) are of the pin's distinct file contents."""

    source: str
    timings: dict[str, float]
    cpu: float
    parsing: float
    size: int
    files: int
    sites: int
    new_blobs: int

    @property
    def work(self) -> float:
        return sum(self.timings[stage] for stage in COUNTED)


def ingest(source: str, mirror: Path | None) -> dict[str, Any]:
    """What the command prints, and the CPU seconds of its processes."""
    before = _children_cpu()
    mirrored = ["--mirror", str(mirror)] if mirror and source.startswith(("github:", "git+")) else []
    run = _manage("ingest", source, "--json", *mirrored, stdout=subprocess.PIPE)
    told: dict[str, Any] = json.loads(run.stdout)
    return told | {"cpu": _children_cpu() - before}


def measure(source: str, mirror: Path | None) -> Ingested:
    from kb.models import Pin, SourceBlob

    known = set(SourceBlob.objects.values_list("pk", flat=True))
    told = ingest(source, mirror)
    pin = Pin.objects.get(sha=told["pin"], project__pins__sha=told["pin"])
    blobs = SourceBlob.objects.filter(pk__in=pin.files.exclude(blob=None).values("blob"))
    parsing = sum(_parsing(blob.content) for blob in blobs.iterator(chunk_size=50))
    return Ingested(
        source=source,
        timings=dict.fromkeys(STAGES, 0.0) | told["timings"],
        cpu=told["cpu"],
        parsing=parsing,
        size=sum(blobs.values_list("size", flat=True)),
        files=len(blobs),
        sites=sum(told["counts"]["categories"].values()),
        new_blobs=len(set(blobs.values_list("pk", flat=True)) - known),
    )


def _parsing(content: bytes) -> float:
    import tree_sitter_python
    from tree_sitter import Language, Parser

    parser = Parser(Language(tree_sitter_python.language()))
    began = time.perf_counter()
    parser.parse(content)
    return time.perf_counter() - began


def _children_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _manage(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True, text=True, **options)


def report(console: Console, found: list[Ingested]) -> None:
    table = Table("source", "files", "new", "MB", "sites", "parse", *(stage[:-3] for stage in STAGES), "CPU", "ratio")
    for row in found:
        seconds = (f"{row.timings[stage]:.1f}" for stage in STAGES)
        counts = (f"{row.files:,}", f"{row.new_blobs:,}", f"{row.size / 1e6:.1f}", f"{row.sites:,}")
        table.add_row(
            row.source, *counts, f"{row.parsing:.1f}", *seconds, f"{row.cpu:.1f}", f"{row.work / row.parsing:.2f}"
        )
    console.print(table)
    work, parsing = (sum(getattr(row, name) for row in found) for name in ("work", "parsing"))
    console.print(f"All: {work:.1f} s to extract, link, assemble and index: {work / parsing:.2f} times only parsing.")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    console.print(f"Peak memory of the largest process: {peak:.0f} MiB.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="*", default=[f"pypi:{name}=={version}" for name, version in RELEASES.items()])
    parser.add_argument("--next", metavar="SOURCE", help="a further pin of the last source's project")
    parser.add_argument("--mirror", type=Path, help="a local repository for the git sources among them")
    arguments = parser.parse_args()
    data = Path(os.environ.setdefault("RAISED_DATA", str(ROOT / ".data-bench")))
    for name in ("DATABASE_URL", "CELERY_BROKER_URL"):
        os.environ.pop(name, None)
    os.environ["DJANGO_SETTINGS_MODULE"] = "kb.config.settings"
    console = Console(width=None if sys.stdout.isatty() else 150)
    _manage("services", "stop", stdout=subprocess.DEVNULL)
    shutil.rmtree(data / "postgres", ignore_errors=True)
    _manage("services", "start", stdout=subprocess.DEVNULL)
    try:
        import django

        django.setup()
        _manage("migrate", "--verbosity=0")
        found = [measure(source, arguments.mirror) for source in arguments.sources]
        report(console, found)
        if arguments.next:
            after = measure(arguments.next, arguments.mirror)
            report(console, [found[-1], after])
            console.print(
                f"{after.new_blobs / after.files:.1%} of the files are new; the next pin took "
                f"{after.work / found[-1].work:.1%} of the first one's time, "
                f"{after.cpu / found[-1].cpu:.1%} of its CPU time with fetching and explaining."
            )
    finally:
        _manage("services", "stop", stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main()
