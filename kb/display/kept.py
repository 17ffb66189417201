"""Keep rendered answers in this process's memory for as long as the facts that they were made of stand.

An answer is known by its address and its stamp (`kb.display.freshness`), so one that is out of date is never found
again; what was not asked for the longest goes first. It is made without the request, so that it can hold nothing of
who asked.
"""

from __future__ import annotations

import gzip
import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock
from typing import Final, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.utils.http import http_date

from kb.display.codings import CODINGS, WORTH_CODING, accepted

MOST_BYTES: Final = 32 * 1024 * 1024


class NotKept(Exception):
    """Raised by what makes an answer: `content` is one, but not as it should be, so it is sent and forgotten."""

    def __init__(self, content: bytes) -> None:
        super().__init__()
        self.content = content


class Body(NamedTuple):
    """Bytes by coding, "" for plain ones: either these alone, or every coding. `made_at` is in seconds since 1970."""

    coded: dict[str, bytes]
    made_at: float

    def fitting(self, codings: tuple[str, ...]) -> tuple[str, bytes]:
        """The coding to send, "" for none, and the bytes in it. Few take no coding, so theirs are not kept."""
        if "" in self.coded:
            return "", self.coded[""]
        return (codings[0], self.coded[codings[0]]) if codings else ("", gzip.decompress(self.coded["gzip"]))


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
            if name in self._bodies or _size(name, body) > self.most_bytes // 8:
                return
            self._bodies[name] = body
            self._size += _size(name, body)
            while self._size > self.most_bytes:
                self._size -= _size(*self._bodies.popitem(last=False))


kept: Final = Kept()


def kept_answer(
    request: HttpRequest, stamp: str | None, content_type: str, make: Callable[[], bytes], *, query: str = ""
) -> HttpResponse:
    """The answer at the request's path with `query`, which may depend on nothing but these, the host and the stamp.

    ConditionalGetMiddleware answers 304 from the headers that it is given here. Without a stamp nothing is kept.
    """
    address = f"{request.scheme}://{request.get_host()}{request.path}?{query}"
    try:
        if stamp is None:
            raise NotKept(make())
        body = kept.get(address, stamp, make)
    except NotKept as made:
        return HttpResponse(made.content, content_type=content_type)
    coding, content = body.fitting(accepted(request.headers.get("Accept-Encoding", "")))
    headers = {
        "ETag": f'W/"{stamp}"',
        "Cache-Control": "no-cache",  # keep it, but ask each time whether it still stands
        "Vary": "Accept-Encoding",
    }
    if coding:
        headers["Content-Encoding"] = coding
    # Dates count seconds: in the one in which it was made, another may have been made before it.
    if int(time.time()) > int(body.made_at):
        headers["Last-Modified"] = http_date(body.made_at)
    return HttpResponse(content, content_type=content_type, headers=headers)


def _size(name: tuple[str, str], body: Body) -> int:
    """Bytes, with those of the address, which a visitor may have made long."""
    return sum(map(len, name)) + sum(map(len, body.coded.values()))


def _body(plain: bytes) -> Body:
    made_at = time.time()
    if len(plain) <= WORTH_CODING:
        return Body({"": plain}, made_at)
    coded = {name: code(plain) for name, code in CODINGS.items()}
    return Body(coded if len(coded["gzip"]) < len(plain) else {"": plain}, made_at)
