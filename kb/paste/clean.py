"""Takes out of a text what only a screen or a page needs: colours, entities, tags, invisible characters, typography.

Each step maps Located -> Located and is skipped when the text gives no reason for it.
"""

import html
import re
from collections.abc import Callable
from itertools import islice

from .located import Located

DOUBLED = re.compile('""')
ESCAPE = r"(?:\x1b|\x9b|␛|\^\[|←|\\x1[bB]|\\u001[bB]|\\033|\\e|#x1[bB];?)"
# What each of them begins with: most texts hold none, and looking for all in one pattern is slow.
ESCAPES = ("\x1b", "\x9b", "␛", "^[", "←", "\\x1", "\\u001", "\\033", "\\e", "#x1")
ANSI = re.compile(
    r"\x1b\][^\x07\x1b]{0,2000}(?:\x07|\x1b\\)"
    rf"|{ESCAPE}\[[0-9;:?]{{0,40}}[A-Za-z]|\x9b[0-9;:?]{{0,40}}[A-Za-z]"
    r"|\x1b[()][A-Z0-9]|\x1b[=>78cDEHM]"
)
# Without its escape character a colour code is told by the reset that follows: `[1m30s` alone is a duration.
BARE_ANSI = re.compile(r"\[\d{1,3}(?:;\d{1,3}){0,8}m(?!\])|\[m(?![\]\w])|\[(?:\?\d{1,4}[hl]|\d?K)")
RESET = re.compile(r"\[(?:(?:0{1,2}|22|39|49|39;[\d;]{1,12})m(?!\])|m(?![\]\w]))")
INVISIBLE = re.compile("[\x00-\x08\x0e-\x1b\x7f\xad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
BLANK = re.compile("[\xa0\u1680\u2000-\u200a\u202f\u205f\u3000]")
SPACES = dict.fromkeys((0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000), " ")
# Browsers read `&nbsp` also where no semicolon ends it.
ENTITY = re.compile(r"&(?:(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z]{2,8});|nbsp)")
# Tags and entities beside such frames are the program's own, also in a literal.
RAW_FRAME = re.compile(r"File \\{0,8}\"[^\"\n]{1,600}\", line \d")
RAW_MODULE = re.compile(r"in <\w")
# Such frames have nothing to escape; a straight quote elsewhere shows that nothing was.
UNQUOTED_FRAME = re.compile(r"\.py:\d{1,7},? in \w|❱")
# What stands in a record's fields is cleaned once it is taken out; before that, a decoded quote would end the field.
RECORD = re.compile(r"\s{0,60}[{\[]\s{0,60}[\"'{\[]")
TAGS = (
    "a|abbr|article|aside|b|big|blockquote|body|br|button|center|cite|code|dd|details|div|dl|dt|em|font|footer|form|h[1-6]|head"
    "|header|hr|html|i|img|input|kbd|label|li|link|main|meta|nav|ol|p|pre|samp|section|small|span|strong|summary|table"
    "|tbody|td|textarea|th|thead|title|tr|tt|u|ul|!doctype"
)
TAG = re.compile(rf"<(?P<close>/?)(?P<name>{TAGS})(?:\s[^<>]{{0,800}})?/?>", re.IGNORECASE)
HIDDEN = re.compile(r"<(style|script)\b[^<>]{0,300}>[^<]{0,200000}</\1>|<!--[^<>]{0,2000}-->", re.IGNORECASE)
BREAKING = re.compile(r"(?:br|title|p|div|li|tr|h[1-6]|pre|table|ul|ol|hr|dt|dd|section|summary)$", re.IGNORECASE)
# The parts of a frame without quotes on lines of their own in a page's source, where browsers show one line.
PARTED = re.compile(r"(?<=[^\"'\s]),[ \t]{0,40}\n[ \t]{0,80}(?=line \d{1,7},|in [\w<])")
# What an editor puts around the places in a notebook's output, so that they can be clicked.
EDITOR = r"\]\((?:https?://file\+|file:|vscode|command:)[^()\s]{1,800}\)"
# Other servers of notebooks link the place alone, to an address of their own.
PLACE = r"(?<=\d)\]\((?=https?://[^()\s]{1,800}#line=\d)[^()\s]{1,800}\)"
LINK_ENDS = re.compile(rf"{EDITOR}|{PLACE}")
LINK_BEGINS = re.compile(rf"\[(?=[^\[\]\n]{{1,400}}(?:{LINK_ENDS.pattern}))")
REPEATED = re.compile(r" \[repeated \d{1,9}x across cluster\](?: \([^()\n]{0,300}\))?(?=[ \t]{0,20}(?:\n|\Z))")
STRAIGHT = {ord(sign): '"' for sign in "“”„‟«»「」＂"} | {ord(sign): "'" for sign in "‘’‚‛‹›"}
TYPOGRAPHIC = re.compile("[“”„‟«»「」＂‘’‚‛‹›]")
TYPESET_FRAME = re.compile("File [“”„‟«»「」＂‘’‚‛‹›]")

Step = Callable[[Located], Located]


def clean(text: Located) -> tuple[Located, list[str]]:
    """The text as it was before it was coloured, typeset or put on a page; and the steps that did something."""
    steps: tuple[tuple[str, Step], ...] = (
        ("csv", without_doubled_quotes),
        ("ansi", without_ansi),
        ("html", without_html),
        ("invisible", without_invisible),
        ("links", without_links),
        ("counts", without_counts),
        ("typography", with_straight_quotes),
    )
    done = []
    for name, step in steps:
        cleaned = step(text)
        if cleaned is not text:
            text = cleaned
            done.append(name)
    return text, done


def without_doubled_quotes(text: Located) -> Located:
    """A table's export doubles the quotes in its fields."""
    return text.sub(DOUBLED, '"') if 'File ""' in text.text else text


def without_ansi(text: Located) -> Located:
    """Colour and cursor codes go, also where the escape character was lost or spelt out (`[31m`, `^[[0m`)."""
    if any(escape in text.text for escape in ESCAPES):
        text = text.sub(ANSI, "")
    if "[" in text.text and RESET.search(text.text):
        text = text.sub(BARE_ANSI, "")
    return text


def without_html(text: Located) -> Located:
    """Tags go if the text is a piece of a page; entities are decoded unless a raw frame shows that it is no HTML."""
    if RECORD.match(text.text):
        return text
    is_page = "<" in text.text and _is_page(text.text)
    if is_page:
        text = text.sub(HIDDEN, "").sub(TAG, _tag).sub(PARTED, ", ")
    for _ in range(2):
        if "&" not in text.text or (not is_page and _has_raw_frames(text.text)):
            break
        text = text.sub(ENTITY, lambda found: html.unescape(found.group()))
    return text


def _is_page(text: str) -> bool:
    tags = islice(TAG.finditer(text), 40)
    closing = sum(1 for found in tags if found["close"] or found["name"] == "br")
    if closing == 0:
        return False
    return text.lstrip()[:1] == "<" or (closing >= 3 and not _has_raw_frames(text))


def _has_raw_frames(text: str) -> bool:
    if RAW_FRAME.search(text) or RAW_MODULE.search(text):
        return True
    return ("'" in text or '"' in text) and UNQUOTED_FRAME.search(text) is not None


def _tag(found: re.Match[str]) -> str:
    name = found["name"].lower()
    if BREAKING.match(name):
        if name == "pre" and found["close"]:
            return "\n\n\n"
        return "\n" if found["close"] or name in ("br", "hr") else ""
    return "\t" if name in ("td", "th") and found["close"] else ""


def without_invisible(text: Located) -> Located:
    """Control and zero-width characters go; every kind of blank becomes a space."""
    if text.text.isascii() and not INVISIBLE.search(text.text):
        return text
    cleaned = text.sub(INVISIBLE, "")
    if BLANK.search(cleaned.text) is None:
        return cleaned
    return Located(cleaned.text.translate(SPACES), cleaned.at)


def without_links(text: Located) -> Located:
    """Of the links that an editor made in Markdown their words stay."""
    return text.sub(LINK_BEGINS, "").sub(LINK_ENDS, "") if "](" in text.text else text


def without_counts(text: Located) -> Located:
    """What gathers many processes' lines adds behind a line how often it came (`… [repeated 13x across cluster]`)."""
    return text.sub(REPEATED, "") if "[repeated " in text.text else text


def with_straight_quotes(text: Located) -> Located:
    """Typographic quotes become straight where a frame's path stands in them, or where no straight ones are left."""
    if text.text.isascii() or not TYPOGRAPHIC.search(text.text):
        return text
    if not TYPESET_FRAME.search(text.text) and ('"' in text.text or "'" in text.text):
        return text
    return Located(text.text.translate(STRAIGHT), text.at)
