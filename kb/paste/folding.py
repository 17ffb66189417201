"""Folds what a paste says several times into one error with a count: ranks, retries, titles, summaries."""

import re

from .draft import Draft

NUMBER = re.compile(r"0x[0-9a-f]{1,16}|\d+")
CUT = ("…", "...")


def fold(drafts: list[Draft], limit: int) -> list[Draft]:
    """Each distinct error once, at most `limit`, in the order of the text.

    Errors with frames are the same if they end in the same frame and say the same, numbers aside. A line without frames
    is the same as an error that says exactly that; it is another print of it, not another occurrence.
    """
    framed: dict[tuple[object, ...], Draft] = {}
    for draft in drafts:
        if draft.frames:
            first = framed.setdefault(_key(draft), draft)
            if first is not draft:
                first.count += draft.count
    kept = list(framed.values())
    said = {(draft.type, _plain(draft.message_text)): draft for draft in kept}
    mentions: dict[tuple[str, str], Draft] = {}
    for draft in drafts:
        if draft.frames:
            continue
        key = (draft.type, _plain(draft.message_text))
        if key in said or _cut_of(key, said):
            continue
        first = mentions.setdefault(key, draft)
        if first is not draft:
            first.count += draft.count
    everything = sorted([*kept, *mentions.values()], key=lambda draft: (draft.start, draft.end))
    return everything[:limit]


def _key(draft: Draft) -> tuple[object, ...]:
    last = draft.frames[-1]
    return (
        draft.type,
        NUMBER.sub("0", _plain(draft.message_text)),
        last.path,
        last.line,
        last.function,
        len(draft.frames) > 1 and draft.frames[0].path,
    )


def _plain(message: str) -> str:
    return " ".join(message.split())


def _cut_of(key: tuple[str, str], said: dict[tuple[str, str], Draft]) -> bool:
    """Is this the shortened form of an error already read (`ValueError: Unknown ki...`, or the type alone)?"""
    kind, message = key
    bare = next(
        (message.removesuffix(mark).rstrip() for mark in CUT if message.endswith(mark)), "" if not message else None
    )
    return bare is not None and any(other == kind and text.startswith(bare) for other, text in said)
