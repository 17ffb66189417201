"""The entries of a Pin, file by file -> what there is to say of each, in processes beside this one where they are many.

Decides how many processes, and from how many entries on. Not by multiprocessing, whose processes a Celery worker's may
not start: each is `ingest.explain.child`, started anew, so that it shares no database connection. What it says depends
on what it is asked alone, and answers are given in the order of the questions: all is as if made here.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from multiprocessing import Pipe
from pathlib import Path
from queue import SimpleQueue
from typing import Final

import msgspec

from ingest.explain.child import Question, Setup
from ingest.explain.index import Index
from ingest.explain.saying import Row, Said, said, said_of_rows
from ingest.machine import processors

logger = logging.getLogger(__name__)

# A process takes about as long to start as this many entries take here.
_WORTH_PROCESSES: Final = 600
_MOST: Final = 4  # processes: each takes some tens of megabytes and the compressed files, and one alone stores
_AHEAD: Final = 4  # files for each that are waited for
_TRIES: Final = 3
_ROOT: Final = Path(__file__).parents[2]

Files = Iterable[tuple[str, list[Row]]]


class NotStarted(Exception):
    """A process that explains could not be started; or is not to be, since no one waits for it any more."""


@contextmanager
def divided(index: Index, compressed: Mapping[str, bytes], files: Files) -> Iterator[Iterator[list[Said]]]:
    """Gives what there is to say of the entries of each of `files`; `compressed` are all files of the Pin."""
    files = iter(files)
    first: list[tuple[str, list[Row]]] = []
    while sum(len(rows) for _, rows in first) < _WORTH_PROCESSES and (file := next(files, None)):
        first.append(file)
    files = chain(first, files)
    if processors() > 1 and sum(len(rows) for _, rows in first) >= _WORTH_PROCESSES:
        with ended(Children(index, compressed, min(processors(), _MOST))) as children:
            yield children.said(files)
    else:
        yield (said(index, path, rows) if rows else [] for path, rows in files)


@contextmanager
def ended(children: Children) -> Iterator[Children]:
    """They live for the block."""
    try:
        yield children
    finally:
        children.end()


class Children:
    """Processes that explain, started when they are first asked; `module` is what they run."""

    def __init__(
        self, index: Index, compressed: Mapping[str, bytes], count: int, module: str = "ingest.explain.child"
    ) -> None:
        self._index, self._count, self._module = index, count, module
        self._setup = msgspec.msgpack.encode(Setup(index.tables, dict(compressed)))
        self._idle: SimpleQueue[_Child | None] = SimpleQueue()
        for _ in range(count):
            self._idle.put(None)
        # Each waits for the answer of a process, and does nothing else.
        self._threads = ThreadPoolExecutor(count)
        self._living: set[_Child] = set()
        self._is_over = False

    def said(self, files: Files) -> Iterator[list[Said]]:
        """In their order. Where no process starts, the rest is explained here."""
        asked: deque[tuple[str, list[Row], Future[list[Said]]]] = deque()
        for path, rows in files:
            asked.append((path, rows, self._threads.submit(self._answer, path, rows)))
            if len(asked) > self._count * _AHEAD:
                yield self._waited(*asked.popleft())
        while asked:
            yield self._waited(*asked.popleft())

    def end(self) -> None:
        self._is_over = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        for child in list(self._living):
            child.end()
        self._threads.shutdown()

    def _waited(self, path: str, rows: list[Row], answer: Future[list[Said]]) -> list[Said]:
        try:
            return answer.result()
        except NotStarted:
            return said(self._index, path, rows)

    def _answer(self, path: str, rows: list[Row]) -> list[Said]:
        """A file that ends one process after the other costs what its code says, and not the Pin its job."""
        if not rows:
            return []
        question = msgspec.msgpack.encode(Question(path, rows))
        child = self._idle.get()
        try:
            for _ in range(_TRIES):
                child = child or self._started()
                try:
                    return msgspec.msgpack.decode(child.answer(question), type=list[Said])
                except (EOFError, OSError):
                    self._bury(child)
                    child = None  # the next one is new: what ends that as well is this question
        finally:
            self._idle.put(child)
        logger.error("explaining %s ended its process", path)
        return said_of_rows(rows)

    def _started(self) -> _Child:
        if self._is_over:
            raise NotStarted
        try:
            child = _Child(self._module)
        except OSError:
            raise self._not_started() from None
        self._living.add(child)
        try:
            child.answer(self._setup)
        except (EOFError, OSError):
            self._bury(child)
            raise self._not_started() from None
        return child

    def _not_started(self) -> NotStarted:
        if not self._is_over:
            logger.exception("no process to explain in could be started")
        self._is_over = True
        return NotStarted()

    def _bury(self, child: _Child) -> None:
        self._living.discard(child)
        child.end()


class _Child:
    """A process, and the connection to it."""

    def __init__(self, module: str) -> None:
        self._connection, theirs = Pipe()
        with theirs:
            # In a session of its own: what is typed to end this process does not reach it, that this one ended does.
            self._process = subprocess.Popen(
                [sys.executable, "-m", module, str(theirs.fileno())],
                cwd=_ROOT,
                stdin=subprocess.DEVNULL,
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )

    def answer(self, question: bytes) -> bytes:
        """EOFError or OSError if the process has ended."""
        self._connection.send_bytes(question)
        return self._connection.recv_bytes()

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        self._connection.close()
