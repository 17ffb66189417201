"""Tracebacks of IPython, Jupyter and Colab: the type beside the header, numbered source lines around each frame."""

import re

from ..anchors import header_at, is_chain
from ..draft import Draft
from ..lines import Line
from ..message import take_message
from ..names import named_at
from ..reading import PastedFrame
from ..stops import is_stop

ARGS = r"(?:\(.{0,2000})?"
CALL = rf"(?P<function><[^<>]{{1,80}}>|[^\s(<]{{1,200}}(?:<[\w<>.]{{1,80}})?){ARGS}"
CELL = r"(?:Cell|Input) In ?\[\d{1,6}\]"
PLACES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"File (?P<path>[^\s\"'][^\"']{{0,500}}?):(?P<line>\d{{1,7}})(?:,? in {CALL})?$",
        rf"(?P<path>{CELL}),? line (?P<line>\d{{1,7}})(?:,? in {CALL})?$",
        rf"(?P<path>{CELL}),? in {CALL}$",
        rf"\[(?P<path>[^\]\s][^\]]{{0,500}})\]\([^()]{{0,500}}\) in {CALL}$",
        rf"(?P<path><[\w .-]{{1,80}}>|(?:[~/.]|[A-Za-z]:\\)[^\s:]{{0,500}}) in {CALL}$",
    )
)
ARROW = re.compile(r"-{1,5}> ?(?P<line>\d{1,7})(?:\s(?P<code>.*)|$)")
NUMBERED = re.compile(r"\d{1,7}(?:\s|$)")
TYPED = re.compile(r"(?P<name>[\w.<>]{1,200})\s{2,}$")
MAX_TYPED = 400  # characters of the type and the blanks behind it
MAX_VALUE_LINES = 1000
FRAME_COUNT = re.compile(r"\d{1,3} frames$")


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads from the header with a type before it, or from a frame that numbered source lines follow."""
    line = lines[pos]
    header = header_at(line.text.text)
    start = line.indent
    if header is not None:
        typed = TYPED.search(line.text.text, max(0, header.start() - MAX_TYPED), header.start())
        if typed is None and not _has_place_soon(lines, pos + 1):
            return None
        start = typed.start() if typed is not None else header.start()
    elif _place(line) is None or not _has_source(lines, pos):
        return None
    draft = Draft("ipython", line.text.at[start], line.text.end)
    name = typed["name"].rpartition(".")[2] if header is not None and typed is not None else ""
    end = _read(draft, lines, pos + 1 if header else pos, start, name)
    if draft.is_cut and header is not None and typed is not None:
        draft.module, _, draft.type = typed["name"].rpartition(".")
    return (draft, end) if draft.frames else None


def _has_place_soon(lines: list[Line], pos: int) -> bool:
    """Does a frame of this kind, not one of Python's, come first?"""
    following = next((line for line in lines[pos : pos + 4] if line.body), None)
    return following is not None and _place(following) is not None


def _has_source(lines: list[Line], pos: int) -> bool:
    return any(ARROW.match(line.body) for line in lines[pos + 1 : pos + 12])


def _read(draft: Draft, lines: list[Line], pos: int, indent: int, name: str) -> int:
    """Reads on to the last line; `name`: the type that it must begin with, "" if the header does not tell."""
    last: int | None = None
    while pos < len(lines):
        line = lines[pos]
        if not _take(draft, line):
            if _ends(line, draft):
                break
            is_outside = line.indent <= indent and not NUMBERED.match(line.body)
            if is_outside and _is_last(line, draft):
                return _close(draft, lines, pos)
            if is_outside and draft.frames and draft.frames[-1].code:
                # A variable's value goes over many lines, some of which are not indented.
                last = _last_after(lines, pos, indent, name) if last is None else last
                if last < pos:
                    break
            if draft.frames and not draft.frames[-1].code and not NUMBERED.match(line.body):
                draft.set_code(line.body)
        pos += 1
    draft.is_cut = True
    return pos


def _take(draft: Draft, line: Line) -> bool:
    """Takes a line that is blank, a frame or the current line of one."""
    if not line.body or FRAME_COUNT.match(line.body):
        return True
    place = _place(line)
    if place is not None:
        _add(draft, line, place)
        return True
    arrow = ARROW.match(line.body)
    if arrow is not None:
        _set_current(draft, int(arrow["line"]), (arrow["code"] or "").strip())
    return arrow is not None


def _last_after(lines: list[Line], pos: int, indent: int, name: str) -> int:
    """Where the line with the type that the header announced stands; -1 if it does not come."""
    for at in range(pos, min(pos + MAX_VALUE_LINES, len(lines)) if name else pos):
        line = lines[at]
        if line.indent <= indent and line.body.startswith(name) and line.named and line.named.type == name:
            return at
        if header_at(line.body):
            break
    return -1


def _ends(line: Line, draft: Draft) -> bool:
    if is_chain(line.body) or header_at(line.body):
        return True
    return bool(draft.frames) and line.indent == 0 and not ARROW.match(line.body) and is_stop(line.body)


def _place(line: Line) -> re.Match[str] | None:
    body = line.body
    if len(body) > 3000 or not (" in " in body or body.startswith(("File ", "Cell ", "Input "))):
        return None
    return next((found for place in PLACES if (found := place.match(body))), None)


def _add(draft: Draft, line: Line, place: re.Match[str]) -> None:
    groups = place.groupdict()
    function = groups.get("function") or ""
    number = groups.get("line")
    draft.add_frame(PastedFrame(groups["path"] or "", int(number) if number else None, function), line.text)


def _set_current(draft: Draft, line: int, code: str) -> None:
    """The arrow shows the current line; in old versions only it tells the line's number."""
    if draft.frames:
        last = draft.frames[-1]
        draft.frames[-1] = PastedFrame(last.path, last.line or line, last.function, code)


def _is_last(line: Line, draft: Draft) -> bool:
    named = named_at(line.text.text, line.indent)
    return named is not None and bool(draft.frames) and (named.has_colon or named.strength != "weak")


def _close(draft: Draft, lines: list[Line], pos: int) -> int:
    line = lines[pos]
    named = line.named
    if named is not None:
        draft.set_named(line.text, named)
        draft.is_type_sure = True
        if not named.has_colon:
            return pos + 1
    return take_message(draft, lines, pos + 1, line.indent)
