"""What a Prometheus server may know: requests by view and status, their seconds, jobs by state, errors and projects.

Counters are shared by the web server's processes where PROMETHEUS_MULTIPROC_DIR is set (`kb.config.gunicorn`).
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from django.conf import settings
from django.db import DatabaseError
from django.db.models import Count
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Histogram,
    generate_latest,
    values,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from kb.display.projects import project_list
from kb.models import IngestJob

_METHODS: Final = ("GET", "HEAD", "POST", "OPTIONS")
_REQUESTS: Final = Counter("raised_requests", "Requests answered.", ["method", "view", "status"])
_SECONDS: Final = Histogram(
    "raised_request_seconds",
    "Seconds until the answer stood, without sending it.",
    ["view"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)


def count(method: str, view: str, status: int, seconds: float) -> None:
    """`view` is the name of an address, "" where none fits: never the address itself, of which there is no end."""
    _REQUESTS.labels(method if method in _METHODS else "other", view or "none", str(status)).inc()
    _SECONDS.labels(view or "none").observe(seconds)


class Facts(Collector):
    """What the database knows when it is asked."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        jobs = GaugeMetricFamily("raised_jobs", "Ingestion jobs.", labels=["state"])
        counted = dict(IngestJob.objects.order_by().values_list("state").annotate(Count("pk")))
        for state in IngestJob.State.values:
            jobs.add_metric([state], counted.get(state, 0))
        yield jobs
        known = project_list(size=1)
        yield GaugeMetricFamily("raised_projects", "Projects that have been read.", value=known.total_projects)
        yield GaugeMetricFamily("raised_errors", "Errors of their current pins.", value=known.total_errors)


@never_cache
@require_safe
def exposition(request: HttpRequest) -> HttpResponse:
    """For who has RAISED_METRICS_TOKEN; without that setting there is nothing here."""
    asked = request.headers.get("Authorization", "")
    if not settings.METRICS_TOKEN:
        raise Http404("Metrics are switched on by RAISED_METRICS_TOKEN.")
    if not constant_time_compare(asked, f"Bearer {settings.METRICS_TOKEN}"):
        return HttpResponse("Needs Authorization: Bearer TOKEN.\n", status=401, headers={"WWW-Authenticate": "Bearer"})
    facts = CollectorRegistry()
    facts.register(Facts())
    told = generate_latest(_counted())
    with suppress(DatabaseError):  # without which the counters are still to be had, and wanted most
        told += generate_latest(facts)
    return HttpResponse(told, content_type=CONTENT_TYPE_LATEST)


def _counted() -> CollectorRegistry:
    """The counters of all processes where they share a folder, else of this one."""
    if values.ValueClass is values.MutexValue:
        return REGISTRY
    shared = CollectorRegistry()
    MultiProcessCollector(shared)  # type: ignore[no-untyped-call]
    return shared
