"""Stacks that no error ended: where a task was created, from where something was logged. They are read over."""

import re

from .anchors import FRAME, header_at
from .lines import Line

TITLE = re.compile(r"(?:[\w ]{1,40}: )?[A-Z][\w ]{2,40} \(most recent call last\):$|Call stack:$")
AFTER = re.compile(r"(?:Message|Arguments): ")


def starts_stack(body: str) -> bool:
    """Is the line the title of a stack (`Stack (most recent call last):`), and not of a traceback?"""
    return body.endswith(":") and TITLE.match(body) is not None and header_at(body) is None


def end_of_stack(lines: list[Line], pos: int) -> int:
    """The position behind the stack whose title stands at `pos`, and behind what logging adds to it."""
    title = lines[pos]
    pos += 1
    while pos < len(lines) and lines[pos].body:
        line = lines[pos]
        is_frame = line.body.startswith("File ") and FRAME.match(line.body) is not None
        if not (is_frame or line.indent > title.indent or AFTER.match(line.body)):
            break
        pos += 1
    return pos
