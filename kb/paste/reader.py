"""Pasted text -> Reading: the order of the steps, on one screen.

Clean the text, take log prefixes off, read each stream of lines with the dialects, set roles, fold repeats.
"""

from .chains import set_roles
from .dialects import python, single
from .draft import Draft, Link
from .folding import fold
from .lines import Line
from .located import Located
from .prefixes import Stream, split_streams
from .reading import PastedError, Reading, Stripped

MAX_ERRORS = 50
READERS = (python.read, single.read)


def read(text: str) -> Reading:
    """Reads every error in a paste. Never raises for a `str`; time grows with the length of the text.

    When nothing is recognised, the whole text is one error without a type: somebody pasted a message.
    """
    streams = split_streams(Located.whole(text).lines())
    drafts = [draft for stream in streams for draft in _drafts(stream)]
    set_roles(drafts)
    errors = tuple(draft.close() for draft in fold(drafts, MAX_ERRORS)) or _plain_message(text)
    return Reading(errors, tuple(_stripped(streams)))


def _drafts(stream: Stream) -> list[Draft]:
    lines = [Line.of(line) for line in stream.lines]
    drafts: list[Draft] = []
    pos, link = 0, None
    while pos < len(lines):
        link = _link(lines[pos]) or link
        taken = next((taken for reader in READERS if (taken := reader(lines, pos))), None) if lines[pos].body else None
        if taken is None:
            pos += 1
            continue
        draft, end = taken
        draft.link = link if drafts else None
        drafts.append(draft)
        pos, link = max(end, pos + 1), None
    return drafts


def _link(line: Line) -> Link | None:
    if line.body.startswith("The above exception was"):
        return "cause"
    if line.body.startswith("During handling of the above"):
        return "context"
    return None


def _plain_message(text: str) -> tuple[PastedError, ...]:
    whole = Located.whole(text).strip()
    if not whole.text:
        return ()
    draft = Draft("message", whole.start, whole.end, message=[whole])
    return (draft.close(),)


def _stripped(streams: list[Stream]) -> list[Stripped]:
    return [
        Stripped("prefix", stream.prefix.text, len(stream.lines), stream.prefix.start, stream.prefix.end)
        for stream in streams
        if stream.prefix is not None
    ]
