"""A server that fails is left alone for a while, so that a search does not wait for it each time."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import TypeVar

from kb.search.protocol import SearchFailed

logger = logging.getLogger(__name__)

Answer = TypeVar("Answer")


class Breaker:
    """Opens after `failures` in a row; then one call in `seconds` tries again, and closes it when that succeeds."""

    def __init__(
        self, *, failures: int = 2, seconds: float = 15.0, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most = failures
        self._seconds = seconds
        self._clock = clock
        self._lock = threading.Lock()
        self._failures = 0
        self._next_try = 0.0

    @property
    def is_open(self) -> bool:
        """Whether it has failed that often, and not answered since."""
        with self._lock:
            return self._failures >= self._most

    def run(self, ask: Callable[[], Answer]) -> Answer:
        """What `ask` answers. Raises SearchFailed as it does, or at once while open."""
        self._enter()
        try:
            answer = ask()
        except SearchFailed as failed:
            self._failed(failed)
            raise
        self._succeeded()
        return answer

    def _enter(self) -> None:
        with self._lock:
            if self._failures < self._most:
                return
            now = self._clock()
            if now < self._next_try:
                raise SearchFailed("left alone after failures")
            self._next_try = now + self._seconds

    def _failed(self, failed: SearchFailed) -> None:
        with self._lock:
            self._failures += 1
            if self._failures == self._most:
                self._next_try = self._clock() + self._seconds
                logger.warning("PostgreSQL answers searches for now. %s", failed)

    def _succeeded(self) -> None:
        with self._lock:
            if self._failures >= self._most:
                logger.warning("The search server answers again.")
            self._failures = 0
