"""One paste -> the texts in it, each cleaned: what stands in JSON, in literals or on a page is taken out of it."""

import re
from dataclasses import dataclass

from .anchors import FRAME
from .clean import clean
from .escapes import decode, is_escaped, literals
from .fields import message, texts
from .located import Located, join
from .reading import Stripped
from .records import lines_of_records
from .tree import regions

MAX_DEPTH = 4
MAX_DOCUMENTS = 300
FRAME_LINE = re.compile(rf"^.{{0,200}}{FRAME.pattern}|^E {{3}}|❱", re.MULTILINE)
# An answer's head lines may stand before its body.
HEADERS = re.compile(r"(?:HTTP[^\n]{0,200}\n)?(?:[A-Za-z-]{1,60}: [^\n]{0,1000}\n|\s*\n){0,60}\s*$")
ANYTHING = re.compile("")
# What an error's message quotes is no error of its own.
MAX_QUOTED = 480
QUOTED = re.compile(r"[A-Z]\w{0,60}(?:Error|Exception|Warning)\b[^\n]{0,400}$")
# In a traceback with variables, what a variable holds is no error of its own.
VALUE = re.compile(r"[\s│|]{0,40}[A-Za-z_][\w.]{0,80}\s{0,40}= |[\s│|]{4}")


@dataclass(frozen=True, slots=True)
class Documents:
    """The `texts`, in the order in which they were found, and what was `stripped` to see them."""

    texts: list[Located]
    stripped: list[Stripped]


def documents(paste: Located) -> Documents:
    """Unwraps layer by layer, so that coloured text in JSON in an HTML page is found too."""
    found = Documents([], [])
    waiting = [(paste, 0)]
    while waiting and len(found.texts) < MAX_DOCUMENTS:
        text, depth = waiting.pop()
        lined = lines_of_records(text) if depth < MAX_DEPTH else None
        if lined is not None:
            found.stripped.append(_shown("records", text))
            waiting.append((lined, depth + 1))
            continue
        text, steps = clean(text)
        found.stripped.extend(Stripped(step, "", 1, text.start, text.end) for step in steps)
        inner, rest = _unwrapped(text, found) if depth < MAX_DEPTH else ([], text)
        if rest.text.strip():
            found.texts.append(rest)
        waiting += [(one, depth + 1) for one in reversed(inner)]
    return found


def _unwrapped(text: Located, found: Documents) -> tuple[list[Located], Located]:
    inner: list[Located] = []
    rest: list[Located] = []
    pos = 0
    has_frames = FRAME_LINE.search(text.text) is not None
    for region in regions(text):
        line_start = text.text.rfind("\n", 0, region.start) + 1
        if has_frames and VALUE.match(text.text, line_start):
            continue
        said = max(line_start, region.start - MAX_QUOTED)
        if QUOTED.search(text.text, said, region.start) and "\\n" not in text.text[region.start : region.end]:
            continue
        held = texts(region.tree)
        if not held:
            continue
        inner += held
        rest.append(text.cut(pos, region.start))
        pos = region.end
        found.stripped.append(_shown("json", text.cut(region.start, region.end)))
        if len(inner) > MAX_DOCUMENTS:
            break
    rest.append(text.cut(pos))
    outer = join(rest, "\n") if pos else text
    return _spelt_out(outer, inner, found)


def _shown(kind: str, text: Located) -> Stripped:
    return Stripped(kind, text.text[:60], 1, text.start, text.end)


def _spelt_out(text: Located, inner: list[Located], found: Documents) -> tuple[list[Located], Located]:
    """Literals in no object: each line that spells out its line breaks is replaced by what it stands for."""
    if not any("\\n" in line and is_escaped(line) for line in text.text.split("\n")):
        return inner, text
    kept = []
    has_frames = FRAME_LINE.search(text.text) is not None
    for line in text.lines():
        shows_value = has_frames and VALUE.match(line.text) is not None
        held = literals(line) if not shows_value and is_escaped(line.text) else []
        if held:
            inner += [decode(one) for one in held]
            found.stripped.append(_shown("escapes", line))
        else:
            kept.append(line)
    return inner, join(kept, "\n")


def told(paste: Located) -> Located | None:
    """What a record without any error says in words (`{"detail": "…"}`); None if the paste is no such record."""
    text, _ = clean(paste)
    text = text.strip()
    region = next(iter(regions(text, ANYTHING)), None)
    if region is None or text.text[region.end :].strip() or HEADERS.match(text.text[: region.start]) is None:
        return None
    return message(region.tree)
