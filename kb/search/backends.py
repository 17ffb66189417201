"""Which backend answers: the one that is configured, else PostgreSQL."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

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
            logger.warning("Search on %s failed: %s", backend.name, failed)
    return None, True


def in_order() -> list[Backend]:
    return [PostgresBackend()]
