"""Django's debug page as people copy it: a table with the exception's type and value, and frames in its own wording."""

import re
from itertools import takewhile

from ..draft import Draft
from ..lines import Line
from ..located import Located
from ..names import named_at
from ..reading import PastedFrame

FIELD = re.compile(
    r"(?P<name>Exception (?:Type|Value|Location)|Raised during|Request Method|Request URL|Django Version"
    r"|Python (?:Version|Executable|Path)|Server time|Request information)\s?:?\s{0,8}(?P<value>.*)"
)
LOCATION = re.compile(r"(?P<path>.{1,600}?),? line (?P<line>\d{1,7}),? in (?P<function>\S{1,200})(?P<rest>.*)$")
# As trackers of errors title them, too: `Type in GET /path`, `*Type* in *a/file.py:3*`.
WHERE = r"\*?\s{1,9}(?:(?:at|in [A-Z]{3,7}) /\S{0,500}|in \*?[\w./-]{1,300}\.py:\d{1,7}\*?)$"
HEADING = re.compile(r"(?:#{1,6} |\*)?")
TITLE = re.compile(rf"{HEADING.pattern}(?P<name>[\w.]{{2,200}}){WHERE}")
AT = re.compile(WHERE)
SWITCH = re.compile(r"Traceback\s{1,3}Switch to copy-and-paste view|Traceback Switch")
MAX_TABLE_LINES = 40
MAX_SAID = 20
MAX_PAGE_LINES = 4000


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads the table from its `Exception Type` on, and the frames below it if the page's own list of them follows; or
    the page's title and what stands below it, if that is all there is."""
    line = lines[pos]
    title = TITLE.match(line.body) if " /" in line.body or ".py:" in line.body else None
    if title is not None and _field(lines, pos + 1, "Exception Type") is None:
        return _titled(lines, pos, line.indent + title.start("name"))
    if title is None and not line.body.startswith("Exception Type"):
        return None
    fields, end = _table(lines, pos + 1 if title else pos)
    kind = fields.get("Exception Type")
    named = named_at(AT.sub("", kind.text).strip()) if kind else None
    if kind is None or named is None:
        return None
    draft = Draft("django", line.text.at[line.indent], line.text.end)
    draft.set_named(kind.cut(0, named.type_span[1]), named)
    draft.message = [fields["Exception Value"]] if "Exception Value" in fields else []
    draft.is_type_sure = True
    end = _frames(draft, lines, end)
    if not draft.frames and "Exception Location" in fields:
        _add(draft, fields["Exception Location"])
        draft.is_guess = True
    draft.end = max(draft.end, *(text.end for text in fields.values()))
    return draft, end


def _titled(lines: list[Line], pos: int, start: int) -> tuple[Draft, int] | None:
    """`Type at /path` and the message: of a name that is no sure one only where the paste begins with it."""
    line = lines[pos]
    named = named_at(AT.sub("", line.text.text), start)
    is_first = not any(before.body for before in lines[:pos])
    said = list(takewhile(lambda below: below.body and not FIELD.match(below.body), lines[pos + 1 : pos + MAX_SAID]))
    if named is None or not said or named.strength == "weak" or (named.strength == "medium" and not is_first):
        return None
    draft = Draft("django", line.text.at[start], said[-1].text.end)
    draft.set_named(line.part(0, named.type_span[1]), named)
    draft.message = [below.part(below.indent + _heading(below)) for below in said]
    return draft, pos + 1 + len(said)


def _heading(line: Line) -> int:
    found = HEADING.match(line.body)
    return found.end() if found else 0


def _field(lines: list[Line], pos: int, name: str) -> int | None:
    return next((at for at in range(pos, min(pos + 15, len(lines))) if lines[at].body.startswith(name)), None)


def _table(lines: list[Line], pos: int) -> tuple[dict[str, Located], int]:
    """The table's fields; a value may stand in the lines below its name."""
    fields: dict[str, Located] = {}
    name = ""
    end = pos
    for at in range(pos, min(pos + MAX_TABLE_LINES, len(lines))):
        line = lines[at]
        found = FIELD.match(line.body)
        if found is not None:
            if found["name"] in fields:
                break
            name = found["name"]
            if name == "Request information":
                break
            fields[name] = line.part(line.indent + found.start("value"))
            end = at + 1
        elif SWITCH.match(line.body) or name == "":
            break
        elif line.body and (name == "Exception Value" or not fields[name].text):
            fields[name] = _longer(fields[name], line)
            end = at + 1
    return fields, end


def _longer(value: Located, line: Line) -> Located:
    body = line.part(line.indent)
    if not value.text:
        return body
    return Located(f"{value.text}\n{body.text}", [*value.at, *body.at])


def _frames(draft: Draft, lines: list[Line], pos: int) -> int:
    switch = next((at for at in range(pos, min(pos + 12, len(lines))) if SWITCH.match(lines[at].body)), None)
    if switch is None:
        return pos
    for at in range(switch + 1, min(switch + MAX_PAGE_LINES, len(lines))):
        line = lines[at]
        if LOCATION.match(line.body) and line.body[:1] in "/~<C" and not line.body.endswith(","):
            _add(draft, line.part(line.indent))
            pos = at + 1
        elif draft.frames and not draft.frames[-1].code and line.body.endswith("…"):
            draft.set_code(line.body.rstrip("… "))
            pos = at + 1
        elif line.body.startswith("Request information"):
            break
    return pos


def _add(draft: Draft, text: Located) -> None:
    found = LOCATION.match(text.text)
    if found is not None:
        draft.add_frame(PastedFrame(found["path"].strip(), int(found["line"]), found["function"]), text)
