"""Errors of Go, Ruby, Rust and PHP programs: read as what they are, so that nobody takes them for Python's."""

import re

from ..draft import Draft
from ..lines import Line, next_filled
from ..reading import PastedFrame

MAX_LINE = 4000
PANIC = re.compile(r"(?:panic|fatal error): (?P<text>.{1,2000}?)(?: \[recovered\])?$")
GOROUTINE = re.compile(r"goroutine \d{1,9} \[")
GO_CALL = re.compile(r"(?:created by )?(?P<function>[\w./*()-]{1,300}?)(?:\([^()]{0,300}\)| in goroutine \d+)?$")
GO_PLACE = re.compile(r"(?P<path>\S{1,400}\.(?:go|s)):(?P<line>\d{1,7})(?: \+0x[0-9a-f]+)?$")
RUBY = re.compile(
    r"(?P<path>\S{1,400}):(?P<line>\d{1,7}):in [`'](?P<function>[^'`]{1,200})': "
    r"(?P<text>.{0,2000}) \((?P<type>[A-Z][\w:]{1,100})\)$"
)
RUBY_FROM = re.compile(r"(?:from )?(?P<path>\S{1,400}):(?P<line>\d{1,7}):in [`'](?P<function>[^'`]{1,200})'$")
RUST = re.compile(r"thread '[^']{0,100}'(?: \(\d+\))? panicked at (?P<rest>.{1,2000})$")
RUST_PLACE = re.compile(r"(?P<path>[^\s:]{1,400}\.rs):(?P<line>\d{1,7}):\d{1,7}:?$")
RUST_OLD = re.compile(r"'(?P<text>.{0,2000})', (?P<path>[^\s:]{1,400}\.rs):(?P<line>\d{1,7})(?::\d{1,7})?$")
PHP = re.compile(
    r"(?:PHP )?(?:Fatal error|Warning): {1,2}Uncaught (?P<type>[\w\\]{1,200}): "
    r"(?P<text>.{0,2000}) in (?P<path>\S{1,400}):(?P<line>\d{1,7})$"
)
PHP_FRAME = re.compile(r"#\d{1,4} (?:(?P<path>.{1,400})\((?P<line>\d{1,7})\): (?P<function>.{1,200})|\{main\})")


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads a panic or an uncaught error of these languages."""
    body = lines[pos].body
    if "panic" in body or "fatal error" in body:
        return _go(lines, pos) or _rust(lines, pos)
    if ":in " in body:
        return _ruby(lines, pos)
    return _php(lines, pos) if "Uncaught" in body else None


def _start(dialect: str, line: Line) -> Draft:
    return Draft(dialect, line.text.at[line.indent], line.text.end)


def _say(draft: Draft, line: Line, found: re.Match[str], group: str = "text") -> None:
    draft.message = [line.part(line.indent + found.start(group), line.indent + found.end(group))]


def _place(found: re.Match[str], function: str = "") -> PastedFrame:
    return PastedFrame(found["path"], int(found["line"]), function)


def _go(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    line = lines[pos]
    panic = PANIC.match(line.body)
    begin = next((at for at in range(pos + 1, min(pos + 30, len(lines))) if GOROUTINE.match(lines[at].body)), None)
    if panic is None or begin is None:
        return None
    draft = _start("go", line)
    _say(draft, line, panic)
    end, function = begin + 1, ""
    while (end := next_filled(lines, end)) < len(lines):
        place = GO_PLACE.match(lines[end].body)
        call = GO_CALL.match(lines[end].body)
        if place is not None:
            draft.add_frame(_place(place, function), lines[end].text)
        elif call is not None:
            function = call["function"]
        elif not GOROUTINE.match(lines[end].body):
            break
        end += 1
    draft.frames.reverse()
    return draft, end


def _rust(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    line = lines[pos]
    found = RUST.search(line.body, 0, MAX_LINE)
    if found is None:
        return None
    draft = _start("rust", line)
    rest = line.part(line.indent + found.start("rest"))
    old, place = RUST_OLD.match(rest.text), RUST_PLACE.match(rest.text)
    if old is not None:
        draft.message = [rest.cut(*old.span("text"))]
        draft.add_frame(_place(old), line.text)
        return draft, pos + 1
    said = next_filled(lines, pos + 1)
    if place is None or said >= len(lines):
        return None
    draft.add_frame(_place(place), line.text)
    draft.message = [lines[said].text]
    draft.end = lines[said].text.end
    return draft, said + 1


def _ruby(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    line = lines[pos]
    found = RUBY.search(line.body, 0, MAX_LINE)
    if found is None:
        return None
    draft = _start("ruby", line)
    _say(draft, line, found)
    draft.module, _, draft.type = found["type"].rpartition("::")
    draft.add_frame(_place(found, found["function"]), line.text)
    return _further(draft, lines, pos + 1, RUBY_FROM)


def _php(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    line = lines[pos]
    found = PHP.search(line.body, 0, MAX_LINE)
    if found is None:
        return None
    draft = _start("php", line)
    _say(draft, line, found)
    draft.module, _, draft.type = found["type"].rpartition("\\")
    draft.add_frame(_place(found), line.text)
    end = next_filled(lines, pos + 1)
    end = end + 1 if end < len(lines) and lines[end].body == "Stack trace:" else pos + 1
    return _further(draft, lines, end, PHP_FRAME)


def _further(draft: Draft, lines: list[Line], pos: int, pattern: re.Pattern[str]) -> tuple[Draft, int]:
    """The outer frames below the first line; they come innermost first."""
    while (at := next_filled(lines, pos)) < len(lines) and (found := pattern.match(lines[at].body)):
        if found["path"]:
            draft.add_frame(_place(found, found["function"]), lines[at].text)
        pos = at + 1
    draft.frames.reverse()
    return draft, pos
