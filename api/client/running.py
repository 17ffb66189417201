"""`raised run -- COMMAND`: run it as if alone, and say what raised its error should it fail.

Its output, its input and its end are passed on as they are; only standard error goes through us, to keep its last part.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Sequence
from typing import IO, Final

from api.client.asking import MOST_BYTES

NOT_FOUND: Final = 127
NOT_RUN: Final = 126
# Whoever the command left running may hold its standard error open.
_WAIT_FOR_REST: Final = 1.0  # seconds


class Tail:
    """The last MOST_BYTES of what was put in."""

    def __init__(self) -> None:
        self._parts: deque[bytes] = deque()
        self._size = 0

    def put(self, part: bytes) -> None:
        self._parts.append(part)
        self._size += len(part)
        while self._size - len(self._parts[0]) >= MOST_BYTES:
            self._size -= len(self._parts.popleft())

    def text(self) -> str:
        return b"".join(self._parts).decode(errors="replace")


def run(command: Sequence[str]) -> tuple[int, str]:
    """The command's exit status, as a shell gives it, and the end of its standard error."""
    tail = Tail()
    try:
        # The terminal's signals reach the command by itself; we stay, to say how it ended.
        before = signal.signal(signal.SIGINT, lambda *_: None)
        child = subprocess.Popen(command, stderr=subprocess.PIPE)
    except FileNotFoundError:
        sys.stderr.write(f"raised: {command[0]}: command not found\n")
        return NOT_FOUND, ""
    except OSError as failed:
        sys.stderr.write(f"raised: {command[0]}: {failed.strerror}\n")
        return NOT_RUN, ""
    signal.signal(signal.SIGTERM, lambda *_: child.terminate())
    assert child.stderr is not None  # noqa: S101 - asked for above
    reader = threading.Thread(target=_pass_on, args=(child.stderr, tail), daemon=True)
    reader.start()
    status = child.wait()
    reader.join(_WAIT_FOR_REST)
    signal.signal(signal.SIGINT, before)
    return (128 - status if status < 0 else status), tail.text()


def _pass_on(stream: IO[bytes], tail: Tail) -> None:
    while part := os.read(stream.fileno(), 65536):
        sys.stderr.buffer.write(part)
        sys.stderr.buffer.flush()
        tail.put(part)
