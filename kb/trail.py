"""For whom this thread is at work: the request and the job whose ids stand beside what it logs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

request_id: ContextVar[str] = ContextVar("request_id", default="")
job_id: ContextVar[str] = ContextVar("job_id", default="")


@contextmanager
def on_behalf_of(kind: ContextVar[str], known_as: str) -> Iterator[None]:
    before = kind.set(known_as)
    try:
        yield
    finally:
        kind.reset(before)
