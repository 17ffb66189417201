"""Pasted text -> Reading: the order of the steps, on one screen.

Unwrap and clean the text, take log prefixes off, mend the lines, read each stream with the dialects, set roles, fold.
"""

import re

from .chains import set_roles
from .collapse import expand
from .dialects import at_frames, crash, django, foreign, ipython, pytest, python, rich, single, usage
from .documents import documents, told
from .draft import Draft, Link
from .folding import fold
from .groups import without_margins
from .joining import join_parts
from .lines import Line
from .located import Located
from .nesting import holds_another, is_shell
from .prefixes import Stream, split_streams
from .reading import PastedError, Reading, Stripped
from .repair import single_spaced, with_underscores, without_fences
from .wraps import unwrap

MAX_ERRORS = 50
GROUP_BORDER = re.compile(r"\+-\+?-{3,} \d{1,6} -{3,}$")
READERS = (
    ipython.read,
    rich.read,
    python.read,
    pytest.read,
    at_frames.read,
    foreign.read,
    crash.read,
    django.read,
    usage.read,
    pytest.read_one_line,
    single.read,
)


def read(text: str) -> Reading:
    """Reads every error in a paste. Never raises for a `str`; time grows with the length of the text.

    When nothing is recognised, the whole text is one error without a type: somebody pasted a message.
    """
    paste = Located.whole(text)
    found = documents(paste)
    drafts: list[Draft] = []
    stripped = found.stripped
    for document in found.texts:
        streams = split_streams(unwrap(without_fences(document.lines())))
        stripped += _prefixes(streams)
        for stream in streams:
            drafts += _drafts(stream)
    set_roles(drafts)
    errors = tuple(draft.close() for draft in fold(drafts, MAX_ERRORS)) or _plain_message(paste)
    return Reading(errors, tuple(stripped))


def _drafts(stream: Stream) -> list[Draft]:
    located = with_underscores(unwrap(single_spaced(expand(without_margins(stream.lines)))))
    lines = [Line.of(line) for line in located]
    drafts: list[Draft] = []
    pos, link = 0, None
    while pos < len(lines):
        link = _link(lines[pos]) or link
        taken = _read_at(lines, pos) if lines[pos].body else None
        if taken is None:
            pos += 1
            continue
        draft, end = taken
        pos = max(end, pos + 1)
        holds = holds_another(draft, lines, pos)
        if holds and is_shell(draft):
            continue
        draft.source = stream.prefix.text if stream.prefix else ""
        draft.link = (link or draft.link) if drafts else None
        drafts.append(draft)
        link = "nested" if holds else None
    return join_parts(drafts)


def _read_at(lines: list[Line], pos: int) -> tuple[Draft, int] | None:
    return next((taken for reader in READERS if (taken := reader(lines, pos))), None)


def _link(line: Line) -> Link | None:
    if line.body.startswith("The above exception was"):
        return "cause"
    if GROUP_BORDER.match(line.body):
        return "group"
    if line.body.startswith("During handling of the above"):
        return "context"
    return None


def _plain_message(paste: Located) -> tuple[PastedError, ...]:
    whole = told(paste) or paste.strip()
    if not whole.text:
        return ()
    draft = Draft("message", whole.start, whole.end, message=[whole])
    return (draft.close(),)


def _prefixes(streams: list[Stream]) -> list[Stripped]:
    return [
        Stripped("prefix", stream.prefix.text, len(stream.lines), stream.prefix.start, stream.prefix.end)
        for stream in streams
        if stream.prefix is not None
    ]
