"""Exception groups: takes off what is drawn around each exception, so that it stands as if alone.

That is a margin where Python prints them (`  | `, `  +-+---- 1 ----`), a box around the box where rich does.
"""

import re

from .located import Located

HEADER = re.compile(r"\s*\+ Exception Group Traceback")
MARGIN = re.compile(r"\s{0,80}[|](?:\s|$)|\s{0,80}\+ (?=Exception Group)")
BORDER = re.compile(r"\s{0,80}\+-[+-]")
PANEL = re.compile(r"╭─+ Sub-exception #(?P<number>\d{1,6}) ─+╮$")
MAX_DEPTH = 8


def without_margins(lines: list[Located]) -> list[Located]:
    """The lines, those of exception groups without their margins; the borders between exceptions stay, unindented."""
    lines = _without_panels(lines)
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


def _without_panels(lines: list[Located]) -> list[Located]:
    """The lines inside such boxes without the boxes' sides; each top becomes the border that Python prints."""
    for _ in range(MAX_DEPTH):
        if not any("Sub-exception #" in line.text and PANEL.match(line.text) for line in lines):
            break
        lines = _without_outer_panels(lines)
    return lines


def _without_outer_panels(lines: list[Located]) -> list[Located]:
    plain: list[Located] = []
    inside = False
    for line in lines:
        text = line.text.rstrip()
        panel = PANEL.match(text) if "Sub-exception #" in text else None
        if panel is not None:
            inside = True
            plain.append(_put(f"+---------------- {panel['number']} ----------------", line))
        elif inside and text.startswith("│ ") and text.endswith("│"):
            plain.append(line.cut(2, len(text) - 1))
        elif inside and text.startswith("╰"):
            inside = False
            plain.append(_put("+" + "-" * 36, line))
        else:
            plain.append(line)
    return plain


def _put(border: str, line: Located) -> Located:
    return Located(border, [line.start] * len(border) + [line.end])
