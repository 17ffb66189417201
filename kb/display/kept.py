"""Keep rendered answers in this process's memory for as long as the facts that they were made of stand.

An answer is known by its address and its stamp (`kb.display.freshness`), so one that is out of date is never found
again; what was not asked for the longest goes first.
"""

from __future__ import annotations

import gzip
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_vary_headers

MOST_BYTES: Final = 32 * 1024 * 1024
# A packet holds it all anyway.
WORTH_COMPRESSING: Final = 1000


class Body(NamedTuple):
    """`compressed` is the same with gzip, empty where that brings nothing."""

    plain: bytes
    compressed: bytes

    @property
    def size(self) -> int:
        return len(self.plain) + len(self.compressed)


class Kept:
    """Bodies by (key, stamp), at most `most_bytes` of them; may be used by several threads."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self.most_bytes = most_bytes
        self._bodies: OrderedDict[tuple[str, str], Body] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, key: str, stamp: str, make: Callable[[], bytes]) -> Body:
        """What is kept, or what `make` makes now."""
        with self._lock:
            body = self._bodies.get((key, stamp))
            if body:
                self._bodies.move_to_end((key, stamp))
                return body
        # Made outside of the lock: two threads may make the same, none waits for another.
        body = _body(make())
        self._keep((key, stamp), body)
        return body

    def clear(self) -> None:
        with self._lock:
            self._bodies.clear()
            self._size = 0

    def _keep(self, name: tuple[str, str], body: Body) -> None:
        with self._lock:
            if name in self._bodies or body.size > self.most_bytes // 8:
                return
            self._bodies[name] = body
            self._size += body.size
            while self._size > self.most_bytes:
                self._size -= self._bodies.popitem(last=False)[1].size


kept: Final = Kept()


def kept_answer(request: HttpRequest, stamp: str, content_type: str, make: Callable[[], bytes]) -> HttpResponse:
    """The answer at the request's path, which must depend on nothing but that, the host and the stamp.

    ConditionalGetMiddleware answers 304 from the ETag that it is given here.
    """
    body = kept.get(request.build_absolute_uri(request.path), stamp, make)
    is_compressed = bool(body.compressed) and "gzip" in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(body.compressed if is_compressed else body.plain, content_type=content_type)
    if is_compressed:
        response["Content-Encoding"] = "gzip"
    response["ETag"] = f'W/"{stamp}"'
    response["Cache-Control"] = "no-cache"  # keep it, but ask each time whether it still stands
    patch_vary_headers(response, ["Accept-Encoding"])
    return response


def _body(plain: bytes) -> Body:
    return Body(plain, gzip.compress(plain, 6, mtime=0) if len(plain) > WORTH_COMPRESSING else b"")
