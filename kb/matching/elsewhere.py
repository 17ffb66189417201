"""PURE: the frames of an error and a candidate -> whether they show that another statement raised it.

Where the innermost frame stands right above the error's last line, it is where the error was raised, unless code
without frames raised it from there: so an installed file of another package speaks against a statement whatever the
words, since copies and forks say the same. A file of the user's own may have called the statement, of which the paste
then lacks the frame; a file that has no more than its name in common with the statement's is perhaps a copy of it.
"""

from __future__ import annotations

import re
from typing import Final

from kb.matching.asked import Asked, Frame
from kb.matching.candidates import Row
from kb.matching.raising import raises
from kb.matching.ranking import Rated, is_of_project
from kb.paste import language_of
from kb.search.places import common_suffix, standard_part

_MAKES: Final = re.compile(r"\braise\s+(?:\w+\.){0,9}_?[A-Z]\w*\(")
_COMPILED: Final = (".pyx", ".pxi", ".pxd")
# What people and tools write for folders that they leave out.
_LEFT_OUT: Final = frozenset({"...", "…", "[...]", "<...>", "***"})


def why_elsewhere(asked: Asked, rated: Rated) -> str:
    """What the innermost frame shows against the statement, as a phrase for a person; "" if nothing. One of the same
    project may have stood there once, and from one of another project frames may have been cut away."""
    innermost = asked.frames[0] if asked.frames else None
    if innermost is None or _is_handed_there(innermost, rated.row):
        return ""
    if language_of(innermost.parts[-1]) not in ("", language_of(rated.row.parts[-1] if rated.row.parts else "")):
        return "the innermost frame is of another language"
    file = "/".join(innermost.parts[-2:])
    if innermost.parts[-1].endswith(_COMPILED) and asked.error.ends_in_frame:
        return f"the innermost frame stands in {file}, which is compiled"
    if _is_of_another_package(asked, innermost, rated.row):
        return f"the innermost frame stands in {file}, of another package"
    if _is_like(innermost, rated.row) and not rated.has_line and not _is_named(asked, rated.row):
        return f"the innermost frame stands in {file}, which may be another file of that name"
    if innermost.code and _raised_itself(asked, innermost, rated):
        return f"the innermost frame stands in {file}, and shows its line"
    return ""


def _is_handed_there(innermost: Frame, row: Row) -> bool:
    """Does the frame stand in the package that the statement hands its text to?"""
    return row.kind == "handed" and row.via.partition(".")[0] == _package(innermost)


def _is_of_another_package(asked: Asked, innermost: Frame, row: Row) -> bool:
    """Is that package's the frame that raised? A line that makes no error was left by one from elsewhere."""
    package = _package(innermost)
    if not package or not asked.error.ends_in_frame or (innermost.code and not _MAKES.search(innermost.code)):
        return False
    return package not in (row.parts[:-1] or row.parts) and not _is_named(asked, row)


def _package(frame: Frame) -> str:
    """The package or module that an installed file belongs to, or one of Python's own; "" for any other file."""
    if frame.is_installed or frame.parts[-1].endswith(_COMPILED):
        return frame.parts[0]
    return standard_part(frame.parts)


def _is_like(innermost: Frame, row: Row) -> bool:
    """Do file and function have the statement's names, but the file no folder of it that would tell whose it is? One
    whose folders are left out tells that it has some."""
    if not row.parts or innermost.is_installed or innermost.function != row.function:
        return False
    if common_suffix(innermost.parts, row.parts) != 1 or len(row.parts) == 1:
        return False
    return len(innermost.parts) == 1 or innermost.parts[-2] not in _LEFT_OUT


def _raised_itself(asked: Asked, innermost: Frame, rated: Rated) -> bool:
    is_raise = raises(innermost.code)
    if not asked.packages:
        return not rated.frame or (is_raise and not _is_named(asked, rated.row, by_line=rated.has_line))
    if is_of_project(asked, rated.row):
        return not rated.frame and not is_raise
    return is_raise and not _is_named(asked, rated.row, by_line=rated.has_line)


def _is_named(asked: Asked, row: Row, *, by_line: bool = False) -> bool:
    """Does a frame name the row's file by more than its name? By that and its function if the name is all that there
    is: of an installed file, of a statement in no package, or with a line of the statement."""
    return any(_is_place(frame, row, by_line=by_line) for frame in asked.frames)


def _is_place(frame: Frame, row: Row, *, by_line: bool) -> bool:
    shared = common_suffix(frame.parts, row.parts)
    is_whole = shared in (len(frame.parts), len(row.parts))
    if shared != 1 or not is_whole:
        return shared > 1 and (is_whole or not frame.is_installed)
    return frame.function == row.function and (by_line or frame.is_installed or len(row.parts) == 1)
