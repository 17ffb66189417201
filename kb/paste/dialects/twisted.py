"""Twisted's short form of a failure: `Traceback: <class 'a.B'>: text`, then frames as `path:3:load`."""

import re

from ..draft import Draft
from ..lines import Line
from ..names import strength_of
from ..reading import PastedFrame

HEAD = re.compile(r"<class '(?P<name>[\w.<>]{1,200})'>:\s?(?P<text>.*)")
PLACE = re.compile(r"(?P<path>[^\s:][^:]{0,400}):(?P<line>\d{1,7}):\s?(?P<function>[^\s(:]{1,200})(?:\(\.\.\.\))?$")


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the line with the class and the frames below it."""
    line = lines[pos]
    found = HEAD.search(line.body[:4000]) if "<class '" in line.body else None
    if found is None or strength_of(found["name"]) == "weak":
        return None
    draft = Draft("twisted", line.text.at[line.indent], line.text.end)
    draft.module, _, draft.type = found["name"].rpartition(".")
    body = line.part(line.indent)
    draft.type_text = body.cut(*found.span("name"))
    draft.message = [body.cut(*found.span("text"))]
    end = pos + 1
    while end < len(lines) and (place := PLACE.match(lines[end].body)):
        draft.add_frame(PastedFrame(place["path"], int(place["line"]), place["function"]), lines[end].text)
        end += 1
    if not draft.frames and not line.body[: found.start()].endswith(": "):
        return None
    return draft, end
