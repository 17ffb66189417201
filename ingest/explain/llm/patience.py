"""Asks again where that may help, and finds out in which form a server answers.

Shared by the threads of a run: where the server tells one to wait, all do.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable
from threading import Event
from typing import Final

from ingest.explain.llm.client import LlmFailed, Reply

logger = logging.getLogger(__name__)

ATTEMPTS: Final = 5
FIRST_PAUSE: Final = 1.0
LONGEST_PAUSE: Final = 120.0
FORMS: Final = ("json_schema", "json_object", "text")

Ask = Callable[[str], Reply]  # takes the form in which the answer is to come


class Patience:
    """`answers_as` is the form that the server is known to take, "" if that is to be found out.

    Set `stopped` to have all who wait give up.
    """

    def __init__(self, answers_as: str = "", *, first_pause: float = FIRST_PAUSE) -> None:
        self.answers_as = answers_as
        self.stopped = Event()
        self._first_pause = first_pause
        self._not_before = 0.0

    def ask(self, ask: Ask) -> Reply:
        """The reply, after as many tries as it takes. Raises LlmFailed."""
        refused: LlmFailed | None = None
        for form in (self.answers_as,) if self.answers_as else FORMS:
            try:
                reply = self._repeated(ask, form)
            except LlmFailed as failed:
                # Once an answer came in a form, it is the question that is refused.
                if self.answers_as or not failed.is_refused:
                    raise
                logger.warning("The LLM's server refuses an answer as %s: %s", form, failed)
                refused = failed
            else:
                self.answers_as = form
                return reply
        raise refused or LlmFailed("no form to ask in")

    def _repeated(self, ask: Ask, form: str) -> Reply:
        for attempt in range(1, ATTEMPTS + 1):
            self._wait()
            try:
                return ask(form)
            except LlmFailed as failed:
                if not failed.heals or attempt == ATTEMPTS:
                    raise
                pause = failed.pause
                if pause is None:
                    pause = self._first_pause * 2 ** (attempt - 1) * random.uniform(0.5, 1.0)  # noqa: S311 - jitter
                if pause > LONGEST_PAUSE:
                    raise LlmFailed(f"{failed}; it asks to wait for {pause:,.0f} s", is_hopeless=True) from failed
                self._not_before = max(self._not_before, time.monotonic() + pause)
        raise AssertionError("attempts is at least one")

    def _wait(self) -> None:
        while (left := self._not_before - time.monotonic()) > 0 and not self.stopped.is_set():
            self.stopped.wait(left)
        if self.stopped.is_set():
            raise LlmFailed("the run was stopped")
