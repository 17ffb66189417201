"""What a pin costs from its source to the index: `make bench-ingest [ARGS="SOURCE … --next SOURCE"]`.

Each source is ingested by `manage.py ingest` into an empty database below RAISED_DATA (default `.data-bench`), which is
emptied first. Of each stage are told the wall time, with as many processes as the command takes by itself, and the CPU
seconds of all of them and of PostgreSQL (`bench.spent`). Beside it stands only parsing the same files once, with the
same parser, in one process; the ratios are those of extracting, linking, assembling and indexing to it. On a machine
that does other things too only the one of CPU seconds means something. A source's rows are printed as it is done.
`--next` is a further pin of the last source's project, to see what a change costs.
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
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bench.corpus import RELEASES
from bench.spent import spent

STAGES = ("fetching", "extracting", "linking", "assembling", "explaining", "indexing")
# What the ratios are of.
COUNTED = ("extracting", "linking", "assembling", "indexing")
ROOT = Path(__file__).resolve().parents[1]
_HEAD = f"{'':<28}{'files':>7}{'new':>7}{'MB':>7}{'sites':>8}{'':>6}{'parse':>8}"
_COUNTS_WIDTH = 28 + 7 + 7 + 7 + 8


class Seconds(NamedTuple):
    """Wall or CPU seconds: of each stage, and of only parsing the pin's distinct file contents."""

    stages: dict[str, float]
    parsing: float

    @property
    def work(self) -> float:
        return sum(self.stages.get(stage, 0.0) for stage in COUNTED)

    @property
    def ratio(self) -> float:
        return self.work / self.parsing if self.parsing else 0.0

    def row(self) -> str:
        stages = "".join(f"{self.stages.get(stage, 0.0):>9.1f}" for stage in STAGES)
        return f"{self.parsing:>8.2f}{stages}{self.ratio:>8.2f}"


class Ingested(NamedTuple):
    """One run of the command; `size` (bytes) is of the pin's distinct file contents."""

    source: str
    wall: Seconds
    cpu: Seconds
    size: int
    files: int
    sites: int
    new_blobs: int

    def rows(self) -> Iterator[str]:
        counts = f"{self.files:>7,}{self.new_blobs:>7,}{self.size / 1e6:>7.1f}{self.sites:>8,}"
        yield f"{self.source:<28}{counts}{'wall':>6}{self.wall.row()}"
        yield f"{'':<{_COUNTS_WIDTH}}{'CPU':>6}{self.cpu.row()}"


def ingest(source: str, mirror: Path | None) -> tuple[dict[str, Any], dict[str, float]]:
    """What the command prints, and CPU seconds by stage. Raises CalledProcessError if it fails."""
    from django.conf import settings

    from kb.config.servers.postgres import Postgres
    from kb.models import IngestJob

    before = list(IngestJob.objects.values_list("pk", flat=True))

    def stage() -> str:
        return IngestJob.objects.exclude(pk__in=before).values_list("state", flat=True).first() or "starting"

    mirrored = ["--mirror", str(mirror)] if mirror and source.startswith(("github:", "git+")) else []
    command = [sys.executable, "manage.py", "ingest", source, "--json", *mirrored]
    told, cpu = spent(command, Postgres(settings.PLACES).pid() or 0, stage, cwd=str(ROOT))
    facts: dict[str, Any] = json.loads(told)
    return facts, cpu


def measure(source: str, mirror: Path | None) -> Ingested:
    from kb.models import Pin, SourceBlob

    known = set(SourceBlob.objects.values_list("pk", flat=True))
    told, cpu = ingest(source, mirror)
    pin = Pin.objects.get(sha=told["pin"], project__pins__sha=told["pin"])
    blobs = SourceBlob.objects.filter(pk__in=pin.files.exclude(blob=None).values("blob"))
    sizes = dict(blobs.values_list("pk", "size"))
    wall_parsing, cpu_parsing = _parsing(blob.content for blob in blobs.iterator(chunk_size=50))
    return Ingested(
        source=source,
        wall=Seconds(told["timings"], wall_parsing),
        cpu=Seconds(cpu, cpu_parsing),
        size=sum(sizes.values()),
        files=len(sizes),
        sites=sum(told["counts"]["categories"].values()),
        new_blobs=len(sizes.keys() - known),
    )


def _parsing(contents: Iterable[bytes]) -> tuple[float, float]:
    """Wall and CPU seconds of parsing them, one after the other."""
    import tree_sitter_python
    from tree_sitter import Language, Parser

    parser = Parser(Language(tree_sitter_python.language()))
    wall = cpu = 0.0
    for content in contents:
        wall_began, cpu_began = time.perf_counter(), time.process_time()
        parser.parse(content)
        wall, cpu = wall + time.perf_counter() - wall_began, cpu + time.process_time() - cpu_began
    return wall, cpu


def _manage(*arguments: str, **options: Any) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True, text=True, **options)


def measured(sources: Iterable[str], mirror: Path | None) -> Iterator[Ingested]:
    """Each source in turn, its rows printed as soon as it is done; one that fails is named and left out."""
    for source in sources:
        try:
            found = measure(source, mirror)
        except subprocess.CalledProcessError:
            print(f"{source:<28} FAILED (the command said why)", flush=True)
            continue
        for row in found.rows():
            print(row, flush=True)
        yield found


def report(found: list[Ingested]) -> None:
    for name in ("wall", "cpu"):
        rows: list[Seconds] = [getattr(row, name) for row in found]
        work, parsing = sum(row.work for row in rows), sum(row.parsing for row in rows)
        explaining = sum(row.stages.get("explaining", 0.0) for row in rows)
        print(
            f"All, {name if name == 'wall' else 'CPU'}: {work:.1f} s to extract, link, assemble and index: "
            f"{work / parsing:.2f} times only parsing ({parsing:.1f} s); {explaining:.1f} s more to explain."
        )
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"Peak memory of the largest process: {peak:.0f} MiB.")


def report_next(first: Ingested, after: Ingested) -> None:
    print(
        f"{after.new_blobs / after.files:.1%} of the files are new; the next pin took "
        f"{after.wall.work / first.wall.work:.1%} of the first one's time, {after.cpu.work / first.cpu.work:.1%} of "
        "its CPU time."
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="*", default=[f"pypi:{name}=={version}" for name, version in RELEASES.items()])
    parser.add_argument("--next", metavar="SOURCE", help="a further pin of the last source's project")
    parser.add_argument(
        "--mirror", dest="repository", type=Path, help="a local repository for the git sources among them"
    )
    arguments = parser.parse_args()
    data = Path(os.environ.setdefault("RAISED_DATA", str(ROOT / ".data-bench")))
    for name in ("DATABASE_URL", "CELERY_BROKER_URL"):
        os.environ.pop(name, None)
    os.environ["DJANGO_SETTINGS_MODULE"] = "kb.config.settings"
    _manage("services", "stop", stdout=subprocess.DEVNULL)
    shutil.rmtree(data / "postgres", ignore_errors=True)
    _manage("services", "start", stdout=subprocess.DEVNULL)
    try:
        import django

        django.setup()
        _manage("migrate", "--verbosity=0")
        print(_HEAD + "".join(f"{stage[:-3]:>9}" for stage in STAGES) + f"{'ratio':>8}", flush=True)
        found = list(measured(arguments.sources, arguments.repository))
        if found:
            report(found)
        if arguments.next and found:
            for after in measured([arguments.next], arguments.repository):
                report_next(found[-1], after)
    finally:
        _manage("services", "stop", stdout=subprocess.DEVNULL)
    if len(found) < len(arguments.sources):
        raise SystemExit("Not every source was read.")


if __name__ == "__main__":
    main()
