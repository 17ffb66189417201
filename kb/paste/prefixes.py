"""Takes the log prefix off each line and keeps apart what several processes printed: lines -> streams of lines.

Prefixes are told by structure, not by tool: what stands in front of lines that can only be a traceback's, in one shape
(digits aside) on two lines or more, or in front of nearly all lines.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from .anchors import frame_at, header_at
from .located import Located
from .names import named_at

MAX_PREFIX = 200
MAX_SHAPES = 24
MAX_SAMPLE = 400
MIN_CLIPPED = 3
MAX_ROWS = 60
DIGITS = re.compile(r"\d+")
ZEROS = str.maketrans("123456789", "000000000")
TOKEN = re.compile(r"\d+|\s+|[^\W\d]+|.", re.DOTALL)
TIME = re.compile(
    r"\d{4}[-/.]\d\d[-/.]\d\d|\d{1,2}:\d\d:\d\d(?:[.,]\d{1,9})?|\d{1,2}/\d{1,2}/\d{2,4}|\d\d-\d\d(?= )"
    r"|[A-Z][a-z]{2} [ \d]\d(?= )|\d{10,19}(?:\.\d{1,9})?|\d{1,9}\.\d{3,9}|[+-]\d\d:?\d\d(?=\s|$)"
)
QUOTATION = re.compile(r"(?!>>>)(?:> ?){1,5}")
BORDER = re.compile(r"[\s╭─━│┃┌┏❱|+-]*$")
# A line's first word, or what stands in brackets there.
MARK = re.compile(r"\s{0,8}(?:\[[^\]\s]{1,60}\]:?|\([^()]{1,100}\)|\S{0,100})")
# pytest's mark before what an error says.
REPORTED = re.compile(r"(?<!\w)E {3,12}(?=\w)")
NAMED = re.compile(r"(?<![\w.])(?:[a-z]\w{0,60}\.){0,9}[A-Z]\w{0,60}(?:Error|Exception|Warning)(?::\s|\s*$)")
PLACE = re.compile(r"\S{1,300}\.\w{1,5}:\d{1,7}:$")
MARGIN = re.compile(r"(?:^|(?<=\s))[|+][\s+-]*$")


@dataclass(frozen=True, slots=True)
class Stream:
    """The lines that one source printed, its prefix taken off; `prefix` is the first one met, "" for bare lines."""

    prefix: Located | None
    lines: list[Located]


def split_streams(lines: list[Located]) -> list[Stream]:
    """The lines by source, each source in the order of its first line. One stream if no prefix is found."""
    shapes = _shapes(lines)
    if not shapes:
        return [_quoted(lines)]
    pattern = re.compile("|".join(shapes))
    cuts = [_cut(pattern, line) for line in lines]
    keys = _keys([line.text[:cut] for line, cut in zip(lines, cuts, strict=True)])
    _mend_clipped(lines, cuts, keys)
    streams: dict[str, Stream] = {}
    for line, cut, key in zip(lines, cuts, keys, strict=True):
        stream = streams.setdefault(key, Stream(line.cut(0, cut) if cut else None, []))
        stream.lines.append(_unquoted(line, cut))
    return list(streams.values())


def _quoted(lines: list[Located]) -> Stream:
    """The marks of a quotation are told by every line having them, whatever stands behind."""
    filled = [line for line in lines if line.text.strip()]
    marks = [found.end() if (found := QUOTATION.match(line.text)) else 0 for line in filled]
    if not marks or not all(marks):
        return Stream(None, lines)
    return Stream(filled[0].cut(0, marks[0]), [line.cut(_cut(QUOTATION, line)) for line in lines])


def _unquoted(line: Located, cut: int) -> Located:
    """The line behind its prefix; a quote that the prefix opens is closed at the line's end."""
    is_quoted = line.text[:cut].endswith('"') and line.text.endswith('"') and len(line.text) > cut
    return line.cut(cut, len(line.text) - 1) if is_quoted else line.cut(cut)


def _cut(pattern: re.Pattern[str], line: Located) -> int:
    found = pattern.match(line.text)
    return found.end() if found else 0


def _mend_clipped(lines: list[Located], cuts: list[int], keys: list[str]) -> None:
    """A selection that began inside a line's prefix: what is left of it, above whole ones, is a prefix too."""
    heads = [at for at in range(len(lines) - 1) if not cuts[at] and cuts[at + 1] and lines[at].text.strip()]
    for at in heads[:MAX_SHAPES]:
        prefix = lines[at + 1].text[: cuts[at + 1]].rstrip()
        first = _kind(lines[at].text[0])
        for start in range(1, len(prefix) - MIN_CLIPPED + 1):
            if _kind(prefix[start]) != first:
                continue
            found = re.match(_pattern(prefix[start:]) + r"[ \t\xa0]?", lines[at].text)
            if found is not None:
                cuts[at], keys[at] = found.end(), keys[at + 1]
                break


def _keys(prefixes: list[str]) -> list[str]:
    """A name for each line's source: its prefix without times, and without numbers that change with each line."""
    keys = _timeless(prefixes)
    distinct = list(set(keys))
    masks = _masked(distinct)
    shapes = {mask: DIGITS.sub("0", mask) for mask in set(masks)}
    shape_of = {key: shapes[mask] for key, mask in zip(distinct, masks, strict=True)}
    shaped = [shape_of[key] for key in keys]
    lines_of = Counter(shaped)
    names_of = Counter(shape_of.values())
    return [
        shape if names_of[shape] > max(4, lines_of[shape] // 3) or lines_of[shape] == names_of[shape] > 2 else key
        for key, shape in zip(keys, shaped, strict=True)
    ]


def _kind(sign: str) -> str:
    """What `_pattern` takes for alike: digits, blanks, the sign itself."""
    return "0" if sign.isdigit() else " " if sign.isspace() else sign


def _masked(lines: Sequence[str]) -> list[str]:
    """Each of them with its digits as zeros; all at once, which is many times as fast."""
    return "\n".join(lines).translate(ZEROS).split("\n") if lines else []


def _timeless(prefixes: list[str]) -> list[str]:
    """The prefixes without times. Where times stand does not depend on the digits in them, so that prefixes which
    differ in digits alone, as those of a log do, are looked through once."""
    kept_of: dict[str, list[tuple[int, int]]] = {}
    keys = []
    for prefix, masked in zip(prefixes, _masked(prefixes), strict=True):
        kept = kept_of.get(masked)
        if kept is None:
            times = [0, *(at for found in TIME.finditer(prefix) for at in found.span()), len(prefix)]
            kept = kept_of[masked] = list(zip(times[::2], times[1::2], strict=True))
        keys.append(" ".join("".join([prefix[start:end] for start, end in kept]).split()))
    return keys


def _shapes(lines: list[Located]) -> list[str]:
    """Patterns for the prefixes in use, the longest first."""
    has_groups = any("Exception Group" in line.text for line in lines)
    seats: dict[str, list[int]] = {}
    for index, before in _befores(lines, has_groups):
        seats.setdefault(_pattern(before.rstrip()), []).append(index)
    often = sorted(seats, key=lambda shape: -len(seats[shape]))[:MAX_SHAPES]
    known = {shape for shape in often if _recurs(shape, seats[shape], lines)}
    for shape in set(often) - known:
        whole = _unclipped(shape, seats[shape], lines)
        known |= {whole} if whole else set()
    known |= {_pattern(before.rstrip()) for before in _common_starts(lines, has_groups)}
    longest_first = sorted(known, key=len, reverse=True)
    return [f"{shape}[ \\t\\xa0]{{0,{_room(shape, lines)}}}" for shape in longest_first]


def _room(shape: str, lines: list[Located]) -> int:
    """How many blanks belong to a prefix: as many as stand behind it on each of its lines."""
    pattern = re.compile(shape + r"(?P<room>[ \t\xa0]*+)(?=\S)")
    found = islice((match for line in lines if (match := pattern.match(line.text))), MAX_SAMPLE)
    return min((len(match["room"]) for match in found), default=1)


def _recurs(shape: str, seats: list[int], lines: list[Located]) -> bool:
    """Does another line nearby start alike? Otherwise it is no prefix but part of the one line (`> File …`)."""
    pattern = re.compile(shape)
    for seat in seats[:5]:
        said = pattern.sub("", lines[seat].text, count=1)
        for other in _near(seat, lines):
            text = lines[other].text
            # The same behind another number is the same line of another process, and shows nothing about this one.
            if pattern.match(text) and pattern.sub("", text, count=1) != said:
                return True
    return False


def _near(seat: int, lines: list[Located]) -> Iterator[int]:
    return (at for at in range(max(0, seat - 4), min(len(lines), seat + 5)) if at != seat)


def _unclipped(shape: str, seats: list[int], lines: list[Located]) -> str | None:
    """The whole prefix if the first line has lost the start of its own, as a line near it shows it."""
    if len(shape) < MIN_CLIPPED:
        return None
    pattern = re.compile(r"\S{1,60}?" + shape)
    found = (pattern.match(lines[at].text) for at in _near(seats[0], lines))
    return next((_pattern(match.group()) for match in found if match), None)


def _befores(lines: list[Located], has_groups: bool) -> Iterator[tuple[int, str]]:
    """What stands before frames, by line. Heads of log records stand before a traceback's first line only."""
    for index, line in enumerate(lines):
        text = line.text
        found = None if header_at(text) else frame_at(text) or _told_at(text)
        if found is None or found.start() == 0:
            continue
        before = _without_border(text[: found.start()], has_groups)
        # Words and numbers before a name are the line's own: `204     OSError: Lost,`, `except KeyError:`.
        if found.re is NAMED and before.replace(" ", "").isalnum():
            continue
        # A report's own `E` is left to its reader unless a whole traceback stands behind it.
        if _is_prefix(before) and (before.strip() != "E" or (found.re not in (REPORTED, NAMED) and " in " in text)):
            yield index, before


def _told_at(text: str) -> re.Match[str] | None:
    """Where a line names an error, as a test report's or as a log's line does."""
    if "E   " in text and (found := REPORTED.search(text, 0, 400)):
        return found
    may_name = "Error" in text or "Exception" in text or "Warning" in text
    return NAMED.search(text, 0, 400) if may_name else None


def _without_border(before: str, has_groups: bool) -> str:
    """Leaves the frame of a box and the margin of an exception group to those who read them."""
    if has_groups:
        return MARGIN.sub("", before)
    if any(sign in before for sign in "╭─│┃❱┌"):
        box = min(before.find(sign) for sign in "╭─│┃❱┌" if sign in before)
        return before[:box]
    return before


def _is_prefix(before: str) -> bool:
    bare = before.strip()
    if not bare or len(before) > MAX_PREFIX or bare in ("File", "Caused by:") or PLACE.match(bare):
        return False
    return not any(
        (name := named_at(before, word.start())) and name.strength == "strong"
        for word in re.finditer(r"[\w.]+(?=:)", before)
    )


def _pattern(before: str) -> str:
    """A pattern for a prefix: digits may differ, the rest is the same."""
    parts = []
    for token in TOKEN.findall(before):
        if token.isdigit():
            parts.append(r"\d{1,20}")
        elif token.isspace():
            parts.append(r"\s{1,60}")  # compose pads names to the longest one
        else:
            parts.append(re.escape(token))
    return "".join(parts)


def _common_starts(lines: list[Located], has_groups: bool) -> Iterable[str]:
    """Starts shared by most lines, though no frame stands behind them."""
    filled = [line.text[:MAX_PREFIX] for line in lines[:MAX_SAMPLE] if line.text.strip()]
    texts = [text for text in filled if not _is_bare_mark(text)]
    groups: dict[str, list[str]] = {}
    for text in texts:
        word = text[: MARK.match(text).end()]  # type: ignore[union-attr]
        if word.strip() and _marks(word.strip(), has_groups):
            groups.setdefault(DIGITS.sub("0", word), []).append(text)
    big = [group for group in groups.values() if len(group) >= max(3, len(filled) // 10)]
    if sum(map(len, big)) < 0.8 * len(filled):
        return []
    return filter(None, map(_shared, big))


def _is_bare_mark(text: str) -> bool:
    """Frames and source lines look alike without carrying a prefix."""
    found = frame_at(text)
    return text[0].isspace() or (found is not None and found.start() == 0)


def _marks(word: str, has_groups: bool) -> bool:
    """Could a line's first word be part of a prefix? What draws lists, boxes, rules and arrows could not."""
    if (
        word in ("-", "*", "•", "+", "#")
        or word[0] in "╭─│┃❱╰┌└"
        or word.startswith(("--", "==", "__", '"', "'", "^", "~"))
    ):
        return False
    return not (has_groups and word[0] in "|+")


def _shared(texts: list[str]) -> str:
    """The longest start that all texts share, numbers and widths aside; "" if it is made of words and numbers only."""
    rows = [TOKEN.findall(text) for text in texts[:MAX_ROWS]]
    shared = []
    for column in zip(*rows, strict=False):
        if not all(_same(token, column[0]) for token in column):
            break
        shared.append(min(column, key=len) if column[0].isspace() else column[0])
    start = "".join(shared)
    is_whole = sum(1 for row in rows if len(row) == len(shared)) > len(rows) // 2
    has_sign = any(not sign.isalnum() and not sign.isspace() for sign in start)
    return start if has_sign and not is_whole and _is_prefix(start) else ""


def _same(one: str, other: str) -> bool:
    return one == other or (one.isdigit() and other.isdigit()) or (one.isspace() and other.isspace())
