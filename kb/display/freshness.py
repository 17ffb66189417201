"""Tell in one small query whether what is shown has changed, without gathering it.

PostgreSQL marks each version of a row with the transaction that wrote it (`xmin`), so whoever writes, however, gives
the rows behind a page another stamp. The lists of a project change with its pins and jobs, since entries are written
with a pin alone; what ties an entry to its neighbours with any job, since how rare a word is counts over all projects.
Jobs are counted too: of two that end together, the one told later may have ended first.

Reading those marks is most of what a kept page costs, so it is done once for each state of the database. PostgreSQL
names that state (`pg_current_snapshot`: which transactions are seen), and gives it another name with every commit, also
to another database of the same server, whose commits cost a look at the marks and what is kept of searches. On a
standby the name leaves out what it should not, so the database must be a primary.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from psycopg import Cursor, OperationalError
from psycopg.pq import ExecStatus

MOST_STAMPS: Final = 4096

_SNAPSHOT: Final = b"SELECT pg_current_snapshot()"
_ENTRY: Final = """
SELECT concat_ws('|',
  e.xmin, e.ctid, p.xmin, p.ctid,
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_raisesite WHERE entry_id = e.id),
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_messagetemplate WHERE entry_id = e.id),
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_explanation WHERE entry_id = e.id),
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_pin WHERE project_id = e.project_id),
  (SELECT concat(count(*), max(ended_at)) FROM kb_ingestjob WHERE ended_at IS NOT NULL))
FROM kb_errorentry e JOIN kb_project p ON p.id = e.project_id
WHERE e.id = %s
"""
_PROJECT: Final = """
SELECT concat_ws('|',
  p.xmin, p.ctid,
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_pin WHERE project_id = p.id),
  (SELECT concat(count(*), max(ended_at)) FROM kb_ingestjob WHERE project_id = p.id AND ended_at IS NOT NULL))
FROM kb_project p
WHERE p.current_pin_id IS NOT NULL AND p.owner = %s AND p.name = %s
"""
_PROJECTS: Final = """
SELECT concat_ws('|',
  (SELECT string_agg(concat(p.xmin, p.ctid, c.xmin, c.ctid), ',' ORDER BY p.id)
   FROM kb_project p JOIN kb_pin c ON c.id = p.current_pin_id),
  (SELECT concat(count(*), max(ended_at)) FROM kb_ingestjob WHERE ended_at IS NOT NULL))
"""


def entry_stamp(entry_id: str) -> str | None:
    """What changes when anything does that the entry's page shows; None if no entry has this very id."""
    return _stamp(_ENTRY, entry_id)


def project_stamp(owner: str, name: str) -> str | None:
    """What changes when a pin of the project does, or a job of it has ended; None if no such project is shown."""
    return _stamp(_PROJECT, owner, name)


def projects_stamp() -> str | None:
    """What changes when a project's current pin does, or any job has ended."""
    return _stamp(_PROJECTS)


def database_stamp() -> str | None:
    """What changes with every commit. None inside a transaction, which sees what it has not committed."""
    return None if connection.in_atomic_block else _digest(_snapshot())


def search_stamp() -> str | None:
    """What changes with every commit, as what a search finds may; None where a search server answers, which changes
    without one."""
    return None if settings.MEILISEARCH_URL else database_stamp()


def _stamp(query: str, *key: str) -> str | None:
    if connection.in_atomic_block:
        marks = _asked(query, *key)
    else:
        marks = _marks(_snapshot(), query, *key)
    return None if marks is None else _digest(marks)


@lru_cache(maxsize=MOST_STAMPS)
def _marks(snapshot: str, query: str, *key: str) -> str | None:  # noqa: ARG001 - a part of the key
    # What is read may be newer than the snapshot by which it is kept, but never older.
    return _asked(query, *key)


def _snapshot() -> str:
    connection.ensure_connection()
    # A cursor of psycopg's takes five times as long as the server, and there is nothing to convert.
    with connection.wrap_database_errors:
        server = connection.connection.pgconn
        result = server.exec_(_SNAPSHOT)
        if result.status != ExecStatus.TUPLES_OK:
            raise OperationalError(server.get_error_message())
    return str(result.get_value(0, 0), "ascii")


def _asked(query: str, *key: str) -> str | None:
    """The one value that the query gives; None for no row."""
    connection.ensure_connection()
    # Django's own cursors can't prepare, and planning takes the server twice as long as answering does.
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        row = cursor.execute(query, key, prepare=True).fetchone()
    return None if row is None else str(row[0])


def _digest(marks: str) -> str:
    # Settings and code are part of what is shown too: other templates write other pages of the same rows.
    shown = f"{settings.VERSION}|{_running()}|{settings.SITE_URL}|{settings.REPORT_URL}|{marks}"
    return hashlib.blake2b(shown.encode(), digest_size=12).hexdigest()


@cache
def _running() -> str:
    """What this process writes pages with, read once: what is edited later, only another process runs."""
    return digest_of(settings.BASE_DIR / name for name in ("api", "kb", "templates"))


def digest_of(folders: Iterable[Path]) -> str:
    """Of the names and contents of all files below the folders but byte code, which differs from run to run."""
    digest = hashlib.blake2b(digest_size=12)
    for folder in folders:
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".pyc":
                content = path.read_bytes()
                digest.update(f"{path.relative_to(folder)}\0{len(content)}\0".encode())
                digest.update(content)
    return digest.hexdigest()
