"""A site of the bench's own: its data folder, its servers and web process, for as long as a block lasts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 60


def settle(data: str) -> None:
    """Use embedded servers below RAISED_DATA (`data` if not set), whatever else is set; set Django up."""
    os.environ.setdefault("RAISED_DATA", str(ROOT / data))
    for name in ("DATABASE_URL", "CELERY_BROKER_URL", "RAISED_CACHE_URL"):
        os.environ.pop(name, None)
    os.environ["DJANGO_SETTINGS_MODULE"] = "kb.config.settings"
    import django

    django.setup()


def manage(*arguments: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True)


@contextmanager
def servers(owner: int | None = None) -> Iterator[None]:
    """The database and the queue, with tables that are up to date."""
    from django.conf import settings
    from django.db import connections

    from kb.config.servers.lifetime import Services

    with Services.below(settings.RAISED_DATA).used(owner):
        manage("migrate", "--verbosity=0")
        try:
            yield
        finally:
            connections.close_all()


@contextmanager
def site() -> Iterator[str]:
    """Servers and web; gives the address."""
    from django.conf import settings

    from kb.config.servers.lifetime import Services
    from kb.config.site import Site

    web = Site(settings.BASE_DIR, Services.below(settings.RAISED_DATA), settings.BIND, settings.PORT)
    with web.alone() as owner, servers(owner):
        web.start("web")
        web.wait_until_served()
        yield web.address


def ingest_missing(sources: Iterable[str]) -> None:
    """Read those that no job has read so far."""
    from kb.models import IngestJob

    done = set(IngestJob.objects.filter(state=IngestJob.State.DONE).values_list("source", flat=True))
    for source in sources:
        if source not in done:
            print(f"reading {source} …", flush=True)
            manage("ingest", source)


def post(address: str, body: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """The answer's JSON, and the seconds that it took. Raises OSError where the site refuses or does not answer."""
    request = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # never by way of a proxy
    began = time.perf_counter()
    with opener.open(request, timeout=TIMEOUT) as response:
        answer = json.load(response)
    return answer, time.perf_counter() - began
