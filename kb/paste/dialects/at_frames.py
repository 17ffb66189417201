"""Stack traces whose frames begin with `at`: Java and its kin, Node and browsers, .NET. Innermost frame first."""

import re

from ..draft import Draft
from ..lines import Line
from ..names import Named
from ..reading import PastedFrame
from .single import find

JAVA = re.compile(
    r"at (?P<function>[\w.$<>/@ -]{1,300})"
    r"\((?P<path>[\w$-]{1,100}\.(?:java|kt|scala|groovy|clj)|Native Method|Unknown Source|<\w{1,30}>)"
    r"(?::(?P<line>\d{1,7}))?\)"
)
NODE = re.compile(
    r"at (?:(?P<function>(?:async |new )?[^\s()]{1,300}(?: \[as \w{1,80}\])?) \()?"
    r"(?P<path>(?:file://|node:|https?://|webpack[\w-]{0,20}:|[A-Za-z]:\\|/|\.|<)[^():]{0,400}(?::\d{1,5}/[^():]{0,300})?|[\w/-][\w./-]{0,300}\.[cm]?[jt]sx?)"
    r":(?P<line>\d{1,7})(?::\d{1,7})?\)?"
)
DOTNET = re.compile(
    r"at (?P<function>[\w.`<>\[\],+|$ ]{1,300}\([^()]{0,300}\))(?: in (?P<path>.{1,400}?):line (?P<line>\d{1,7}))?$"
)
FRAMES = (("java", JAVA), ("node", NODE), ("dotnet", DOTNET))
MORE = re.compile(r"\.\.\. \d{1,5} (?:more|common frames omitted)|--- End of .{0,80} ---|at ")
CAUSE = re.compile(r"(?:Caused by|Suppressed|\[cause\]|Wrapped by): ")
MAX_HEAD = 12


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads a line that names an error and the `at` frames below it, or below its message's further lines."""
    line = lines[pos]
    if ":" not in line.body and not line.body.endswith(("Error", "Exception")):
        return None
    first = _first_frame(lines, pos)
    # Frames below a line say that it names an error, whatever its type is called.
    named = find(line, is_alone=True) or _titled(line) if first is not None else None
    if first is None or named is None or line.body.startswith("at "):
        return None
    dialect, _ = _frame(lines[first]) or ("java", None)
    draft = Draft(dialect, line.text.at[named.type_span[0]], line.text.end)
    draft.set_named(line.text, named)
    draft.message += [other.text for other in lines[pos + 1 : first]]
    if CAUSE.match(line.body):
        draft.link = "nested"
    end = _read_frames(draft, lines, first)
    draft.frames.reverse()
    return draft, end


def _titled(line: Line) -> Named | None:
    """`Error: text`, as the languages print it that call so the class of any error."""
    named = line.named
    return named if named is not None and named.has_colon and named.type[:1].isupper() else None


def _first_frame(lines: list[Line], pos: int) -> int | None:
    for at in range(pos + 1, min(pos + MAX_HEAD, len(lines))):
        body = lines[at].body
        if body.startswith("at ") and _frame(lines[at]) is not None:
            return at
        if body.startswith(("Traceback", "File ")) or not (body or lines[at - 1].body):
            return None
    return None


def _frame(line: Line) -> tuple[str, PastedFrame] | None:
    if not line.body.startswith("at "):
        return None
    for dialect, pattern in FRAMES:
        found = pattern.match(line.body)
        if found is not None:
            number = found["line"]
            return dialect, PastedFrame(found["path"] or "", int(number) if number else None, found["function"] or "")
    return None


def _read_frames(draft: Draft, lines: list[Line], pos: int) -> int:
    while pos < len(lines):
        frame = _frame(lines[pos])
        if frame is not None:
            draft.add_frame(frame[1], lines[pos].text)
        elif not MORE.match(lines[pos].body):
            break
        pos += 1
    return pos
