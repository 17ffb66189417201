"""A process that answers questions for `ingest.explain.beside`, by the connection it is given.

Knows no database. It ends when its owner does, or where an answer takes too long.
"""

from __future__ import annotations

import signal
import sys
import zlib
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import NamedTuple

import msgspec

from ingest.explain.index import Index
from ingest.explain.questions import Question, answer
from ingest.explain.saying import undisturbed
from ingest.explain.tables import Tables

LONGEST = 300  # seconds for one answer: the entries of a file take a few of them at most


class Setup(NamedTuple):
    """What comes first: the Pin's files, `compressed` as SourceBlob has them, and where what they define is."""

    tables: Tables
    compressed: dict[str, bytes]


def serve(connection: Connection) -> None:
    setup = msgspec.msgpack.decode(connection.recv_bytes(), type=Setup)
    connection.send_bytes(b"")
    index = Index(lambda path: _unpacked(setup.compressed.get(path)), setup.tables)
    while True:
        question: Question = msgspec.msgpack.decode(connection.recv_bytes(), type=Question)
        # Its owner may end meanwhile, which nothing tells while it works.
        signal.alarm(LONGEST)
        answered = msgspec.msgpack.encode(answer(question, index))
        signal.alarm(0)
        connection.send_bytes(answered)


def _unpacked(compressed: bytes | None) -> bytes | None:
    return None if compressed is None else zlib.decompress(compressed)


def main() -> None:
    with undisturbed(), suppress(EOFError, OSError):
        serve(Connection(int(sys.argv[1])))


if __name__ == "__main__":
    main()
