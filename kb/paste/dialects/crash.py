"""What Python prints when the interpreter itself gives up: `Fatal Python error`, frames innermost first."""

import re

from ..draft import Draft
from ..lines import Line
from ..reading import PastedFrame

MAX_LINES, MAX_GAP = 600, 12
FATAL = re.compile(r"Fatal Python error: ")
FRAME = re.compile(r"File \"(?P<path>[^\"]{1,600})\", line (?P<line>\d{1,9}|\?\?\?) in (?P<function>\S{1,200})")


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the message and the frames of the current thread, which come innermost first."""
    line = lines[pos]
    fatal = FATAL.search(line.body[:400]) if "Fatal Python error" in line.body else None
    if fatal is None:
        return None
    draft = Draft("crash", line.text.at[line.indent], line.text.end)
    draft.message = [line.part(line.indent + fatal.start())]
    end = pos + 1
    for at in range(pos + 1, min(pos + MAX_LINES, len(lines))):
        body = lines[at].body
        frame = FRAME.match(body)
        if frame is not None:
            number = frame["line"]
            place = PastedFrame(frame["path"], int(number) if number.isdigit() else None, frame["function"])
            draft.add_frame(place, lines[at].text)
            end = at + 1
        elif body and (draft.frames or at - pos > MAX_GAP or FATAL.search(body[:400])):
            break
    draft.frames.reverse()
    return draft, end
