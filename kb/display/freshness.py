"""Tell in one query whether what is shown of an entry has changed, without gathering it.

PostgreSQL marks each version of a row with the transaction that wrote it (`xmin`), so whoever writes, however, gives
the rows behind a page another stamp. What ties an entry to its neighbours changes with the project's pins and jobs.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import connection
from psycopg import Cursor

_ENTRY: Final = """
SELECT concat_ws('|',
  e.xmin, e.ctid, p.xmin, p.ctid,
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_raisesite WHERE entry_id = e.id),
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_messagetemplate WHERE entry_id = e.id),
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_explanation WHERE entry_id = e.id),
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_pin WHERE project_id = e.project_id),
  (SELECT max(ended_at) FROM kb_ingestjob WHERE project_id = e.project_id))
FROM kb_errorentry e JOIN kb_project p ON p.id = e.project_id
WHERE e.id = %s
"""
_PROJECT: Final = """
SELECT concat_ws('|',
  p.xmin, p.ctid,
  (SELECT string_agg(concat(xmin, ctid), ',' ORDER BY id) FROM kb_pin WHERE project_id = p.id),
  (SELECT max(ended_at) FROM kb_ingestjob WHERE project_id = p.id))
FROM kb_project p
WHERE p.id = %s
"""


def entry_stamp(entry_id: str) -> str | None:
    """What changes when anything does that the entry's page shows; None if no entry has this very id."""
    return _stamp(_ENTRY, entry_id)


def project_stamp(project_id: int) -> str | None:
    """What changes when a pin of the project does, or a job of it has ended."""
    return _stamp(_PROJECT, project_id)


def _stamp(query: str, key: str | int) -> str | None:
    connection.ensure_connection()
    # Django's own cursors can't prepare, and planning takes the server twice as long as answering does.
    with connection.wrap_database_errors, Cursor(connection.connection) as cursor:
        row = cursor.execute(query, [key], prepare=True).fetchone()
    if row is None:
        return None
    # Settings and code are part of what is shown too: other templates write other pages of the same rows.
    shown = f"{settings.VERSION}|{_running()}|{settings.SITE_URL}|{settings.REPORT_URL}|{row[0]}"
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
