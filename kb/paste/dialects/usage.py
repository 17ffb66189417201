"""Command lines that refuse their arguments: argparse's `prog: error: text`, click's `Error: text` below its usage."""

import re

from ..draft import Draft
from ..lines import Line
from ..located import join

REFUSAL = re.compile(r"(?:[\w.-]{1,60}(?: [\w.-]{1,40}){0,4}: error: |SystemExit: error: )(?P<text>\S.*)")
USAGE = re.compile(r"[Uu]sage: ")
CLICK = re.compile(r"Error: (?P<text>\S.*)")
BOX = re.compile(r"[╭+][─-]{1,3} Error [─-]{3,}")
PLACE = re.compile(r"\S{1,300}:\d{1,7}")


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the refusal; the lines below it that are indented belong to it."""
    line = lines[pos]
    if BOX.match(line.body):
        return _read_box(lines, pos)
    found = REFUSAL.match(line.body) if ": error: " in line.body else None
    if found is not None and PLACE.match(line.body):
        return None
    if found is None:
        found = CLICK.match(line.body) if line.body.startswith("Error: ") else None
        if found is None or not any(USAGE.match(other.body) for other in lines[max(0, pos - 6) : pos]):
            return None
    draft = Draft("usage", line.text.at[line.indent], line.text.end)
    draft.message = [line.part(line.indent + found.start("text"))]
    end = pos + 1
    while end < len(lines) and lines[end].body and lines[end].indent > line.indent:
        draft.message.append(lines[end].text)
        draft.end = lines[end].text.end
        end += 1
    return draft, end


def _read_box(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """The words in a box that is headed `Error`, as one line."""
    end = pos + 1
    words = []
    while end < len(lines) and lines[end].body[:1] in ("│", "|"):
        words.append(lines[end].part(lines[end].indent + 1, len(lines[end].text.text.rstrip("│| "))).strip())
        end += 1
    if not words:
        return None
    return Draft("usage", words[0].start, words[-1].end, message=[join(words, " ")]), end
