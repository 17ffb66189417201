"""Measure matching against many templates: `make bench-scale [ARGS="--sizes 10000 100000"]`.

Real entries of the database at hand (RAISED_DATA) are copied and varied (`bench.varied`) into a database of the bench's
own beside it, which is made anew and dropped afterwards. At each size one process is asked as a web worker would be;
times are wall time inside it, so run it on a machine that does nothing else; CPU is that of the process, without
PostgreSQL's. Indexing is that of `manage.py ingest`.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import sys
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench import asking, serving
from bench.asking import Measured

SIZES = (10_000, 100_000, 1_000_000)
LEAST_REAL = 2_000


class Step(NamedTuple):
    """`seconds` of indexing the templates that this size has more than the one before."""

    templates: int
    added: int
    seconds: float
    index_bytes: int
    measured: Measured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, metavar="TEMPLATES")
    parser.add_argument("--sample", type=int, default=300, help="pastes of each kind and size")
    parser.add_argument("--keep", action="store_true", help="leave the database, named raised_scale")
    args = parser.parse_args()
    serving.settle(".data")
    console = Console(width=None if sys.stdout.isatty() else 150)
    steps = []
    with serving.servers():
        for step in _steps(sorted(args.sizes), args.sample, keep=args.keep):
            steps.append(step)
            console.print(f"{step.templates:,} templates measured, load {os.getloadavg()[0]:.1f}")
            report(console, steps)  # what there is, since the next size takes ten times as long


def _steps(sizes: Sequence[int], sample: int, *, keep: bool) -> Iterator[Step]:
    from bench import copies

    real = copies.read_real()
    if len(real) < LEAST_REAL:
        raise SystemExit(f"The database holds {len(real)} errors; ingest projects with {LEAST_REAL} or more first.")
    with copies.own_database(keep=keep):
        growing = copies.Copies(real)
        for size in sizes:
            before = growing.templates
            seconds = growing.grow(size)
            measured = _in_process_of_its_own(sample)
            yield Step(size, growing.templates - before, seconds, copies.index_bytes(), measured)


def _in_process_of_its_own(sample: int) -> Measured:
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return pool.apply(asking.measure, (sample,))


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
            f"{step.added / step.seconds:,.0f}",
            f"{step.index_bytes / 2**20:,.0f}",
            f"{step.index_bytes / step.templates:,.0f}",
            f"{step.measured.resident_mb:.0f}",
        )
    console.print(costs)


if __name__ == "__main__":
    main()
