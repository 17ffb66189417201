"""pytest's own reports: source with `>` and `E`, then `path:3: Type`; the short and the one-line style; its summary."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from ..anchors import header_at, is_chain
from ..draft import Draft
from ..languages import is_of_python
from ..lines import MAX_BLANK, Line, next_filled
from ..located import Located
from ..names import named_at, named_in
from ..reading import PastedFrame

PATH = r"(?P<path>(?:[A-Za-z]:)?[^\s:<>\"'][^:<>\"']{0,400}\.\w{1,4}|<[\w .-]{1,60}>)"
# Templates name their parts in words: `in top-level template code`.
PLACE = re.compile(
    rf"{PATH}:(?P<line>\d{{1,7}}):"
    r"(?:\sin\s(?P<function>\S{1,200}(?: \S{1,60}){0,5})|\s?(?P<type>[A-Za-z_][\w.]{0,200})?)\s*$"
)
ONE_LINE = re.compile(rf"{PATH}:(?P<line>\d{{1,7}}): (?=[A-Za-z_])")
ERROR = re.compile(r"E(?:\s{2,3}|$)")
CURRENT = re.compile(r">\s{1,60}(?=\S)")
DEF = re.compile(r"(?:async )?def (\w{1,200})\s?\(")
HEADING = re.compile(r"_{3,} .{1,200} _{3,}$")
RULE = re.compile(r"(?:_ ){5,}_?\s*$")
END = re.compile(r"_{3,} .{1,200} _{3,}$|={3,}|-{3,} Captured |-{20,}")
UNREAD = "???"  # what stands for source that cannot be read
LOOK_AHEAD = 120
MAX_FAILURE_LINES = 5000


@dataclass(slots=True)
class _Entry:
    """What was seen of one frame so far: its function's first line, and the current line."""

    function: str = ""
    code: str = ""


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads one failure from its heading, or from its source, `E` or place lines where the heading is missing."""
    line = lines[pos]
    if not _may_begin(line) or not _is_failure(lines, pos):
        return None
    draft = Draft("pytest", line.text.at[line.indent], line.text.end)
    stop = _end_of_first(lines, pos) if ERROR.match(line.body) else len(lines)
    end = _Report(draft).read(lines, pos + 1 if HEADING.match(line.body) else pos, stop)
    return (draft, end) if draft.frames or draft.type or draft.message else None


def read_one_line(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """`path:3: Type: message`: pytest's shortest style, and the way Python prints warnings."""
    line = lines[pos]
    found = ONE_LINE.match(line.body) if ": " in line.body else None
    named = named_at(line.body, found.end()) if found else None
    if found is None or named is None or named.strength != "strong" or not named.has_colon:
        return None
    is_warning = named.type.endswith("Warning")
    dialect = "warning" if is_warning else "pytest"
    draft = Draft(dialect if is_of_python(found["path"]) else "foreign", line.text.at[line.indent], line.text.end)
    body = line.part(line.indent)
    code = lines[pos + 1] if is_warning and pos + 1 < len(lines) and lines[pos + 1].indent > line.indent else None
    frame = PastedFrame(found["path"], int(found["line"]), "", code.body if code else "")
    draft.add_frame(frame, body.cut(0, found.end()))
    draft.set_named(body, named)
    return draft, pos + (2 if code else 1)


def _may_begin(line: Line) -> bool:
    body = line.body
    if body[:1] in "E>_@" or body.startswith(("def ", "async def ")):
        return bool(
            ERROR.match(body) or CURRENT.match(body) or HEADING.match(body) or DEF.match(body) or body[0] == "@"
        )
    return ".py:" in body and PLACE.match(body) is not None


def _is_failure(lines: list[Line], pos: int) -> bool:
    """Is there an `E` line, or a place with a function, before the report's next rule?"""
    line = lines[pos]
    if (place := PLACE.match(line.body)) is not None and not place["function"] and not place["type"]:
        return False
    ahead = MAX_FAILURE_LINES if HEADING.match(line.body) else LOOK_AHEAD
    for other in lines[pos : pos + ahead]:
        sign = other.body[:1]
        if sign in ("_", "=", "-") and other is not line and END.match(other.body):
            return False
        if sign == "E" and other.indent <= line.indent and ERROR.match(other.body):
            return True
    return False


def _end_of_first(lines: list[Line], pos: int) -> int:
    """Where the second error begins in a run of `E` lines that nothing else belongs to, as when only those are picked
    out of a report; the end of all lines where the run tells one error, which may tell a traceback in its message."""
    if not _is_within_run(lines, pos) and _tells_one(lines, pos):
        return len(lines)
    return next((at for at in islice(_run(lines, pos), 1, None) if _begins(_said_at(lines[at]))), len(lines))


def _run(lines: list[Line], pos: int) -> Iterator[int]:
    """Where the `E` lines stand from `pos` on that only blank lines part."""
    while pos < len(lines) and ERROR.match(lines[pos].body):
        yield pos
        pos = next_filled(lines, pos + 1)


def _is_within_run(lines: list[Line], pos: int) -> bool:
    """Does an `E` line stand above? What tells one error is read as a whole: reading begins within a run only where
    its first line has shown that it tells several, which is looked up once for all of them."""
    above = (line.body for line in reversed(lines[max(0, pos - MAX_BLANK - 1) : pos]) if line.body)
    return ERROR.match(next(above, "")) is not None


def _tells_one(lines: list[Line], pos: int) -> bool:
    """Does the place behind the run name its type, or its message tell a traceback, or its first line no type?"""
    run = list(islice(_run(lines, pos), LOOK_AHEAD))
    after = next_filled(lines, run[-1] + 1)
    if after < len(lines) and PLACE.match(lines[after].body):
        return True
    return not _begins(_said_at(lines[pos])) or any(header_at(_said_at(lines[at]).text) for at in run)


def _said_at(line: Line) -> Located:
    mark = ERROR.match(line.body)
    return line.part(line.indent + (mark.end() if mark else 0))


def _begins(text: Located) -> bool:
    """Does the text, which is not indented, name an exception for sure?"""
    named = None if text.text[:1].isspace() else named_in(text)
    return named is not None and named.strength == "strong" and named.has_colon


class _Report:
    """Goes through one failure's lines; the `E` lines at its end tell the error."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.entry = _Entry()
        self.wants_code = False
        self.errors: list[Located] = []
        self.blanks: list[Located] = []

    def read(self, lines: list[Line], pos: int, stop: int) -> int:
        while pos < stop:
            line = lines[pos]
            if END.match(line.body) or is_chain(line.body):
                break
            if self._is_next(line):
                break
            self._take(line)
            pos += 1
        self._close()
        return pos

    def _is_next(self, line: Line) -> bool:
        """In the short style the error's lines end the report; frames behind them are another failure's."""
        if self.errors and ONE_LINE.match(line.body) and not PLACE.match(line.body):
            return True
        return bool(self.errors) and self.wants_code and not ERROR.match(line.body) and bool(line.body)

    def _take(self, line: Line) -> None:
        body = line.body
        if mark := ERROR.match(body):
            self._say(line, line.indent + mark.end())
        elif self.errors and not self.draft.frames and line.indent >= 4:
            self._say(line, 4)
        elif not body:
            self.blanks.append(line.text)
        elif RULE.match(body):
            self.entry, self.wants_code = _Entry(), False
        elif (place := PLACE.match(body)) is not None:
            self._place(line, place)
        elif (current := CURRENT.match(body)) is not None and not self.wants_code:
            self.entry.code = body[current.end() :].removeprefix(UNREAD)
        elif self.wants_code and self.draft.frames and not self.draft.frames[-1].code and body:
            self.draft.set_code("" if body == UNREAD else body)
        elif (function := DEF.match(body)) is not None and not self.entry.function:
            self.entry.function = function.group(1)

    def _place(self, line: Line, place: re.Match[str]) -> None:
        self.wants_code = place["function"] is not None
        function = place["function"] or self.entry.function
        self.draft.add_frame(PastedFrame(place["path"], int(place["line"]), function, self.entry.code), line.text)
        if place["type"] and not self.draft.type and not self.wants_code:
            self.draft.module, _, self.draft.type = place["type"].rpartition(".")
        self.entry = _Entry()

    def _is_named(self, text: Located) -> bool:
        named = named_in(text)
        return named is not None and (named.strength != "weak" or named.type in (self.draft.type, "Failed"))

    def _say(self, line: Line, start: int) -> None:
        self.errors += [*(self.blanks if self.errors else []), line.part(start)]
        self.blanks = []

    def _close(self) -> None:
        """The first `E` line that names a type begins the message; without one the type stands behind the place."""
        texts = self.errors
        shift = min((len(text.text) - len(text.text.lstrip()) for text in texts if text.text.strip()), default=0)
        texts = [text.cut(min(shift, len(text.text))) for text in texts]
        at = next((at for at, text in enumerate(texts) if self._is_named(text)), None)
        # What stands before the type is the place of a syntax error, which pytest prints as Python does.
        if at is not None and (at == 0 or texts[0].text.lstrip().startswith("File ")):
            named = named_in(texts[at])
            if named is not None:
                self.draft.set_named(texts[at], named)
            self.draft.message += texts[at + 1 :]
        else:
            self.draft.message = texts
        self.draft.is_cut = not self.errors
        self.draft.is_type_sure = True
        if self.errors:
            self.draft.end = max(self.draft.end, self.errors[-1].end)
