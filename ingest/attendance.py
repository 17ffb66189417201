"""That a worker is at a job: a lock which ends with the worker, and progress that others see.

Each attendance has a database connection of its own. PostgreSQL drops its advisory lock at once when the worker is
killed, so who is alive is never guessed from a clock; and what it writes is seen while the worker is in a transaction.
A job is attended by one alone (fetching, and everything from linking on) or by several (extracting).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper

from kb import trail

# The first half of our locks' names in PostgreSQL, by what is worked at; the second is the row's id.
JOBS = 0x7261
RUNS = 0x7262
_TOLD_EVERY = 0.5  # seconds
_ASKED_EVERY = 0.1


class Attendance:
    """The worker's word on how far it is."""

    def __init__(self, job_id: int, own: BaseDatabaseWrapper) -> None:
        self._job_id = job_id
        self._own = own
        self._told_at = 0.0

    def tell(self, done: int, total: int) -> None:
        """Set how much is done. Cheap: most calls write nothing."""
        now = time.monotonic()
        if done < total and now - self._told_at < _TOLD_EVERY:
            return
        self._told_at = now
        self._write("done = %s, total = %s", done, total)

    def add(self, done: int) -> None:
        """Add to what is done, beside others who do the same."""
        self._write("done = least(done + %s, total)", done)

    def _write(self, assignments: str, *values: int) -> None:
        with self._own.cursor() as cursor:
            cursor.execute(
                f"UPDATE kb_ingestjob SET {assignments}, seen_at = now() WHERE id = %s",  # noqa: S608 - both of ours
                [*values, self._job_id],
            )

    def _enter(self, *, alone: bool) -> None:
        # Alone, with hands left over: those were killed, or they would hold the lock.
        hands = "attempts = attempts + (hands > 0)::int, hands = 1" if alone else "hands = hands + 1"
        self._write(hands)

    def _leave(self) -> None:
        self._write("hands = greatest(hands - 1, 0)")


@contextmanager
def attend(job_id: int, *, alone: bool, patience: float = 0) -> Iterator[Attendance | None]:
    """Be at a job for the block. None = someone is at it who does not go with us, also after `patience` seconds."""
    own = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        if not _lock(own, JOBS, job_id, alone=alone, patience=patience):
            yield None
            return
        attendance = Attendance(job_id, own)
        attendance._enter(alone=alone)
        try:
            with trail.on_behalf_of(trail.job_id, str(job_id)):
                yield attendance
        finally:
            attendance._leave()
    finally:
        _unlock(own)
        own.close()


@contextmanager
def held(what: int, pk: int) -> Iterator[bool]:
    """Be at a row of `what` alone for the block, without word of progress. False = someone is at it."""
    own = connections.create_connection(DEFAULT_DB_ALIAS)
    try:
        yield _lock(own, what, pk, alone=True, patience=0)
    finally:
        _unlock(own)
        own.close()


def attended(ids: Sequence[int], what: int = JOBS) -> set[int]:
    """Those of the jobs, or of the rows of `what`, that a living worker is at."""
    with connection.cursor() as cursor:
        cursor.execute(
            """
            SELECT objid FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objid = ANY(%s) AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
            """,
            [what, list(ids)],
        )
        return {row[0] for row in cursor.fetchall()}


def _lock(own: BaseDatabaseWrapper, what: int, pk: int, *, alone: bool, patience: float) -> bool:
    function = "pg_try_advisory_lock" if alone else "pg_try_advisory_lock_shared"
    until = time.monotonic() + patience
    while True:
        with own.cursor() as cursor:
            cursor.execute(f"SELECT {function}(%s, %s)", [what, pk])
            if cursor.fetchone()[0]:
                return True
        if time.monotonic() > until:
            return False
        time.sleep(_ASKED_EVERY)


def _unlock(own: BaseDatabaseWrapper) -> None:
    if own.connection is not None and own.is_usable():
        with own.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_unlock_all()")
