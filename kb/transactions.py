"""Transactions of work that is simply done again if the machine fails."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction


@contextmanager
def repeatable() -> Iterator[None]:
    """A transaction that does not wait for the disk. If the machine fails within the moment after it, the work is lost
    with every later one, as if it had not been begun yet: for steps of a job, whose end is waited for. Within another
    transaction that one does not wait either.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL synchronous_commit TO off")
        yield
