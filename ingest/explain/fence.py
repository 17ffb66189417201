"""What reads or explains upstream's code -> its result, or None where it went wrong: the one broad except for all.

Whatever a hostile file brings about (too deep, too large, a fault of ours that it has found) costs what is being read
alone, never the Pin its job. It is logged, so that a fault does not stay unseen.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from celery.exceptions import SoftTimeLimitExceeded

logger = logging.getLogger(__name__)
_Made = TypeVar("_Made")


def fenced(make: Callable[[], _Made], place: str) -> _Made | None:
    """What `make` gives; None if it raised anything but the end of the task's time. `place` is for the log."""
    try:
        return make()
    except SoftTimeLimitExceeded:
        raise
    except Exception:
        logger.exception("explaining failed at %s", place)
        return None
