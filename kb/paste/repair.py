"""Mends what copying did to a traceback's lines: doubled line spacing, code fences, underscores turned to bold."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import groupby, pairwise

from .anchors import FRAME, header_at
from .located import Located

FENCE = re.compile(r"\s{0,3}(?:```|~~~)[\w+-]{0,20}\s*$")
LANGUAGES = "python|py|pycon|pytb|bash|shell|sh|console|text|txt|log"
OPENING = re.compile(
    rf"\s{{0,3}}(?:```(?:(?:{LANGUAGES})(?=\s))?|\{{(?:code|noformat)(?::\w{{1,20}})?\}}|\[code\])(?=\s{{0,300}}\S)"
)
CLOSING = re.compile(r"(?<=\S)\s{0,400}(?:```|\{code\}|\{noformat\}|\[/code\])\s*$")
QUOTED = re.compile(r"\s{0,3}`(?!`)")
SPAN = re.compile(r"\s{0,3}`(?P<inside>[^`]+)`\s*$")
# One of these stands in each opening and closing fence.
FENCES = ("```", "{code", "{noformat", "code]")
SIDE = "│"
DRAWN = re.compile("[╭╮╰╯┌┐└┘┏┓❱]")
LEAST_SIDES = 4
DUNDER = re.compile(r"__\w+__|\*\*\w+\*\*")
EATEN = re.compile(
    r"(?P<before>, in |/|\\)(?P<name>init|post_init|init_subclass|getattr|getitem|setitem|setattr|aenter|aexit)"
    r"(?P<end>\.py\"|\s*$)"
)
EATEN_TOO = re.compile(r"(?P<before>, in )(?P<name>call|new|enter|exit|iter|next)(?P<end>\s*$)")
BOLD = re.compile(r"(?<![*\w])\*\*(?=\S)([^*\n]{2,200})(?<=\S)\*\*(?![*\w])")
ESCAPED_MARKUP = re.compile(r"\\(?=[_*<>\[\]#`])")
BLANKLESS = re.compile(r"[^\s\"']+")
# A backslash that parts folders: before a letter, or behind one and before `__name__.py`.
PARTS_FOLDERS = re.compile(r"\\(?:[A-Za-z0-9]|(?<=\w\\)__\w{1,80}\.py)")


def without_fences(lines: list[Located]) -> list[Located]:
    """A fence that shares its line with text leaves that line; a fence on its own line stays, as a border. What is
    quoted as a whole, text or line, loses its two marks."""
    if len(lines) > 1 and QUOTED.match(lines[0].text) and lines[-1].text.rstrip().endswith("`"):
        last = lines[-1].text.rstrip().rstrip("`")
        lines = [lines[0].cut(lines[0].text.index("`") + 1), *lines[1:-1], lines[-1].cut(0, len(last))]
    return [part for pos, line in enumerate(lines) for part in _without_marks(line, lines[pos + 1 : pos + 2])]


def _without_marks(line: Located, following: Sequence[Located]) -> list[Located]:
    """A line; the closing mark of one that is quoted as a whole stays below it, as a border, unless the next is too."""
    if any(fence in line.text for fence in FENCES):
        return [_without_fence(line)]
    span = SPAN.match(line.text) if "`" in line.text else None
    if span is None:
        return [line]
    start, end = span.span("inside")
    is_last = not any(QUOTED.match(one.text) for one in following)
    return [line.cut(start, end), line.cut(end, end + 1)] if is_last else [line.cut(start, end)]


def _without_fence(line: Located) -> Located:
    if FENCE.match(line.text):
        return line
    opening = OPENING.match(line.text)
    if opening:
        line = line.cut(opening.end())
    closing = CLOSING.search(line.text)
    return line.cut(0, closing.start()) if closing else line


def without_sides(lines: list[Located]) -> list[Located]:
    """Without the lines that a terminal draws at both sides of a pane, where nearly every line has the right one. What
    a program draws a box of itself has corners, or marks the line that failed."""
    filled = [line.text.rstrip() for line in lines if line.text.strip()]
    sided = sum(text.endswith(SIDE) for text in filled)
    if sided < LEAST_SIDES or sided < 0.8 * len(filled) or any(DRAWN.search(text) for text in filled):
        return lines
    return [_without_sides(line) for line in lines]


def _without_sides(line: Located) -> Located:
    text = line.text.rstrip()
    begin = re.match(rf"{SIDE} ?", text)
    end = len(text[: -len(SIDE)].rstrip()) if text.endswith(SIDE) else len(text)
    start = begin.end() if begin else 0
    return line.cut(start, max(start, end))


def single_spaced(lines: list[Located]) -> list[Located]:
    """Drops the blank lines when there is one behind nearly every line."""
    filled = [pos for pos, line in enumerate(lines) if line.text.strip()]
    if len(filled) < 4:
        return lines
    gaps = sum(1 for pos, following in pairwise(filled) if following == pos + 2)
    if gaps < 0.85 * (len(filled) - 1):
        return lines
    return [lines[pos] for pos in range(len(lines)) if lines[pos].text.strip() or not _is_filler(lines, pos)]


def _is_filler(lines: list[Located], pos: int) -> bool:
    """Is this the one blank line between two others? More than one were there before."""
    return all(lines[at].text.strip() for at in (pos - 1, pos + 1) if 0 <= at < len(lines))


def printed_once(lines: list[Located]) -> tuple[list[Located], int]:
    """Lines that several processes printed at the same time, each one behind the other's, once; and how many they were.

    Told by a traceback's first line that follows itself, and by most of the others doing the same.
    """
    runs = [list(run) for _, run in groupby(lines, key=lambda line: line.text)]
    several = max((len(run) for run in runs if header_at(run[0].text)), default=1)
    filled = [run for run in runs if run[0].text.strip()]
    if several < 2 or sum(1 for run in filled if len(run) == several) < 0.7 * len(filled):
        return lines, 1
    return [run[0] for run in runs], several


def with_underscores(lines: list[Located]) -> list[Located]:
    """Gives `__init__` its underscores back where Markdown took them for bold type.

    Only when no name in the paste has kept them and a frame and its code have lost their indentation with them, or bold
    marks are left. `getattr` is a name of its own elsewhere.
    """
    lines = [line.sub(BOLD, _unbold) if "**" in line.text else line for line in lines]
    lines = [_without_escapes(line) if "\\_" in line.text else line for line in lines]
    if any(DUNDER.search(line.text) for line in lines):
        return lines
    frames = {pos for pos, line in enumerate(lines) if "File" in line.text and FRAME.match(line.text[:900])}
    eaten = [pos for pos in frames if EATEN.search(lines[pos].text)]
    if not eaten or any(pos + 1 < len(lines) and lines[pos + 1].text[:1].isspace() for pos in frames):
        return lines
    return [_with_underscores(line) if pos in frames else line for pos, line in enumerate(lines)]


def _unbold(found: re.Match[str]) -> str:
    """`**init**` had underscores, `**ValueError**` was only stressed."""
    inside = found.group(1)
    return f"__{inside}__" if inside.isidentifier() and inside.islower() else inside


def _without_escapes(line: Located) -> Located:
    """Without the backslashes that Markdown takes before signs of its own; those of Windows paths stay."""
    paths = [word.span() for word in BLANKLESS.finditer(line.text) if PARTS_FOLDERS.search(word.group())]
    starts = [start for start, _ in paths]

    def kept(found: re.Match[str]) -> str:
        at = bisect_right(starts, found.start()) - 1
        return found.group() if at >= 0 and found.start() < paths[at][1] else ""

    return line.sub(ESCAPED_MARKUP, kept)


def _with_underscores(line: Located) -> Located:
    for pattern in (EATEN, EATEN_TOO):
        line = line.sub(pattern, lambda found: f"{found['before']}__{found['name']}__{found['end']}")
    return line
