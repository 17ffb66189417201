"""Measure the site under load beside an empty view of the same server: `make bench-load`.

Starts web and servers on the data at hand and asks each address with wrk in turn, several rounds over, so that what
else the machine does falls on all alike. The empty view (`/healthz`) passes through every middleware and asks nothing.
Prints requests a second and the 99th percentile, medians of the rounds, and the share of the empty view's rate.
"""

from __future__ import annotations

import argparse
import re
import shutil
import statistics
import subprocess
import sys
import urllib.request
from typing import NamedTuple

from rich.console import Console
from rich.table import Table

from bench.serving import settle, site

EMPTY = "/healthz"
_UNITS = {"us": 0.001, "ms": 1.0, "s": 1000.0}


class Load(NamedTuple):
    """Of one address in one round."""

    rate: float  # requests a second
    p99: float  # milliseconds
    failed: int


def addresses() -> dict[str, str]:
    """What is asked, by its name: of the project with the most errors, an entry that has an explanation."""
    from kb.models import ErrorEntry, Project

    projects = Project.objects.exclude(current_pin=None).select_related("current_pin")
    counts = {one: one.current_pin.counts.get("entries", 0) for one in projects if one.current_pin}
    project = max(counts, key=lambda one: counts[one], default=None)
    entries = ErrorEntry.objects.current().in_source().raising().filter(project=project).exclude(message="")
    entry = entries.exclude(explanations=None).order_by("pk").first()
    if project is None or entry is None:
        sys.exit("The database holds no errors: ingest a project first.")
    word = max(re.findall(r"[A-Za-z]+", entry.title), key=len, default="error")
    return {
        "empty view": EMPTY,
        "entry page": entry.get_absolute_url(),
        "entry JSON": entry.api_url,
        "project page": project.get_absolute_url(),
        "search": f"/search?q={word}",
    }


def loaded(url: str, *, connections: int, seconds: int) -> Load:
    command = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--latency", "-H", "Accept-Encoding: gzip", url]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rate = re.search(r"Requests/sec:\s+([\d.]+)", said)
    p99 = re.search(r"99%\s+([\d.]+)(us|ms|s)\b", said)
    if not rate or not p99:
        sys.exit(f"wrk said something else:\n{said}")
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
    return Load(float(rate[1]), float(p99[1]) * _UNITS[p99[2]], int(refused[1]) if refused else 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=4, help="of each address in each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--connections", type=int, default=8, help="as many as the web server has threads")
    args = parser.parse_args()
    if not shutil.which("wrk"):
        sys.exit("wrk is not installed (Debian, Ubuntu: apt install wrk).")
    settle(".data")
    with site() as address:
        asked = {name: address.rstrip("/") + path for name, path in addresses().items()}
        for url in asked.values():
            urllib.request.urlopen(url).read()  # what is made once for a process is not what a page costs
        rounds: dict[str, list[Load]] = {name: [] for name in asked}
        for _ in range(args.rounds):
            for name, url in asked.items():
                rounds[name].append(loaded(url, connections=args.connections, seconds=args.seconds))
    show(rounds, args.connections)


def show(rounds: dict[str, list[Load]], connections: int) -> None:
    rates = {name: statistics.median(load.rate for load in loads) for name, loads in rounds.items()}
    table = Table("asked for", "requests/s", "of the empty view's", "p99 ms", "failed")
    for name, loads in rounds.items():
        table.add_row(
            name,
            f"{rates[name]:,.0f}",
            f"{rates[name] / rates['empty view']:.0%}",
            f"{statistics.median(load.p99 for load in loads):.1f}",
            str(sum(load.failed for load in loads)),
        )
    console = Console()
    console.print(f"{connections} connections, medians of {len(rounds['empty view'])} rounds")
    console.print(table)


if __name__ == "__main__":
    main()
