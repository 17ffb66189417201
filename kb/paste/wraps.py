"""Joins lines that a terminal or a mail program broke at its width: lines -> lines as they were printed."""

import re
from collections.abc import Iterator
from itertools import islice, pairwise

from .anchors import FRAME, QUOTES, header_at, is_chain
from .located import Located, join
from .names import named_at
from .stops import is_stop

MIN_WIDTH, MIN_SCREEN, MAX_WIDTH = 20, 50, 400
MAX_BROKEN, MAX_WORD = 2000, 200
WHOLE = re.compile(FRAME.pattern + r"{1,9}(?:,?\s{1,3}in\s{1,3}\S|\s*$)")
PLACE_SO_FAR = r"(?:,\s{0,3}(?:l|li|lin|line|line\s{1,3}\d{0,9}|line\s{1,3}\d{1,9},\s{0,3}(?:i|in)?)?)?"
OPEN_FRAME = re.compile(rf"File\s{{1,3}}[{QUOTES}][^{QUOTES}]{{0,600}}(?:[{QUOTES}]{PLACE_SO_FAR})?\s*$")
MAX_RUN = 200
SIDES = "│┃|╮╯║+"
OPEN_HEADER = re.compile(r"Traceback(?: \(most(?: recent(?: call)?)?)?\s*$")
REST_OF_HEADER = re.compile(r"[>\s]{0,8}(?:\(?most |recent |call |last\):)")
BOX = re.compile(r"\s*[│┃╭╰❱|+╮╯]")
# A box that fits the width: who drew it broke the lines around it between words.
FITTED = re.compile(r"╭.{0,400}╮$")
HYPHEN = re.compile(r"\w-$")
MARKS = re.compile(r"[\s~^]*$")
RULE = re.compile(r"\W{0,3}([=_*~^─-])\1{2}.{0,400}\1{3}$|(?:_ ){5}")
# A longer word is a path or a text, not a prefix.
WORD = re.compile(r"\[[^\]\s]{1,60}\]:?|\([^()]{1,100}\)|\S{1,60}(?!\S)")
DIGIT = re.compile(r"\d")
ZEROS = str.maketrans("123456789", "000000000")
TWO_WORDS = re.compile(r"\S{1,60}\s{1,9}\S{1,60}")
REPORT = re.compile(r"[E>]\s{2,}|\S{1,300}:\d{1,7}: ")


def unwrap(lines: list[Located]) -> list[Located]:
    """Joins what was broken inside words at one fixed width, or between words where the next word did not fit.

    Either must be shown: by frame lines that are only whole with the next line, or by full lines that are all equally
    long. Otherwise the lines stay as they are.
    """
    broken = dict(islice(_broken(lines), MAX_BROKEN))
    width = max((len(line.text) for line in lines), default=0)
    if width < MIN_WIDTH:
        return lines
    gaps = _gaps_inside(lines, broken, width) if width <= MAX_WIDTH else {}
    return _joined(lines, gaps or _gaps_between(lines, broken, width))


def _gaps_inside(lines: list[Located], broken: dict[int, str], width: int) -> dict[int, str]:
    """The lines that a screen of this width broke wherever it ended; none if that is not shown."""
    if " " in broken.values() or any(len(lines[pos].text) != width for pos in broken):
        return {}
    full = {pos for pos in range(len(lines) - 1) if len(lines[pos].text) == width and _is_full(lines[pos])}
    if not full or any(FITTED.match(line.text) for line in lines if len(line.text) == width):
        return {}
    is_screen = width >= MIN_SCREEN and any(_is_inside_word(lines, pos) for pos in full)
    if is_screen and any(_is_one_run(lines, pos) for pos in full if {pos + 1, pos + 2} <= full):
        return {pos: "" for pos in full if lines[pos + 1].text.strip()}
    full = {pos for pos in full if _continues(lines, pos)}
    is_shown = is_screen and len(full) > 1 and any(_is_inside_word(lines, pos) for pos in full)
    if is_shown or (full and broken) or any(_is_island(lines, pos + 1) for pos in full):
        return dict.fromkeys(full, "")
    return {}


def _gaps_between(lines: list[Located], broken: dict[int, str], width: int) -> dict[int, str]:
    """The lines broken between words, and what belongs there: a blank, or nothing behind a hyphen."""
    reach = max((len(lines[pos].text) for pos in broken), default=width)
    seats = range(len(lines) - 1) if broken else _before_islands(lines)
    # Longer words than that are not taken to the next line whole.
    full = [pos for pos in seats if len(lines[pos].text) + MAX_WORD >= reach and _was_full(lines, pos, reach)]
    gaps = {
        pos: "" if broken and HYPHEN.search(lines[pos].text) else " "
        for pos in full
        if _continues(lines, pos) and (broken or _is_island(lines, pos + 1))
    }
    return gaps | broken


def _before_islands(lines: list[Located]) -> list[int]:
    """The positions of lines that begin like one of their neighbours, but not like the next line."""
    starts = _zeroed([_first_word(line.text) for line in lines])
    return [
        pos
        for pos, (one, two) in enumerate(pairwise(starts))
        if one
        and one != two
        and not one.isalpha()
        and one in (starts[pos - 1] if pos else "", *starts[pos + 2 : pos + 3])
    ]


def _is_full(line: Located) -> bool:
    """Does the line end with text, not with a box, a rule or blanks?"""
    text = line.text
    return not text.endswith("  ") and text[-1] not in SIDES and not RULE.match(text)


def _is_one_run(lines: list[Located], pos: int) -> bool:
    """Are these three full lines parts of one? Not if they begin alike or are set in."""
    one, two, three = (line.text for line in lines[pos : pos + 3])
    return not _is_alike(one, two) and not _is_alike(two, three) and not two[:1] == three[:1] == " "


def _is_island(lines: list[Located], pos: int) -> bool:
    """Do the lines around this one begin alike, and this one not?"""
    full = lines[pos - 1].text
    around = [lines[at].text for at in (pos - 2, pos + 1) if 0 <= at < len(lines)]
    near = [lines[at].text for at in range(max(0, pos - 6), min(len(lines), pos + 7)) if at != pos]
    is_alone = not any(_is_alike(lines[pos].text, other) for other in near)
    return is_alone and any(_is_alike(full, other) for other in around)


def _broken(lines: list[Located]) -> Iterator[tuple[int, str]]:
    """The positions of frames and headers broken in two, and what belongs between the parts."""
    for pos in range(len(lines) - 1):
        text = lines[pos].text
        gap = _gap(lines, pos) if "File" in text else None
        if gap is None and OPEN_HEADER.search(text) and REST_OF_HEADER.match(lines[pos + 1].text):
            gap = "" if text.endswith(" ") or lines[pos + 1].text.startswith(" ") else " "
        if gap is not None:
            yield pos, gap


def _gap(lines: list[Located], pos: int) -> str | None:
    """What must stand between this line and the next, which only together are a frame; None if they are not that."""
    text = lines[pos].text.rstrip()
    if not OPEN_FRAME.match(text, max(0, text.rfind("File "))):
        return None
    following = lines[pos + 1].text.strip()
    third = lines[pos + 2].text.strip() if pos + 2 < len(lines) else ""
    # However the three are joined, a whole frame says this word; that is asked first, since seven searches cost more.
    if "line" not in "".join(f"{text}{following}{third}".split()):
        return None
    if WHOLE.search(lines[pos].text + lines[pos + 1].text):
        return ""
    for gap in ("", " "):
        rests = (following, following + third, f"{following} {third}")
        if any(WHOLE.search(text + gap + rest) for rest in rests):
            return gap
    return None


def _is_inside_word(lines: list[Located], pos: int) -> bool:
    return lines[pos].text[-1:].isalnum() and lines[pos + 1].text[:1].isalnum()


def _was_full(lines: list[Located], pos: int, reach: int) -> bool:
    word = lines[pos + 1].text.split(None, 1)
    return bool(word) and len(lines[pos].text.rstrip()) + 1 + len(word[0]) > reach


def _joined(lines: list[Located], gaps: dict[int, str]) -> list[Located]:
    """The lines joined where `gaps` gives what belongs between a line and the next."""
    if not gaps:
        return lines
    joined: list[Located] = []
    run: list[Located] = []
    for pos, line in enumerate(lines):
        between = gaps.get(pos) if len(run) < MAX_RUN else None
        if between is None:
            run.append(line)
            joined.append(join(run) if len(run) > 1 else line)
            run = []
        else:
            bare = line if between == "" else line.cut(0, len(line.text.rstrip()))
            run.append(join([bare, Located(between, [bare.end] * (len(between) + 1))]) if between else bare)
    return joined


def _continues(lines: list[Located], pos: int) -> bool:
    """Could the next line be the rest of this one? Not if it begins something of its own."""
    line, following = lines[pos].text, lines[pos + 1].text
    # Two that begin alike carry the same prefix: so it is with nearly all lines of a log, so it is asked first.
    if not line.strip() or not following.strip() or _is_alike(line, following):
        return False
    if BOX.match(following) or MARKS.match(following):
        return False
    if len(following) - len(following.lstrip()) > 1 or RULE.match(line) or REPORT.match(following):
        return False
    if header_at(following) or is_chain(following) or is_stop(following.lstrip()) or FRAME.search(following[:700]):
        return False
    if following.lstrip().startswith("File "):
        return False
    named = named_at(following)
    return named is None or named.strength == "weak"


def _is_alike(line: str, other: str) -> bool:
    """Do the lines begin with the same prefix, numbers aside? A first word that is only letters shows nothing."""
    if line[:1] != other[:1] and not (line[:1].isdigit() and other[:1].isdigit()):
        return False
    one, two = _zeroed([_first_word(line), _first_word(other)])
    return one == two and one != "" and not one.isalpha()


def _first_word(line: str) -> str:
    """The first word, or two if the first one is only letters (`ERROR app.py:3`)."""
    found = WORD.match(line)
    if found is not None and found.group().isalpha():
        found = TWO_WORDS.match(line) or found
    return found.group() if found else ""


def _zeroed(words: list[str]) -> list[str]:
    """The words with zeros for digits; all at once, which is many times as fast."""
    joined = "\n".join(words)
    return (joined.translate(ZEROS) if joined.isascii() else DIGIT.sub("0", joined)).split("\n") if words else []
