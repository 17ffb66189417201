"""Questions about the files of a Pin -> their answers, from processes beside this one where they are many.

Decides how many processes, and from how much work on. Not by multiprocessing, whose processes a Celery worker's may not
start: each is `ingest.explain.child`, started anew, so that it shares no database connection. Answers come in the order
of the questions and depend on these alone: all is as if made here.
"""

from __future__ import annotations

import logging
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from itertools import chain, islice
from multiprocessing import Pipe
from pathlib import Path
from queue import SimpleQueue
from threading import Lock
from typing import Any, Final, Self

import msgspec

from ingest.explain.child import Setup
from ingest.explain.index import Index
from ingest.explain.questions import ANSWERS, Question, answer, weight
from ingest.machine import processors

logger = logging.getLogger(__name__)

# A process takes about as long to start as this many entries take here.
_WORTH_PROCESSES: Final = 600
_MOST: Final = 4  # processes: each takes some tens of megabytes and the compressed files, and one alone stores
_AHEAD: Final = 4  # answers for each that are waited for
_MOST_WAITING: Final = 1_000  # questions, most of them about nothing, that wait until it is known whether all are much
_TRIES: Final = 3
_ROOT: Final = Path(__file__).parents[2]


class NotStarted(Exception):
    """A process could not be started; or is not to be, since no one waits for it any more."""


class Beside:
    """Answers while the block lasts that it is entered for; `compressed` are all files of the Pin.

    Processes run `module`. They start when they are first asked, and stay.
    """

    def __init__(self, index: Index, compressed: Mapping[str, bytes], module: str = "ingest.explain.child") -> None:
        self._index, self._compressed, self._module = index, compressed, module
        self._count = min(processors(), _MOST)
        self._setup = b""
        self._idle: SimpleQueue[_Child | None] = SimpleQueue()
        for _ in range(self._count):
            self._idle.put(None)
        # Each waits for the answer of a process, and does nothing else.
        self._threads = ThreadPoolExecutor(self._count)
        self._living: set[_Child] = set()
        self._telling = Lock()  # of threads that fail at once, one says so
        self._is_over = self._count < 2

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._end_all()
        self._threads.shutdown()
        self._end_all()  # those that were just starting

    def _end_all(self) -> None:
        for child in list(self._living):
            self._bury(child)

    def answers(self, questions: Iterable[Question]) -> Iterator[Any]:
        """As `questions.answer` gives them, in order; None to what ended one process after the other."""
        questions = iter(questions)
        is_divided = bool(self._living)
        first: list[Question] = []
        while not is_divided and (first := list(islice(_little(questions), _MOST_WAITING))):
            is_divided = sum(map(weight, first)) >= _WORTH_PROCESSES
            if not is_divided:
                yield from self._here(first)
        if is_divided:
            yield from (self._here if self._is_over else self._divided)(chain(first, questions))

    def _here(self, questions: Iterable[Question]) -> Iterator[Any]:
        return (answer(question, self._index) for question in questions)

    def _divided(self, questions: Iterable[Question]) -> Iterator[Any]:
        self._setup = self._setup or msgspec.msgpack.encode(Setup(self._index.tables, dict(self._compressed)))
        asked: deque[tuple[Question, Future[object]]] = deque()
        for question in questions:
            asked.append((question, self._threads.submit(self._answer, question)))
            if len(asked) > self._count * _AHEAD:
                yield self._waited(*asked.popleft())
        while asked:
            yield self._waited(*asked.popleft())

    def _waited(self, question: Question, future: Future[object]) -> object:
        try:
            return future.result()
        except NotStarted:
            return answer(question, self._index)

    def _answer(self, question: Question) -> object:
        if not weight(question):
            return []
        asked = msgspec.msgpack.encode(question)
        child = self._idle.get()
        try:
            for _ in range(_TRIES):
                child = child or self._started()
                try:
                    return msgspec.msgpack.decode(child.answer(asked), type=ANSWERS[type(question)])
                except (EOFError, OSError):
                    self._bury(child)
                    child = None  # the next one is new: what ends that as well is this question
        finally:
            self._idle.put(child)
        logger.error("explaining %s ended its process", question.path)
        return None

    def _started(self) -> _Child:
        if self._is_over:
            raise NotStarted
        try:
            child = _Child(self._module)
        except OSError:
            raise self._not_started() from None
        self._living.add(child)
        if self._has_ended():
            self._bury(child)
            raise NotStarted
        try:
            child.answer(self._setup)
        except (EOFError, OSError):
            self._bury(child)
            raise self._not_started() from None
        return child

    def _has_ended(self) -> bool:
        """It may have since the thread looked last."""
        return self._is_over

    def _not_started(self) -> NotStarted:
        with self._telling:
            if not self._is_over:
                logger.exception("no process to explain in could be started")
            self._is_over = True
        return NotStarted()

    def _bury(self, child: _Child) -> None:
        """Once, whoever comes first: the thread that asks it, or the one that ends all."""
        with suppress(KeyError):
            self._living.remove(child)
            child.end()


def _little(questions: Iterator[Question]) -> Iterator[Question]:
    """As many as are worth processes together; the last of them may be much by itself."""
    work = 0
    while work < _WORTH_PROCESSES and (question := next(questions, None)):
        work += weight(question)
        yield question


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
