"""Text in which no error is named: what it says as messages without a type, for whoever pasted only a message."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import accumulate, takewhile

from .clean import clean
from .documents import told
from .draft import Draft
from .heads import head_length, starts_record
from .languages import begins_foreign, goes_on_foreign
from .located import Located, join
from .names import NOT_TYPES, Named, named_in

MAX_MESSAGES = 20
MAX_SHORT_LINES = 40
MAX_LINES = 2000
MAX_TEXT = 200_000
MAX_MESSAGE = 10_000
LOUD = re.compile(r"\b(?:WARN(?:ING)?|ERR(?:OR)?|CRITICAL|FATAL|SEVERE|[Ee]rror|[Ff]atal|[Ww]arning)\b")
LABEL = re.compile(r"\s{0,40}(?:[Ee]rror|ERROR|[Ff]atal|FATAL|[Ww]arning|WARNING)\s?:\s{1,8}(?=\S)")
TOOL = re.compile(r"(?:[Ee]rror|ERROR|[Ff]atal|FATAL)\s?:\s{1,8}\S")
# That a command failed is what the error before it came to.
ENDED = re.compile(r"\bexit(?:ed\b|s\b|[ -](?:code|status)\b)|\bnon-zero\b", re.IGNORECASE)
RULE = re.compile(r"\s{0,8}([-=_*~#])\1{4,}\s*$")
WORD = re.compile(r"[^\W_]")
MARKED_UP = re.compile(r"(`|\*\*)(?P<inside>[^\n`*]+)\1$")


def messages(paste: Located) -> list[Draft]:
    """The messages of the loud log records in the text; without any, a record's own words or the text as a whole."""
    record = told(_bounded(paste))
    if record is not None:
        return [_message("record", record)]
    text, _ = clean(_bounded(paste))
    text = text.strip()
    if not text.text:
        return []
    lines = text.lines()
    seats = [*range(min(len(lines), MAX_LINES)), *range(max(MAX_LINES, len(lines) - MAX_LINES), len(lines))]
    loud = [draft for pos in seats if (draft := _loud(lines, pos)) is not None]
    if loud:
        return _distinct(loud)
    if len(lines) > MAX_SHORT_LINES:
        text = text.cut(0, MAX_MESSAGE)
    is_foreign = begins_foreign(lines[0].text, head_length(lines[0].text)) or goes_on_foreign(text.text)
    text = _bare(text)
    named = named_in(text) if len(lines) <= MAX_SHORT_LINES else None
    if named is None or not _may_be_type(named):
        return [_message("foreign" if is_foreign else "message", text)]
    draft = _message("foreign" if is_foreign else "line", text)
    draft.set_named(text, named)
    draft.is_type_sure = False
    return [draft]


def labelled(paste: Located, drafts: Sequence[Draft]) -> list[Draft]:
    """What tools print as `ERROR: text` beside the errors that were read: neither in one of them nor as its title."""
    text, _ = clean(_bounded(paste))
    lines = text.lines()[:MAX_LINES]
    read = [*_read_ones(lines, drafts), len(lines)]
    untitled = [draft.start for draft in drafts if draft.dialect == "usage"]
    found: list[Draft] = []
    for pos, line in enumerate(lines):
        end = read[bisect_left(read, pos)]
        if end == pos or not TOOL.match(line.text) or ENDED.search(line.text, 0, MAX_MESSAGE):
            continue
        if not _is_title(lines, pos, end, untitled) and (said := _loud(lines[:end], pos)) is not None:
            found.append(said)
    return _distinct(found)


def _read_ones(lines: list[Located], drafts: Sequence[Draft]) -> list[int]:
    """Which of the lines, in order, begin in one of the errors that were read."""
    spans = sorted((draft.start, draft.end) for draft in drafts)
    starts = [start for start, _ in spans]
    ends = [0, *accumulate((end for _, end in spans), max)]
    return [pos for pos, line in enumerate(lines) if line.start < ends[bisect_right(starts, line.start)]]


def _is_title(lines: list[Located], pos: int, end: int, untitled: Sequence[int]) -> bool:
    """Is the line the title of the error at `end`, or a heading between two rules, as test reports print them? One
    line with what the test is about may stand between it and the rule below. `untitled`: where errors start that are
    printed without a title, as what refuses a command line does."""
    rule = next((at for at in range(pos + 1, min(pos + 3, end)) if RULE.match(lines[at].text)), pos)
    if rule > pos and pos and RULE.match(lines[pos - 1].text):
        return True
    if end == len(lines) or any(lines[end].start <= start <= lines[end].end for start in untitled):
        return False
    return not any(WORD.search(line.text) for line in lines[rule + 1 : end])


def _may_be_type(named: Named) -> bool:
    """`Exit: 0` may name a class, `Note: x` does not."""
    is_word = named.type in NOT_TYPES and named.type != "Exit"
    return named.has_colon and named.type.lstrip("_")[:1].isupper() and not is_word


def _bounded(paste: Located) -> Located:
    """The start and the end of a long text: where nothing is named, the rest would not help."""
    if len(paste.text) <= MAX_TEXT:
        return paste
    return join([paste.cut(0, MAX_TEXT // 2), paste.cut(len(paste.text) - MAX_TEXT // 2)], "\n")


def _message(dialect: str, text: Located) -> Draft:
    return Draft(dialect, text.start, text.end, message=[text])


def _loud(lines: list[Located], pos: int) -> Draft | None:
    """A record of level warning or above, with the lines below it that have no head of their own."""
    line = lines[pos]
    if len(line.text) > 4000 or not LOUD.search(line.text):
        return None
    head = head_length(line.text)
    label = LABEL.match(line.text, head)
    start = label.end() if label else head
    if not (LOUD.search(line.text, 0, head) or label) or start >= len(line.text.rstrip()):
        return None
    is_foreign = begins_foreign(line.text[:start], start)
    draft = _message("foreign" if is_foreign else "log", line.cut(start))
    draft.label = line.text[head:start]
    rest = _until(lines[pos + 1 : pos + 30], lambda text: starts_record(text) or LABEL.match(text) is not None)
    said = _until(rest, lambda text: not text.strip())
    draft.message += said
    draft.end = draft.message[-1].end
    draft.dialect = "foreign" if goes_on_foreign(draft.message_text) else draft.dialect
    draft.tail = rest[len(said) :] if label else []
    return draft


def _until(lines: list[Located], is_end: Callable[[str], bool]) -> list[Located]:
    return list(takewhile(lambda line: not is_end(line.text), lines))


def _distinct(drafts: list[Draft]) -> list[Draft]:
    first: dict[str, Draft] = {}
    for draft in drafts:
        kept = first.setdefault(draft.message_text, draft)
        if kept is not draft:
            kept.count += 1
    return list(first.values())[:MAX_MESSAGES]


def _bare(text: Located) -> Located:
    """Without the head of a log record, and without marks of Markdown around the whole."""
    text = text.cut(head_length(text.text.partition("\n")[0])).strip()
    marked_up = MARKED_UP.match(text.text)
    return text.cut(*marked_up.span("inside")) if marked_up else text
