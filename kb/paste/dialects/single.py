"""An error that is told in one line, wherever it stands in the line: `… ValueError: text`, `ValueError('text')`."""

import ast
import re

from ..anchors import frame_at, header_at
from ..draft import Draft
from ..escapes import decode
from ..heads import head_length
from ..languages import begins_foreign
from ..lines import Line
from ..located import Located
from ..message import take_message
from ..names import Named, is_of_errors, is_surely_type, may_name, named_at

MAX_LINE = 4000
MAX_ALONE = 5
MAX_QUOTED = 10  # lines of a message between backticks
# In ASCII: what stands before a name may be in a language that puts no space there.
WORD = re.compile(
    r"(?:(?<![\w.\"'(/=-])|(?<=\w\s[\"']))[A-Za-z_][\w.]{2,200}(?=[:：]|\([\w.]{1,60}\):|\s{1,2}[:：]|\s*$)", re.ASCII
)
CALLED = re.compile(r"(?<![\w.\"'/-])(?P<name>[^\W\d][\w.]{2,200})\((?P<args>[rbuf]{0,2}[\"'].*)")
OPENED = re.compile(r"\([rbuf]{0,2}[\"']")
KEYWORDS = "raise|except|assert|return|from|import|def|class|with|if|elif|for|while|await|yield"
# A heading that quotes is none.
CODE = re.compile(rf"(?:{KEYWORDS})\b|\d{{1,7}}\s{{2,}}|[-=]{{1,4}}> {{0,3}}\d|#(?!#{{0,5}}\s{{1,3}}`)|@")
# A test run's marks, one for each test: `.F.E` is no class in a module.
MARKS = re.compile(r"[.FEsxuXp]+$")
LITERAL = re.compile(r"[rbuf]{0,2}(?:\"(?:[^\"\\\n]|\\.){0,3900}\"|'(?:[^'\\\n]|\\.){0,3900}')")
# A debugger's words before the type, and its remark behind it.
OCCURRED = re.compile(r"(?P<said>Exception has occurred: [\w.]{1,200})(?:\s{1,20}\(.{0,200}\))?$")
# `OSError: Lost,` is an entry of a table in source code.
ENTRY = re.compile(r"[\w.]{1,80},$")
# What may stand before it: the mark of an item in a list.
ITEM = re.compile(r"\s*(?:(?:[-*•+]|\d{1,2}[.)])\s{1,4})?")
CLOSERS = {'"': '"', "'": "'", "`": "`", "(": ")", "[": "]", "<": ">", "*": "*"}


def read(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    """Reads a line that names an exception by its class; source code and words that merely look alike are declined."""
    line = lines[pos]
    if len(line.body) < 4 or CODE.match(line.body) or MARKS.match(line.body):
        return None
    if (occurred := OCCURRED.match(line.body)) is not None:
        line = Line.of(line.text.cut(0, line.indent + occurred.end("said")))
    named = find(line, is_alone=len(lines) <= MAX_ALONE)
    if named is None:
        return _read_called(line, pos)
    dialect = "foreign" if begins_foreign(before := line.text.text[: named.type_span[0]], len(before)) else "line"
    draft = Draft(dialect, line.text.at[named.type_span[0]], line.text.end)
    draft.set_named(line.text, named)
    if occurred is None and not _leads(line.text.text, named.type_span[0], line.indent):
        return draft, _take_closed(draft, lines, pos, line.text.text[: named.type_span[0]])
    if not named.has_colon and pos + 1 < len(lines) and _is_words(lines[pos + 1]):
        draft.message = [lines[pos + 1].text.strip()]
        draft.end = lines[pos + 1].text.end
        draft.is_guess = True
        return draft, pos + 2
    return draft, take_message(draft, lines, pos + 1, line.indent) if named.has_colon else pos + 1


def find(line: Line, is_alone: bool = False) -> Named | None:
    """The exception that the line names: by a sure name anywhere; by a likely one at its start, if it stands alone."""
    text = line.text.text
    if not is_alone and not may_name(text):
        return None
    for word in WORD.finditer(text, 0, MAX_LINE):
        named = line.named if word.start() == line.indent else named_at(text, word.start())
        if named is None or named.strength == "weak":
            continue
        is_first = _leads(text, word.start(), line.indent) or OCCURRED.match(line.body) is not None
        # `) -> typing.Any:` has no word but the module to show that it is an error.
        is_free = is_first or (named.has_colon and (is_surely_type(word.group()) or is_of_errors(word.group())))
        if named.strength == "strong" and is_free and not ENTRY.match(text, named.rest):
            return named
        if is_alone and named.has_colon and _is_likely(named, text):
            return named
    return None


def _is_likely(named: Named, text: str) -> bool:
    starts = ITEM.fullmatch(text, 0, named.type_span[0]) is not None
    return starts and named.strength == "medium" and named.type not in ("Error", "Warning") and named.rest < len(text)


def _leads(text: str, start: int, indent: int) -> bool:
    return start == indent or start == head_length(text)


def _is_words(line: Line) -> bool:
    """A message on the line below its type: words, not another mark of anything."""
    if " " not in line.body or not line.body[0].isalnum() or header_at(line.body) or frame_at(line.body):
        return False
    return find(line) is None


def _take_closed(draft: Draft, lines: list[Line], pos: int, before: str) -> int:
    """Takes the message up to what closes it, which backticks may do some lines below."""
    is_open = before.endswith("`") and not before.endswith("``") and "`" not in draft.message[0].text
    for at in range(pos + 1, min(pos + MAX_QUOTED, len(lines))) if is_open else ():
        if not lines[at].body or "```" in lines[at].body:
            break
        if (end := lines[at].text.text.find("`")) >= 0:
            draft.message += [*(line.text for line in lines[pos + 1 : at]), lines[at].text.cut(0, end)]
            draft.end = draft.message[-1].end
            return at + 1
    draft.message = [_closed(draft.message[0], before)]
    return pos + 1


def _closed(message: Located, before: str) -> Located:
    """Without the bracket or quote that was opened before the type and closes behind the message."""
    quote = next((sign for sign in "\"'`" if before.count(sign) % 2 and message.text.endswith(sign)), "")
    if quote and before[-1:] != quote:
        return decode(message.cut(0, len(message.text) - 1))
    closer = CLOSERS.get(before[-1:], "")
    if closer and closer in message.text:
        ends = [found.start() for found in re.finditer(re.escape(closer) + r"+(?=[\s,.;)\]}]|$)", message.text)]
        return message.cut(0, (ends[0] if closer in '"`*' else ends[-1]) if ends else message.text.rindex(closer))
    last = message.text[-1:]
    opener = next((one for one, other in CLOSERS.items() if other == last and one != other), None)
    if opener and before.count(opener) > before.count(last) and message.text.count(last) > message.text.count(opener):
        return message.cut(0, len(message.text) - 1)
    return message


def _read_called(line: Line, pos: int) -> tuple[Draft, int] | None:
    """An exception's repr: `raised unexpected: ValueError('text')`, `exception=ValueError('text')>`."""
    text = line.text
    if OPENED.search(text.text, 0, MAX_LINE) is None:
        return None
    found = next((one for one in CALLED.finditer(text.text, 0, MAX_LINE) if _is_repr(text.text, one)), None)
    if found is None:
        return None
    draft = Draft("repr", text.at[found.start()], text.end)
    draft.module, _, draft.type = found["name"].rpartition(".")
    draft.type_text = text.cut(found.start("name"), found.end("name"))
    literal = LITERAL.match(text.text, found.start("args"))
    start, end = literal.span() if literal else (found.start("args"), len(text.text))
    draft.message = [_said(text.cut(start, end))]
    draft.is_cut = literal is None
    return draft, pos + 1


def _is_repr(text: str, found: re.Match[str]) -> bool:
    """Does an error stand here that something reports, and not a call in source code or a word in a list?"""
    before = text[: found.start()]
    if before.endswith("= "):
        return False
    before = before.rstrip()
    return is_surely_type(found["name"]) and (not before or before.endswith((":", "=", ">,", "ExceptionInfo")))


def _said(literal: Located) -> Located:
    """What a string literal stands for; the literal itself if it is cut or no string."""
    try:
        value = ast.literal_eval(literal.text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return literal
    if not isinstance(value, str):
        return literal
    return Located(value, [literal.start] * len(value) + [literal.end])
