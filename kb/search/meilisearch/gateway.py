"""The one door to the server: the official client with what it lacks.

It has no timeouts, no retries, and headers that threads sharing it would overwrite; its errors are of five kinds. Here
every call ends in time, calls that may be repeated are, each thread has a client of its own, and all that can go
wrong is SearchFailed. Messages of the server are not handed on: they may quote what was searched for.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeVar

from django.conf import settings
from meilisearch import Client
from meilisearch.errors import MeilisearchApiError, MeilisearchError, MeilisearchTimeoutError

from kb.search.protocol import SearchFailed

ASKING_SECONDS = 1.0  # a person waits; PostgreSQL answers instead
WRITING_SECONDS = 60.0
TASK_SECONDS = 3600.0
LONGEST_PAUSE = 10.0
_HEALS = frozenset({429, 500, 502, 503, 504})  # statuses that a later try may not meet again

Result = TypeVar("Result")


class Gateway:
    """Calls to one server. `seconds` bounds each request, `attempts` how often it is made.

    `index` is the index in use, `aside` where a new one is made before it is swapped in.
    """

    def __init__(self, url: str, key: str, *, seconds: float, attempts: int = 1) -> None:
        self.url = url
        self.index = settings.MEILISEARCH_INDEX
        self.aside = f"{self.index}_new"
        self._key = key
        self._seconds = seconds
        self._attempts = attempts
        self._own = threading.local()

    @classmethod
    def writing(cls) -> Gateway:
        """For indexing, from workers and commands: patient."""
        return cls(settings.MEILISEARCH_URL, settings.MEILISEARCH_KEY, seconds=WRITING_SECONDS, attempts=5)

    @property
    def _client(self) -> Client:
        if not hasattr(self._own, "client"):
            self._own.client = Client(self.url, self._key or None, timeout=self._seconds)  # type: ignore[arg-type]
        client: Client = self._own.client
        return client

    def call(self, ask: Callable[[Client], Result]) -> Result:
        """What `ask` answers, tried again where that may help. Raises SearchFailed."""
        for attempt in range(1, self._attempts + 1):
            try:
                return ask(self._client)
            except (MeilisearchError, OSError, ValueError) as error:  # OSError: what its HTTP library raises
                if attempt == self._attempts or not _may_heal(error):
                    raise SearchFailed(_said(error)) from error
                time.sleep(min(LONGEST_PAUSE, 0.2 * 2**attempt) * random.uniform(0.5, 1.0))  # noqa: S311 - jitter
        raise AssertionError("attempts is at least one")

    def finish(self, task_uids: Iterable[int]) -> None:
        """Wait until the server has done all of these tasks: accepted means nothing yet. Raises SearchFailed."""
        deadline = time.monotonic() + TASK_SECONDS
        for uid in task_uids:
            pause = 0.01
            while (status := self._status(uid)) in ("enqueued", "processing"):
                if time.monotonic() > deadline:
                    raise SearchFailed("Meilisearch: a task did not end in time")
                time.sleep(pause)
                pause = min(1.0, pause * 1.5)
            if status != "succeeded":
                raise SearchFailed(f"Meilisearch: a task ended as {status}")

    def _status(self, uid: int) -> str:
        # Not the client's own model or wait: they stumble over fields that they do not know, and over "canceled".
        answer = self.call(lambda client: client.http.get(f"tasks/{uid}"))
        return str(answer.get("status"))

    def search(self, queries: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
        """The answers to several queries in one request."""
        asked = [{"indexUid": self.index, **query} for query in queries]
        answer = self.call(lambda client: client.http.post("multi-search", {"queries": asked}))
        results: list[dict[str, Any]] = answer["results"]
        return results


def _may_heal(error: Exception) -> bool:
    return not isinstance(error, MeilisearchApiError) or error.status_code in _HEALS


def _said(error: Exception) -> str:
    if isinstance(error, MeilisearchApiError):
        return f"Meilisearch: HTTP {error.status_code} {error.code or ''}".strip()
    if isinstance(error, MeilisearchTimeoutError):
        return "Meilisearch: no answer in time"
    return f"Meilisearch: {type(error).__name__}"
