"""What the machine gives to this process."""

from __future__ import annotations

import os


def processors() -> int:
    """How many it may run on."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
