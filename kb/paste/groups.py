"""Exception groups: takes the margin off (`  | `, `  +-+---- 1 ----`), so that each exception stands as if alone."""

import re

from .located import Located

HEADER = re.compile(r"\s*\+ Exception Group Traceback")
MARGIN = re.compile(r"\s{0,80}[|](?:\s|$)|\s{0,80}\+ (?=Exception Group)")
BORDER = re.compile(r"\s{0,80}\+-[+-]")


def without_margins(lines: list[Located]) -> list[Located]:
    """The lines, those of exception groups without their margins; the borders between exceptions stay, unindented."""
    if not any(HEADER.match(line.text) for line in lines if "Exception Group" in line.text):
        return lines
    plain: list[Located] = []
    inside = False
    for line in lines:
        if "Exception Group" in line.text and HEADER.match(line.text):
            inside = True
        margin = MARGIN.match(line.text) if inside else None
        if margin is not None:
            plain.append(line.cut(margin.end()))
        elif inside and BORDER.match(line.text):
            plain.append(line.strip())
        else:
            inside = inside and not line.text.strip()
            plain.append(line)
    return plain
