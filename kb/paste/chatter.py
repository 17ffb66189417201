"""Messages that run into a log's next lines -> the same, ended where these begin.

Nothing parts a message of several lines from what is printed after it. But a line that the log says again and again
beside its errors, but for its numbers, is no part of a message.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from .draft import Draft
from .located import Located

LEAST_SAID = 3  # times, outside of every error: a message may be logged once more by itself
LEAST_LETTERS = 6
LONGEST = 300
_NUMBER = re.compile(r"\d+")
_LETTER = re.compile(r"[^\W\d_]")


def end_before_chatter(drafts: Sequence[Draft], lines: Sequence[Located]) -> None:
    """Cuts the messages of `drafts`, which were read in `lines`."""
    long = [draft for draft in drafts if len(draft.message) > 1]
    if not long:
        return
    said = Counter(_shape(line.text) for line in _outside(drafts, lines))
    for draft in long:
        for at, text in enumerate(draft.message[1:], start=1):
            shape = _shape(text.text)
            if said[shape] >= LEAST_SAID and len(_LETTER.findall(shape)) >= LEAST_LETTERS:
                _end(draft, at)
                break


def _outside(drafts: Sequence[Draft], lines: Sequence[Located]) -> Iterator[Located]:
    """The lines that are part of no error."""
    spans = sorted((draft.start, draft.end) for draft in drafts)
    at, end = 0, -1
    for line in lines:
        while at < len(spans) and spans[at][0] < line.end:
            end = max(end, spans[at][1])
            at += 1
        if line.start >= end:
            yield line


def _shape(line: str) -> str:
    return _NUMBER.sub("0", line[:LONGEST].strip())


def _end(draft: Draft, at: int) -> None:
    if draft.end == draft.message[-1].end:
        draft.end = draft.message[at - 1].end
    del draft.message[at:]
    draft.tail = []
