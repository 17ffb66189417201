"""SearchDocuments -> the server's index, so that it ends up saying what PostgreSQL says, whatever failed on the way.

A row whose `sent_at` is behind its `written_at` has not arrived: that is the queue of updates. It is emptied after each
pin and by a task on schedule, and a row leaves it only when the server says that its task succeeded. A rebuild is made
in an index aside, compared, and swapped in; what changed meanwhile is still in the queue and follows.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime

from django.db import connection
from django.utils import timezone

from kb.models import Project, SearchDocument
from kb.models.search import UNSENT
from kb.search.documents import read
from kb.search.meilisearch.documents import document
from kb.search.meilisearch.gateway import Gateway
from kb.search.meilisearch.index_settings import SETTINGS
from kb.search.protocol import SearchFailed

logger = logging.getLogger(__name__)

BATCH = 2000
_LOCK = 7_290_163_541  # advisory: one process at a time writes to the server
Progress = Callable[[int, int], None]


def push(gateway: Gateway) -> int:
    """Send what has not arrived yet; returns how many documents. Raises SearchFailed; the rest stays in the queue."""
    sent = 0
    with _alone() as is_alone:
        if not is_alone:
            return 0
        _ensure_index(gateway, gateway.index)
        while batch := list(
            SearchDocument.objects.filter(UNSENT).order_by("pk").values_list("pk", "written_at")[:BATCH]
        ):
            _send(gateway, gateway.index, [entry_id for entry_id, _ in batch])
            _arrived(batch)
            sent += len(batch)
    return sent


def rebuild(gateway: Gateway, progress: Progress | None = None) -> int:
    """Make the index anew beside the one in use, then put it in its place. Raises SearchFailed; the old one stays."""
    with _alone() as is_alone:
        if not is_alone:
            raise SearchFailed("another process is at work on the search server's index")
        began = timezone.now()
        _drop(gateway, gateway.aside)
        _ensure_index(gateway, gateway.aside)
        total = SearchDocument.objects.count()
        done = 0
        for ids in _all_ids():
            _send(gateway, gateway.aside, ids)
            done += len(ids)
            if progress:
                progress(done, max(done, total))
        _check_count(gateway, gateway.aside, done)
        _ensure_index(gateway, gateway.index)
        swap = gateway.call(
            lambda client: client.http.post("swap-indexes", [{"indexes": [gateway.index, gateway.aside]}])
        )
        gateway.finish([swap["taskUid"]])
        SearchDocument.objects.filter(written_at__lt=began).update(sent_at=began)
        _drop(gateway, gateway.aside)
    return done


def heal(gateway: Gateway) -> int:
    """Send what is waiting, and take out of the index what PostgreSQL no longer has."""
    sent = push(gateway)
    if _count(gateway, gateway.index) != SearchDocument.objects.count():
        _delete_lost_projects(gateway)
        if _count(gateway, gateway.index) != SearchDocument.objects.count():
            logger.warning("The search server's index differs from the database; it is made anew.")
            sent += rebuild(gateway)
    return sent


@contextmanager
def _alone() -> Iterator[bool]:
    """Whether this process got the lock, which it holds within the block."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [_LOCK])
        (got,) = cursor.fetchone()
    try:
        yield got
    finally:
        if got:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [_LOCK])


def _ensure_index(gateway: Gateway, index: str) -> None:
    """Settings before documents, or everything is indexed twice."""

    if not _exists(gateway, index):
        created = gateway.call(lambda client: client.http.post("indexes", {"uid": index, "primaryKey": "id"}))
        gateway.finish([created["taskUid"]])
        task = gateway.call(lambda client: client.http.patch(f"indexes/{index}/settings", SETTINGS))
        gateway.finish([task["taskUid"]])


def _exists(gateway: Gateway, index: str) -> bool:
    answer = gateway.call(lambda client: client.http.get("indexes?limit=1000"))
    return any(found["uid"] == index for found in answer["results"])


def _drop(gateway: Gateway, index: str) -> None:
    if _exists(gateway, index):
        gateway.finish([gateway.call(lambda client: client.http.delete(f"indexes/{index}"))["taskUid"]])


def _send(gateway: Gateway, index: str, ids: Sequence[str]) -> None:
    lines = "\n".join(json.dumps(document(said), ensure_ascii=False) for said in read(ids)).encode()
    if lines:
        path = f"indexes/{index}/documents"
        task = gateway.call(lambda client: client.http.post(path, lines, content_type="application/x-ndjson"))
        gateway.finish([task["taskUid"]])


def _arrived(batch: Sequence[tuple[str, datetime]]) -> None:
    """Only where the row still says what was sent."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE kb_searchdocument d SET sent_at = d.written_at FROM unnest(%s::text[], %s::timestamptz[]) s(id, at)"
            " WHERE d.entry_id = s.id AND d.written_at = s.at",
            [[entry_id for entry_id, _ in batch], [at for _, at in batch]],
        )


def _all_ids() -> Iterator[list[str]]:
    last = ""
    while ids := list(SearchDocument.objects.filter(pk__gt=last).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        yield ids
        last = ids[-1]


def _count(gateway: Gateway, index: str) -> int:
    return int(gateway.call(lambda client: client.http.get(f"indexes/{index}/stats"))["numberOfDocuments"])


def _check_count(gateway: Gateway, index: str, expected: int) -> None:
    if (found := _count(gateway, index)) != expected:
        raise SearchFailed(f"Meilisearch: the new index holds {found} of {expected} documents")


def _delete_lost_projects(gateway: Gateway) -> None:
    slugs = ", ".join(json.dumps(project.slug) for project in Project.objects.only("owner", "name"))
    body = {"filter": f"project NOT IN [{slugs}]"}
    task = gateway.call(lambda client: client.http.post(f"indexes/{gateway.index}/documents/delete", body))
    gateway.finish([task["taskUid"]])
