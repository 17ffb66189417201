"""Give each request an id, log it, count it: the outermost middleware.

A query string may hold what somebody searched for, and a body what they pasted; neither is logged.
"""

from __future__ import annotations

import logging
import re
import time
import uuid
from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponseBase

from kb import trail
from kb.config import metrics
from kb.display.visible import visible

logger = logging.getLogger("raised.requests")
Answer = Callable[[HttpRequest], HttpResponseBase]

# A client's own id is kept if it can stand in a header and a log as it is.
_FIT: Final = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LONGEST_PATH: Final = 300


def told(answer: Answer) -> Answer:
    """Django's middleware: `answer` with X-Request-ID taken over or made, and said again in the response."""

    def middleware(request: HttpRequest) -> HttpResponseBase:
        given = request.headers.get("X-Request-ID", "")
        known_as = given if _FIT.fullmatch(given) else uuid.uuid4().hex
        began = time.perf_counter()
        with trail.on_behalf_of(trail.request_id, known_as):
            response = answer(request)
            seconds = time.perf_counter() - began
            _tell(request, response, seconds)
        response["X-Request-ID"] = known_as
        return response

    return middleware


def _tell(request: HttpRequest, response: HttpResponseBase, seconds: float) -> None:
    match = request.resolver_match
    metrics.count(request.method or "", match.view_name if match else "", response.status_code, seconds)
    if logger.isEnabledFor(logging.INFO):
        path = visible(request.path[:_LONGEST_PATH]).replace("\n", "\u240a")
        logger.info("%s %s %d %.1f ms", request.method, path, response.status_code, 1000 * seconds)
