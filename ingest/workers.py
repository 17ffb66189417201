"""Whether any worker is there, and handing it a job."""

from __future__ import annotations

from celery import current_app
from kombu import Connection, Producer
from kombu.exceptions import OperationalError

HOW_TO_START = "celery -A kb.config.celery worker"
_PATIENCE = 1.0  # seconds


def answer() -> bool:
    """Whether a worker answers; False too if there is no broker to ask."""
    with current_app.connection_for_write(connect_timeout=_PATIENCE) as connection:
        try:
            connection.ensure_connection(max_retries=1, interval_start=0)
            ask = current_app.control.broadcast
            return bool(ask("ping", reply=True, timeout=_PATIENCE, limit=1, connection=connection))
        except _away(connection):
            return False


def is_queue_reachable() -> bool:
    """Whether the broker answers; soon, either way."""
    with current_app.connection_for_write(connect_timeout=_PATIENCE) as connection:
        try:
            connection.ensure_connection(max_retries=1, interval_start=0)
        except _away(connection):
            return False
    return True


def hand(job_id: int) -> bool:
    """Put the job into the queue. False = the broker is away; the job starts when a worker does."""
    return _send("ingest.tasks.fetch", job_id)


def hand_run(run_id: int) -> bool:
    """Put a run of the LLM explainer into the queue. False = the broker is away; it starts when a worker does."""
    return _send("ingest.tasks.explain", run_id)


def look(project_id: int) -> bool:
    """Have a worker look for a newer pin of a watched project. False = the broker is away."""
    return _send("ingest.tasks.repin_one", project_id)


def _send(task: str, pk: int) -> bool:
    # By name: who only sends needs not import what the tasks do.
    with current_app.connection_for_write(connect_timeout=_PATIENCE) as connection:
        try:
            current_app.send_task(task, (pk,), producer=Producer(connection), retry=False)
        except _away(connection):
            return False
    return True


def _away(connection: Connection) -> tuple[type[BaseException], ...]:
    # kombu wraps a transport's own errors only in some of its calls.
    return (OperationalError, OSError, *connection.recoverable_connection_errors)
