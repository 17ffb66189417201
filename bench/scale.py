"""Measure matching against many templates: `make bench-scale [ARGS="--sizes 10000 100000"]`.

Real entries of the database at hand (RAISED_DATA) are copied and varied (`bench.varied`) into databases of the bench's
own beside it, one for each size. What is built is kept and used again; a build that was cut short goes on. At each size
one process is asked as a web worker would be; times are wall time inside it, so run it on a machine that does nothing
else: `--only build` now, `--only measure` then. CPU is that of the process, without PostgreSQL's. Indexing is that of
`manage.py ingest`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import sys
from collections.abc import Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench import asking, serving
from bench.asking import Measured

SIZES = (10_000, 100_000, 1_000_000)
LEAST_REAL = 2_000


class Step(NamedTuple):
    """`seconds` of indexing all its templates."""

    templates: int
    seconds: float
    index_bytes: int
    measured: Measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="TEMPLATES")
    parser.add_argument("--sample", type=int, default=300, help="pastes of each kind and size")
    parser.add_argument("--only", choices=("build", "measure"), help="do one of both")
    parser.add_argument("--drop", action="store_true", help="drop the databases of these sizes afterwards")
    args = parser.parse_args()
    serving.settle(".data")
    console = Console(width=None if sys.stdout.isatty() else 150)
    sizes = sorted(args.sizes)
    with serving.servers():
        if args.only != "measure":
            _build(console, sizes)
        if args.only != "build":
            _measure(console, sizes, args.sample)
        if args.drop:
            _drop(sizes)


def _build(console: Console, sizes: Sequence[int]) -> None:
    from bench import copies, scaled

    real = copies.read_real()
    if len(real) < LEAST_REAL:
        raise SystemExit(f"The database holds {len(real)} errors; ingest projects with {LEAST_REAL} or more first.")
    for below, size in zip((None, *sizes), sizes, strict=False):
        built = scaled.build(size, below, real)
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**10
        console.print(f"{size:,} templates stand, {built.seconds:.0f} s of indexing, {memory:.0f} MB at most")


def _measure(console: Console, sizes: Sequence[int], sample: int) -> None:
    from bench import copies, scaled

    steps = []
    for size in sizes:
        built = scaled.find(size)
        if built is None or not built.is_whole:
            raise SystemExit(f"{size:,} templates do not stand yet: leave --only measure out, or say --only build.")
        measured = _in_process_of_its_own(size, sample)
        with scaled.using(scaled.name_of(size)):
            steps.append(Step(size, built.seconds, copies.index_bytes(), measured))
        console.print(f"{size:,} templates measured, load {os.getloadavg()[0]:.1f}")
        report(console, steps)  # what there is, since the next size takes longer


def _drop(sizes: Sequence[int]) -> None:
    from bench import scaled

    for size in sizes:
        scaled.drop(size)


def _in_process_of_its_own(size: int, sample: int) -> Measured:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(asking.measure, (size, sample))


def report(console: Console, steps: Sequence[Step]) -> None:
    table = Table("templates", "pasted", "p50 ms", "p99 ms", "CPU p50", "CPU p99", "reading", "found first")
    for step in steps:
        for one in step.measured.asked:
            times = (
                f"{one.p50:.1f}",
                f"{one.p99:.1f}",
                f"{one.cpu_p50:.1f}",
                f"{one.cpu_p99:.1f}",
                f"{one.reading:.1f}",
            )
            table.add_row(f"{step.templates:,}", one.paste, *times, f"{one.found:.1f} %")
    console.print(table)
    costs = Table("templates", "indexing s", "templates/s", "index MB", "bytes/template", "process MB")
    for step in steps:
        costs.add_row(
            f"{step.templates:,}",
            f"{step.seconds:.0f}",
            f"{step.templates / step.seconds:,.0f}",
            f"{step.index_bytes / 2**20:,.0f}",
            f"{step.index_bytes / step.templates:,.0f}",
            f"{step.measured.resident_mb:.0f}",
        )
    console.print(costs)


if __name__ == "__main__":
    main()
