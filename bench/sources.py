"""Time and memory of reading sources: `make bench-sources [ARGS="SOURCE … --mirror DIR"]`.

Each source is opened and read whole in a process of its own, twice: once with the downloads that it needs, once from
the cache. Memory is the process's peak; starting Python and importing all modules takes 40 MiB of it.
"""

import argparse
import multiprocessing
import os
import resource
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.corpus import RELEASES
from ingest.sources import Options, SourceFile, open_source
from ingest.sources.pip_config import configured_index


class Reading(NamedTuple):
    """What one reading took (seconds, bytes) and brought."""

    slug: str
    read: int
    skipped: int
    size: int
    opened: float
    whole: float
    cpu: float
    peak: int


def read(source: str, mirror: Path | None, data: Path) -> Reading:
    """Open a source and read all its files."""
    configured_index()  # asked of pip once a process
    cpu, began = time.process_time(), time.perf_counter()
    read = skipped = size = 0
    with open_source(source, mirror=mirror, options=Options(data)) as snapshot:
        opened = time.perf_counter() - began
        for file in snapshot.files():
            if isinstance(file, SourceFile):
                read += 1
                size += file.size
            else:
                skipped += 1
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    return Reading(
        snapshot.slug, read, skipped, size, opened, time.perf_counter() - began, time.process_time() - cpu, peak
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="*", default=[f"pypi:{name}=={version}" for name, version in RELEASES.items()])
    parser.add_argument("--mirror", type=Path, help="a local repository for the git sources among them")
    arguments = parser.parse_args()
    table = Table("source", "project", "from", "files", "skipped", "MB", "open s", "all s", "CPU s", "peak MiB")
    # Not in a temporary file system, which may be memory.
    with tempfile.TemporaryDirectory(dir=os.environ.get("RAISED_DATA") or ".") as data:
        for source in arguments.sources:
            mirror = arguments.mirror if source.startswith(("github:", "git+")) else None
            for where in ("web", "cache") if mirror is None else ("mirror",):
                # A fresh process, or its peak would be that of the largest source before it.
                with multiprocessing.get_context("spawn").Pool(1) as pool:
                    found = pool.apply(read, (source, mirror, Path(data)))
                seconds = (f"{figure:.2f}" for figure in (found.opened, found.whole, found.cpu))
                counts = (str(found.read), str(found.skipped), f"{found.size / 1e6:.1f}")
                table.add_row(source, found.slug, where, *counts, *seconds, str(found.peak // 1024**2))
    Console().print(table)


if __name__ == "__main__":
    main()
