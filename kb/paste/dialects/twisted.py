"""Twisted's forms of a failure: `Traceback: <class 'a.B'>: text` and frames as `path:3:load`, or the frames first."""

import re

from ..draft import Draft
from ..lines import Line
from ..message import take_message
from ..names import strength_of
from ..reading import PastedFrame

HEAD = re.compile(r"<class '(?P<name>[\w.<>]{1,200})'>:\s?(?P<text>.*)")
LONG = re.compile(r"\*-{2,} Failure #\d{1,9}")
PLACE = re.compile(
    r"(?P<path>[^\s:][^:]{0,400}):(?P<line>\d{1,7}):\s?(?P<function>[^\s(:][^(:]{0,200})(?:\(\.\.\.\))?$"
)
MAX_HEAD, MAX_LINES = 20, 2000


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the line with the class and the frames below it, or the frames and the last line of the long form."""
    line = lines[pos]
    if line.body.startswith("*--") and LONG.match(line.body):
        return _read_long(lines, pos)
    found = HEAD.search(line.body[:4000]) if "<class '" in line.body else None
    if found is None or strength_of(found["name"]) == "weak":
        return None
    draft = Draft("twisted", line.text.at[line.indent], line.text.end)
    draft.module, _, draft.type = found["name"].rpartition(".")
    body = line.part(line.indent)
    draft.type_text = body.cut(*found.span("name"))
    draft.message = [body.cut(*found.span("text"))]
    end = _first_frame(lines, pos + 1)
    draft.message += [other.text for other in lines[pos + 1 : end]]
    while end < len(lines) and _add(draft, lines[end]):
        end += 1
    if not draft.frames and not line.body[: found.start()].endswith(": "):
        return None
    return draft, end


def _first_frame(lines: list[Line], pos: int) -> int:
    """Where the frames begin behind a message of several lines; `pos` if they do not."""
    seats = range(pos, min(pos + MAX_HEAD, len(lines)))
    return next((at for at in seats if PLACE.match(lines[at].body)), pos)


def _add(draft: Draft, line: Line) -> bool:
    place = PLACE.match(line.body)
    if place is not None:
        draft.add_frame(PastedFrame(place["path"], int(place["line"]), place["function"]), line.text)
    return place is not None


def _read_long(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Between the frames stand indented values; the first line below them that names an error is the last line."""
    draft = Draft("twisted", lines[pos].text.at[lines[pos].indent], lines[pos].text.end)
    for at in range(pos + 1, min(pos + MAX_LINES, len(lines))):
        line = lines[at]
        if _add(draft, line) or line.indent > lines[pos].indent:
            continue
        named = line.named
        if named is None or not draft.frames:
            break
        draft.set_named(line.text, named)
        return draft, take_message(draft, lines, at + 1, line.indent) if named.has_colon else at + 1
    return None
