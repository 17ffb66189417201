"""Where an error's message ends: the lines after its first that still belong to it."""

import re

from .anchors import JVM, frame_at, header_at, is_chain
from .draft import MAX_MESSAGE_LINES, Draft
from .lines import Line
from .located import Located
from .stops import is_stop

NOTE = re.compile(r"(?:note|Note|NOTE|hint|Hint|tip|Tip|help)\s?: |\[NOTE\] ")
OPENERS, CLOSERS = "([{", ")]}"
MAX_TAIL_LINES = 20
MAX_BLANK_LINES = 2


def take_message(draft: Draft, lines: list[Line], pos: int, indent: int) -> int:
    """Adds the lines from `pos` on that continue the message of `draft`, whose first line stands at `indent`.

    Behind a blank line only indented text, or text that an open bracket or a colon asks for, still is the message; the
    rest is kept as the draft's tail. Returns the position of the first line not used.
    """
    taken = 0
    while pos < len(lines) and taken < MAX_MESSAGE_LINES:
        line = lines[pos]
        if not line.body:
            following = _next_text(lines, pos)
            if following is None or not _goes_on(draft, lines[following], indent):
                break
            draft.message.extend([line.text] * (following - pos))
            pos = following
            continue
        if ends_message(line, indent):
            return pos  # nor does a tail begin with it
        _add(draft, line, indent)
        pos, taken = pos + 1, taken + 1
    _take_tail(draft, lines, pos, indent)
    return pos


def ends_message(line: Line, indent: int) -> bool:
    body = line.body
    if line.indent < indent or (body.startswith("at ") and JVM.match(body)):
        return True
    if is_stop(body) or is_chain(body) or header_at(body) or _is_frame(body):
        return True
    if line.indent > indent:
        return False
    named = line.named
    return named is not None and named.strength == "strong" and named.has_colon


def _is_frame(body: str) -> bool:
    """A place without a function is what templates and parsers put into their messages."""
    return " in " in body and frame_at(body) is not None


def _add(draft: Draft, line: Line, indent: int) -> None:
    text = line.text.cut(min(indent, line.indent))
    if draft.notes or (NOTE.match(line.body) and line.indent <= indent):
        draft.notes.append(text)
    else:
        draft.message.append(text)
    draft.end = max(draft.end, text.end)


def _next_text(lines: list[Line], pos: int) -> int | None:
    for index in range(pos, min(pos + MAX_BLANK_LINES + 1, len(lines))):
        if lines[index].body:
            return index
    return None


def _goes_on(draft: Draft, line: Line, indent: int) -> bool:
    if ends_message(line, indent):
        return False
    said = draft.message_text
    if not said:
        return True
    if line.indent > indent:
        return True
    return said.endswith((":", ",")) or _is_open(said)


def _is_open(said: str) -> bool:
    """Does the message hold brackets that it has not closed yet?"""
    said = said[-4000:]
    return any(said.count(one) > said.count(other) for one, other in zip(OPENERS, CLOSERS, strict=True))


def _take_tail(draft: Draft, lines: list[Line], pos: int, indent: int) -> None:
    tail: list[Located] = []
    for line in lines[pos : pos + MAX_TAIL_LINES]:
        if line.body and ends_message(line, indent):
            break
        tail.append(line.text.cut(min(indent, line.indent)))
    draft.tail = tail
