"""What the machine gives to this process, and how sparingly it is used."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from contextlib import contextmanager


def processors() -> int:
    """How many it may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def rarely_collected() -> Iterator[None]:
    """What a Pin is made of, facts and trees of code, is many objects and hardly a cycle: looking through all of them
    for cycles again and again takes a quarter to a third of the time.
    """
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)
