"""Say whether this process is up and whether it can serve, for a container's health check or a load balancer."""

from __future__ import annotations

from typing import Final

import psycopg
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from ingest import workers
from kb.search.backends import is_degraded

PATIENCE: Final = 2  # seconds


@never_cache
@require_safe
def health(_request: HttpRequest) -> JsonResponse:
    """200 while the process answers at all; what else it needs is no reason to start it anew."""
    return JsonResponse({"process": "ok"})


@never_cache
@require_safe
def readiness(_request: HttpRequest) -> JsonResponse:
    """200 if the database answers with all migrations, else 503. Queue and search may be away, and pages still come."""
    said = {
        **_database(),
        "queue": "ok" if workers.is_queue_reachable() else "unreachable",
        "search": "degraded" if is_degraded() else "ok",
    }
    return JsonResponse(said, status=200 if said["migrations"] == "ok" else 503)


def _database() -> dict[str, str]:
    try:
        if is_there():
            return {"database": "ok", "migrations": "ok" if is_migrated() else "pending"}
    except DatabaseError:
        pass  # gone since it was there
    return {"database": "unreachable", "migrations": "unknown"}


def is_there() -> bool:
    """Whether the database takes a connection, told at once or within PATIENCE; the pool waits longer for one."""
    parameters = connection.get_connection_params() | {"cursor_factory": None, "connect_timeout": PATIENCE}
    try:
        psycopg.connect(**parameters).close()
    except psycopg.OperationalError:
        return False
    return True


def is_migrated() -> bool:
    """Whether the database has every table as this code knows it; DatabaseError if it does not answer."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())
