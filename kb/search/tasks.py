"""Celery entry points of search."""

from __future__ import annotations

import logging

from celery import shared_task

from kb.search import indexing
from kb.search.protocol import SearchFailed

logger = logging.getLogger(__name__)


@shared_task(ignore_result=True)
def heal() -> None:
    """Send the search server what it has missed. Scheduled, so a failure only waits for the next time."""
    try:
        indexing.heal()
    except SearchFailed as failed:
        logger.warning("Documents wait to be sent. %s", failed)
