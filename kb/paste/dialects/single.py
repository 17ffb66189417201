"""An error that is told in one line, wherever it stands in the line: `… ValueError: text`, or a lone `ValueError`."""

import re

from ..draft import Draft
from ..heads import head_length
from ..lines import Line
from ..message import take_message
from ..names import Named, named_at

WORD = re.compile(r"(?<![\w.\"'(/=-])[^\W\d][\w.]{2,200}(?=[:：(]|\s[:：]|\s*$)")
KEYWORDS = "raise|except|assert|return|from|import|def|class|with|if|elif|for|while|await|yield"
CODE = re.compile(rf"(?:{KEYWORDS})\b|\d{{1,7}}\s{{2,}}|-{{1,4}}> ?\d")


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads a line that names an exception by its class; source code and words that merely look alike are declined."""
    line = lines[pos]
    named = find(line)
    if named is None:
        return None
    draft = Draft("line", line.text.at[named.type_span[0]], line.text.end)
    draft.set_named(line.text, named)
    if named.type_span[0] > line.indent and not head_length(line.text.text[: named.type_span[0]]):
        return draft, pos + 1
    return draft, take_message(draft, lines, pos + 1, line.indent)


def find(line: Line) -> Named | None:
    if CODE.match(line.body):
        return None
    text = line.text.text
    for word in WORD.finditer(text, 0, 2000):
        named = named_at(text, word.start())
        if named is None:
            continue
        leads = word.start() == line.indent or word.start() == head_length(text)
        if named.has_colon and (
            named.strength == "strong"
            or (leads and named.strength == "medium" and named.type not in ("Error", "Warning"))
        ):
            return named
        if leads and not named.has_colon and named.strength == "strong":
            return named
    return None
