"""Which backend answers: the one that is configured, else PostgreSQL."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from typing import TypeVar

from django.conf import settings

from kb.search.meilisearch.backend import MeilisearchBackend
from kb.search.meilisearch.breaker import Breaker
from kb.search.meilisearch.gateway import ASKING_SECONDS, Gateway
from kb.search.postgres import PostgresBackend
from kb.search.protocol import Backend, SearchFailed

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")


def answering(ask: Callable[[Backend], Answer]) -> tuple[Answer | None, bool]:
    """The first answer of the backends, and whether it is not the usual one's. None: none of them answered."""
    degraded = False
    for backend in in_order():
        try:
            return ask(backend), degraded
        except SearchFailed as failed:
            degraded = True
            logger.info("Search on %s failed: %s", backend.name, failed)
    return None, True


def is_degraded() -> bool:
    """Whether a search server is configured that was last seen failing."""
    server = search_server()
    return isinstance(server, MeilisearchBackend) and server.breaker.is_open


def in_order() -> list[Backend]:
    server = search_server()
    return [server, PostgresBackend()] if server else [PostgresBackend()]


def search_server() -> Backend | None:
    """The one that is configured, if any; its connections and its breaker live as long as the process."""
    if not settings.MEILISEARCH_URL:
        return None
    return _search_server(settings.MEILISEARCH_URL, settings.MEILISEARCH_SEARCH_KEY)


@cache
def _search_server(url: str, key: str) -> Backend:
    return MeilisearchBackend(Gateway(url, key, seconds=ASKING_SECONDS), Breaker())
