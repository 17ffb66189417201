"""Measure pages and API on the database at hand: `make bench-pages`.

Asks each kind of address in-process, without a server around it. Prints the most queries that any took, the greatest
weight in bytes, plain and compressed as a server would, and the time: median and worst of the sample. Then what a
first visit to the largest page of each kind loads.
"""

import argparse
import gzip
import json
import os
import random
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

import django
from rich.console import Console
from rich.table import Table

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kb.config.settings")
django.setup()

from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from bench.page_weight import weight  # noqa: E402
from kb.models import ErrorEntry, Pin, Project  # noqa: E402

PAGES = ("home", "entry page", "project page", "pin page", "search", "paste")

Ask = Callable[[], Any]


class Measured(NamedTuple):
    """Of one address: seconds are wall time."""

    queries: int
    size: int
    compressed: int
    seconds: float


def asks(client: Client, entries: Sequence[ErrorEntry]) -> Iterator[tuple[str, list[Ask]]]:
    """Each kind of request with the requests of the sample."""

    def get(address: str, **query: str) -> Ask:
        return lambda: client.get(address, query)

    def paste(entry: ErrorEntry) -> Ask:
        return lambda: client.post("/search", {"text": _traceback(entry)})

    def match(entry: ErrorEntry) -> Ask:
        body = json.dumps({"text": _traceback(entry)})
        return lambda: client.post("/api/match", data=body, content_type="application/json")

    projects = list(Project.objects.exclude(current_pin=None)[:20])
    words = [max(entry.title.split(), key=len, default="error") for entry in entries]
    yield "entry page", [get(entry.get_absolute_url()) for entry in entries]
    yield "entry JSON", [get(entry.api_url) for entry in entries]
    yield "home", [get("/")]
    yield "project page", [get(project.get_absolute_url()) for project in projects]
    yield "project page, words", [get(project.get_absolute_url(), q=words[0]) for project in projects]
    yield "pin page", [get(pin.get_absolute_url()) for pin in Pin.objects.select_related("project")[:20]]
    yield "search", [get("/search", q=word) for word in words]
    yield "paste", [paste(entry) for entry in entries]
    yield "match JSON", [match(entry) for entry in entries]
    yield "list JSON", [get("/api/errors", project=project.slug) for project in projects]


def _traceback(entry: ErrorEntry) -> str:
    site = entry.site
    frame = f'  File "{site.path}", line {site.line}, in {site.function}\n' if site else ""
    return f"Traceback (most recent call last):\n{frame}{entry.exc_type}: {entry.message}\n"


def measured(ask: Ask) -> Measured:
    with CaptureQueriesContext(connection) as captured:
        started = time.perf_counter()
        response = ask()
        seconds = time.perf_counter() - started
    if response.status_code != 200:
        raise SystemExit(f"{response.request['PATH_INFO']} answered {response.status_code}.")
    body = response.content
    return Measured(len(captured), len(body), len(gzip.compress(body, 6)), seconds)


def weights(bodies: dict[str, bytes]) -> Table:
    """The largest page of each kind, as a first visit has it."""
    table = Table("first visit to", "requests", "page, compressed", "with all that it loads")
    for name, body in bodies.items():
        found = weight(body)
        table.add_row(name, str(found.requests), f"{found.page:,}", f"{found.everything:,}")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=40, help="entries asked for")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    ids = list(ErrorEntry.objects.current().in_source().raising().order_by("pk").values_list("pk", flat=True))
    if not ids:
        raise SystemExit("The database holds no errors: ingest a project first.")
    chosen = random.Random(args.seed).sample(ids, min(args.sample, len(ids)))
    entries = list(ErrorEntry.objects.select_related("site").filter(pk__in=chosen))
    table = Table("asked for", "n", "queries", "bytes", "compressed", "ms median", "ms worst")
    bodies: dict[str, bytes] = {}
    # Host and address of this machine: allowed, and never throttled.
    for name, found in asks(Client(headers={"host": "localhost"}), entries):
        found[0]()  # what is made once for a process is not what a page costs
        of_kind = [measured(ask) for ask in found]
        if name in PAGES:
            bodies[name] = max((ask().content for ask in found), key=len)
        times = [1000 * one.seconds for one in of_kind]
        table.add_row(
            name,
            str(len(of_kind)),
            *(f"{max(one[index] for one in of_kind):,}" for index in range(3)),
            f"{statistics.median(times):.1f}",
            f"{max(times):.1f}",
        )
    console = Console()
    console.print(f"{len(ids):,} errors of {Project.objects.count()} projects, seed {args.seed}")
    console.print(table)
    console.print(weights(bodies))


if __name__ == "__main__":
    main()
