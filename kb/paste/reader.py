"""Pasted text -> Reading: the order of the steps, on one screen.

Unwrap and clean the text, take log prefixes off, mend the lines, read each stream with the dialects, set roles, fold.
"""

from .chains import set_roles
from .documents import documents
from .draft import Draft
from .focus import focus
from .folding import fold
from .located import Located
from .plain import messages
from .prefixes import Stream, split_streams
from .reading import Reading, Stripped
from .repair import without_fences
from .streams import read_stream
from .wraps import unwrap

MAX_ERRORS = 50


def read(text: str) -> Reading:
    """Reads every error in a paste. Never raises for a `str`; time grows with the length of the text.

    When no error is recognised, what the text says is taken for messages without a type.
    """
    paste = Located.whole(text)
    found = documents(focus(paste))
    drafts: list[Draft] = []
    stripped = found.stripped
    for document in found.texts:
        streams = split_streams(unwrap(without_fences(document.lines())))
        stripped += _prefixes(streams)
        for stream in streams:
            drafts += read_stream(stream)
    errors = tuple(draft.close() for draft in fold(set_roles(drafts), MAX_ERRORS)) or tuple(
        draft.close() for draft in messages(paste)
    )
    return Reading(errors, tuple(stripped))


def _prefixes(streams: list[Stream]) -> list[Stripped]:
    return [
        Stripped("prefix", stream.prefix.text, len(stream.lines), stream.prefix.start, stream.prefix.end)
        for stream in streams
        if stream.prefix is not None
    ]
