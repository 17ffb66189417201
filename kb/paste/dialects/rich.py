"""The box that rich draws around a traceback: frames as `path:3 in load`, the current source line behind `❱`."""

import re

from ..draft import Draft
from ..lines import Line
from ..located import Located, join
from ..message import take_message
from ..reading import PastedFrame

TOP = re.compile(r"[╭┌┏+?][─━\-? ]{1,400}Traceback \(most recent call")
BOTTOM = re.compile(r"[╰└┗+?][─━\-?]{8,}")
SIDE = "│┃|║?"
CURRENT = re.compile(r"(?:❱|>|\?)\s{0,6}\d{1,7}\s(?P<code>.*)")
SOURCE = re.compile(r"\d{1,7}(?:\s|$)|[❱>?] ?\d")
INNER = re.compile(r"[╭╰│┃├┌└+]")
PLACE = re.compile(
    r"(?P<path>\S(?:.{0,600}?\S)?):(?P<line>\d{1,7})\s{1,3}in\s{1,3}(?P<function>[^\s:(]{1,200})(?:\([^()]{0,200}\))?$"
)
# Where no file can be read: compiled code, and templates, which name their parts in words.
NAMELESS = re.compile(r"in (?P<function>[\w.<>-]{1,200}(?: [\w.<>'-]{1,60}){0,5}):(?P<line>\d{1,7})$")
GUIDES = re.compile(r"^(?:[│|?]\s{1,3})+")
MAX_PATH_LINES = 6


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads a box from its top, or from its first frame where the top is missing; then the type line below it."""
    line = lines[pos]
    if not ("Traceback" in line.body and TOP.search(line.body)) and not _starts_inside(lines, pos):
        return None
    width = len(line.text.text)
    draft = Draft("rich", line.text.at[line.indent], line.text.end)
    end = _read_box(draft, lines, pos if _is_inside(line) else pos + 1)
    if not draft.frames:
        return None
    end = _read_last_line(draft, lines, end)
    if draft.type_text is not None and draft.message:
        draft.message = _rejoined(draft.message, width, draft.message[0].end - draft.type_text.start)
    return draft, end


def _starts_inside(lines: list[Line], pos: int) -> bool:
    line = lines[pos]
    if not _is_inside(line) or " in " not in line.body or not PLACE.match(_content(line).text):
        return False
    return any("❱" in other.body for other in lines[pos + 1 : pos + 12])


def _is_inside(line: Line) -> bool:
    return line.body[:1] in SIDE


def _content(line: Line) -> Located:
    """What stands between the box's sides."""
    text = line.text.cut(line.indent + 1)
    bare = text.text.rstrip()
    return text.cut(0, len(bare) - 1).strip() if bare[-1:] in tuple(SIDE) else text.strip()


def _read_box(draft: Draft, lines: list[Line], pos: int) -> int:
    waiting: list[Located] = []
    while pos < len(lines):
        line = lines[pos]
        if BOTTOM.match(line.body):
            return pos + 1
        if not _is_inside(line):
            return pos
        content = _content(line)
        current = CURRENT.match(content.text)
        if not content.text:
            waiting = []
        elif current is not None:
            _set_code(draft, GUIDES.sub("", current["code"].strip()).strip())
        elif not SOURCE.match(content.text) and not INNER.match(content.text):
            waiting = _place(draft, [*waiting, content][-MAX_PATH_LINES:])
        pos += 1
    return pos


def _place(draft: Draft, waiting: list[Located]) -> list[Located]:
    """Takes a frame if the lines are one (long paths are broken, inside words too). Returns what still waits."""
    texts = [text.text for text in waiting]
    for joined in ("".join(texts), " ".join(texts)):
        found = PLACE.match(joined)
        if found is not None:
            span = Located(joined, [waiting[0].start] * len(joined) + [waiting[-1].end])
            draft.add_frame(PastedFrame(found["path"], int(found["line"]), found["function"]), span)
            return []
    nameless = NAMELESS.match(texts[-1])
    if nameless is not None:
        draft.add_frame(PastedFrame("", int(nameless["line"]), nameless["function"]), waiting[-1])
        return []
    return waiting


def _set_code(draft: Draft, code: str) -> None:
    if draft.frames and not draft.frames[-1].code:
        draft.set_code(code)


def _read_last_line(draft: Draft, lines: list[Line], pos: int) -> int:
    for index in range(pos, min(pos + 3, len(lines))):
        line = lines[index]
        named = line.named
        if named is not None and (named.has_colon or named.strength != "weak"):
            draft.set_named(line.text, named)
            draft.is_type_sure = True
            return take_message(draft, lines, index + 1, line.indent) if named.has_colon else index + 1
        if line.body:
            break
    draft.is_cut = True
    return pos


def _rejoined(message: list[Located], width: int, taken: int) -> list[Located]:
    """The message's lines, joined where the next word did not fit; `taken`: the room that the first one takes."""
    joined: list[Located] = []
    for line in message:
        word = line.text.split(" ", 1)[0]
        if joined and word and taken + 1 + len(word) > width:
            joined[-1] = join([joined[-1], line], " ")
        else:
            joined.append(line)
        taken = len(line.text) if len(joined) > 1 or joined[0] is not message[0] else taken
    return joined
