"""Pasted text -> Reading: the order of the steps, on one screen.

Unwrap and clean the text, take log prefixes off, mend the lines, read each stream with the dialects, set roles, fold.
"""

from dataclasses import replace

from .chains import set_roles
from .chatter import end_before_chatter
from .documents import documents
from .draft import Draft
from .focus import focus
from .folding import fold
from .located import Located
from .plain import labelled, messages
from .prefixes import Stream, split_streams
from .reading import Reading, Stripped
from .repair import without_fences, without_sides
from .streams import read_stream
from .wraps import unwrap

MAX_ERRORS = 50
MAX_STRIPPED = 50


def read(text: str) -> Reading:
    """Reads every error in a paste. Never raises for a `str`; time grows with the length of the text.

    When no error is recognised, what the text says is taken for messages without a type.
    """
    paste = Located.whole(text)
    focused = focus(paste)
    found = documents(focused)
    drafts: list[Draft] = []
    stripped = found.stripped
    for document in found.texts:
        # What was spelt out or in records has become longer only now.
        document = document if document is focused else focus(document)
        lines = without_sides(without_fences(document.lines()))
        whole = unwrap(lines)
        streams = split_streams(whole)
        stripped += [*_joined(document, len(lines) - len(whole)), *_prefixes(streams)]
        for stream in streams:
            read_here = read_stream(stream)
            end_before_chatter(read_here, stream.lines)
            drafts += read_here
    kept = fold(set_roles(drafts), MAX_ERRORS)
    # What tools say beside the errors gets only the places that these leave.
    said = [*kept, *labelled(paste, drafts)[: MAX_ERRORS - len(kept)]] if kept else messages(paste)
    in_order = sorted(said, key=lambda draft: draft.start)
    return Reading(tuple(draft.close() for draft in in_order), tuple(_summed(stripped)))


def _prefixes(streams: list[Stream]) -> list[Stripped]:
    return [
        Stripped("prefix", stream.prefix.text, len(stream.lines), stream.prefix.start, stream.prefix.end)
        for stream in streams
        if stream.prefix is not None
    ]


def _joined(document: Located, count: int) -> list[Stripped]:
    return [Stripped("wrap", "", count, document.start, document.end)] if count else []


def _summed(stripped: list[Stripped]) -> list[Stripped]:
    """One entry for each kind and text, in the order in which they were met."""
    first: dict[tuple[str, str], Stripped] = {}
    for one in stripped:
        known = first.get((one.kind, one.text))
        first[one.kind, one.text] = replace(known, count=known.count + one.count) if known else one
    return list(first.values())[:MAX_STRIPPED]
