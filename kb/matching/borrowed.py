"""PURE: the frames that an error shows -> those down to the statement that raised it.

An exception that is given another one's traceback, as wrappers of database drivers do, shows the other's frames below
its own; where they begin, its own statement stands.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from kb.paste import PastedError, PastedFrame

_RAISES: Final = re.compile(r"\b(?:re)?raise(?:_\w*)?\b")
_WITH_TRACEBACK: Final = re.compile(r"\braise\b.{1,300}\.with_traceback\(", re.DOTALL)
MOST_BORROWED = 12


def own_frames(error: PastedError, others: Sequence[PastedError]) -> Sequence[PastedFrame]:
    """Without those that another error of the paste shows as all of its own, below a statement that raises; without
    another error, without those below a `raise ….with_traceback(…)` of the package that the exception is of."""
    frames = error.frames
    for other in others:
        count = len(other.frames)
        if other is error or not _are_chained(error, other) or not 0 < count < len(frames) or _is_same(error, other):
            continue
        if _places(frames[-count:]) == _places(other.frames) and _RAISES.search(frames[-count - 1].code):
            return frames[:-count]
    return _down_to_own_raise(error)


def _are_chained(one: PastedError, other: PastedError) -> bool:
    """Not two of a log that have nothing to do with each other: of a chain none is the only one."""
    return "only" not in (one.role, other.role)


def _is_same(one: PastedError, other: PastedError) -> bool:
    return (one.exc_type, one.exc_module, one.message) == (other.exc_type, other.exc_module, other.message)


def _places(frames: Sequence[PastedFrame]) -> list[tuple[str, int | None, str]]:
    return [(frame.path, frame.line, frame.function) for frame in frames]


def _down_to_own_raise(error: PastedError) -> Sequence[PastedFrame]:
    package = error.exc_module.partition(".")[0]
    near = error.frames[-MOST_BORROWED:]
    for depth, frame in enumerate(reversed(near) if package else ()):
        if depth and _WITH_TRACEBACK.search(frame.code) and package in re.split(r"[/\\]", frame.path):
            return error.frames[: len(error.frames) - depth]
        if _RAISES.search(frame.code):
            break
    return error.frames
