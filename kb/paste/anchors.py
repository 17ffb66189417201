"""Where a line shows that it belongs to a traceback, whatever stands before it.

The one place that knows the marks: a traceback's first line, and the lines that begin a frame.
"""

import re

QUOTES = "\"'`“”„‟‘’‚«»‹›「」＂"
# A path may hold apostrophes (`<class 'a.b'> compilation 7`) if it stands in double quotes.
QUOTED_PATH = rf"(?:\"[^\"\n]{{1,600}}\"|[{QUOTES}]\s?[^{QUOTES}\n]{{1,600}}[{QUOTES}])"
HEADER = re.compile(
    r"(?:Exception Group |Original |Remote )?Traceback(?: with variables)? \(most recent call (?:last|first)\)\s?:?"
)
FRAME = re.compile(rf"File\s{{1,3}}{QUOTED_PATH},?\s{{1,3}}line\s{{1,3}}\d")
# What a notebook, a box or a report prints of a frame; each with letters that the line must hold.
PLACES = tuple(
    (sign, re.compile(pattern))
    for sign, pattern in (
        ("File ", r"File [^\s\"'][^\"]{0,400}:\d{1,7},? in "),
        ("Cell In", r"Cell In ?\[\d{1,6}\]"),
        ("Input In", r"Input In ?\[\d{1,6}\]"),
        ("-> ", r"-{2,5}> \d{1,7} "),
        (".py:", r"(?:File )?[^\s\"']{1,300}\.py:\d{1,7} in [\w<]"),
        ("at ", r"at (?:async |new )?[\w.$<>/ \[\]]{1,300}\([^()]{0,300}\)"),
    )
)
JVM = re.compile(r"at (?:async |new )?[\w.$<>/ \[\]]{1,300}\([^()]{0,300}\)")
# Django's debug page puts the error's message into the sentence, as it prints none below the frames.
CAUSE = re.compile(r"The above exception (?:\((?P<said>.{0,4000})\) )?was(?: the|$)")
CONTEXT = re.compile(r"During handling of the above exception(?: \((?P<said>.{0,4000})\))?(?:,|$)")
BOX = re.compile(r"[╭│┃❱┏┌]")


def header_at(text: str) -> re.Match[str] | None:
    return HEADER.search(text) if "most recent call" in text else None


def frame_at(text: str) -> re.Match[str] | None:
    """Where a frame or a source line of one begins in the line, in any dialect that prints one a line."""
    if "File " in text and (found := FRAME.search(text, 0, 4000)):
        return found
    for sign, place in PLACES:
        if sign in text and (found := place.search(text, 0, 1000)):
            return found
    return None if text.isascii() else BOX.search(text, 0, 400)


def is_chain(body: str) -> bool:
    """Is the line the sentence between two tracebacks of one chain?"""
    return "above exception" in body and (CAUSE.match(body) or CONTEXT.match(body)) is not None
