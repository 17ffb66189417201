"""`Type: text` above frames in files of other languages, as Rails, Laravel, Dart or Elixir list them: not Python's."""

import re

from ..draft import Draft
from ..lines import Line, next_filled
from ..reading import PastedFrame

ENDS = "rb|erb|php|dart|exs?|erl|swift|kt|scala|clj|go|rs|lua|p[lm]|[cm]?[jt]sx?|cs|java|groovy"
# What stands before a place: a number, a word, an application with its version, a function with the place in brackets.
PLACE = re.compile(
    r"(?:#?\d{1,4}:?\s{1,8}|from |at )?(?:\([\w.]{1,60} [\w.]{1,20}\) )?(?:(?P<function>[\w.$<>]{1,200}) \()?"
    rf"(?P<path>(?:[a-z]{{2,12}}:)?[^\s:()]{{1,400}}\.(?:{ENDS}))[:(](?P<line>\d{{1,7}})(?!\d)"
)
# What every title begins with and few other lines do.
TITLE = re.compile(r"[^\W\d][\w.:<>]{1,300}(?:\([\w.]{1,99}\))?(?:\s{0,2}[:：]| \()")
# Rails puts the message in brackets: `ArgumentError (text):`.
BRACKETED = re.compile(r"(?P<type>[A-Z][\w:]{1,100}) \((?P<text>.{1,2000})\):$")


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads a title that such a frame follows at once or behind blank lines."""
    if TITLE.match(lines[pos].body) is None:
        return None
    first = next_filled(lines, pos + 1)
    if first >= len(lines) or PLACE.match(lines[first].body) is None:
        return None
    draft = _title(lines[pos])
    if draft is None:
        return None
    end = pos + 1
    while (at := next_filled(lines, end)) < len(lines) and (place := PLACE.match(lines[at].body)):
        draft.add_frame(PastedFrame(place["path"], int(place["line"]), place["function"] or ""), lines[at].text)
        end = at + 1
    draft.frames.reverse()
    return draft, end


def _title(line: Line) -> Draft | None:
    draft = Draft("foreign", line.text.at[line.indent], line.text.end)
    named = line.named
    if named is not None and named.has_colon and named.strength != "weak":
        draft.set_named(line.text, named)
        return draft
    found = BRACKETED.match(line.body)
    if found is None:
        return None
    draft.module, _, draft.type = found["type"].rpartition("::")
    body = line.part(line.indent)
    draft.type_text, draft.message = body.cut(*found.span("type")), [body.cut(*found.span("text"))]
    return draft
