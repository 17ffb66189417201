"""Folds what a paste says several times into one error with a count: ranks, retries, titles, summaries."""

import re

from .draft import Draft

NUMBER = re.compile(r"0x[0-9a-f]{1,16}|\d+")
CUT = ("…", "...")
MAX_COMPARED = 200
MIN_SAID = 12

Key = tuple[str, ...]


def fold(drafts: list[Draft], limit: int) -> list[Draft]:
    """Each distinct error once, at most `limit`, in the order of the text; what has frames is kept first.

    Errors with frames are the same if they say the same and end in the same frame; if two processes printed them, their
    numbers may differ. A line without frames that says the same as an error with frames is another print of that one,
    not another occurrence.
    """
    sure = {draft.type for draft in drafts if draft.type and not draft.is_guess}
    drafts = [draft for draft in drafts if not (draft.is_guess and draft.type in sure)]
    drafts = [draft for draft in drafts if not (sure and _is_fragment(draft))]
    framed = _framed([draft for draft in drafts if draft.frames])
    mentions = _mentions([draft for draft in drafts if not draft.frames], framed, limit)
    kept = [*framed, *mentions][:limit]
    return sorted(kept, key=lambda draft: (draft.start, draft.end))


def _is_fragment(draft: Draft) -> bool:
    """A lone frame that says nothing of an error: a test's place, a line of a variable's value."""
    return not draft.type and not draft.message_text and len(draft.frames) < 2


def _framed(drafts: list[Draft]) -> list[Draft]:
    exact: dict[Key, Draft] = {}
    by_shape: dict[Key, Draft] = {}
    for draft in drafts:
        said = _plain(draft.message_text)
        key = (draft.module, draft.type, said, *_place(draft))
        shape = (draft.module, draft.type, NUMBER.sub("0", said), *_place(draft))
        first = exact.get(key)
        if first is None and (other := by_shape.get(shape)) is not None and other.source != draft.source:
            first = other
        if first is None:
            exact[key] = draft
            by_shape.setdefault(shape, draft)
        else:
            first.count += draft.count
    return list(exact.values())


def _mentions(drafts: list[Draft], framed: list[Draft], limit: int) -> list[Draft]:
    said = {_said(draft) for draft in framed}
    said |= {(draft.type, _plain(draft.message_text.partition("\n")[0])) for draft in framed}
    keys = [_said(draft) for draft in drafts]
    longer = [*said, *set(keys)][:MAX_COMPARED]
    kept: dict[Key, Draft] = {}
    prints: set[Key] = set()
    for draft, key in zip(drafts, keys, strict=True):
        if key in kept:
            kept[key].count += draft.count
        elif key in prints or len(kept) >= limit or key in said:
            continue
        elif _is_print_of(key, longer):
            prints.add(key)
        else:
            kept[key] = draft
    return list(kept.values())


def _said(draft: Draft) -> tuple[str, str]:
    return (draft.type, _plain(draft.message_text))


def _place(draft: Draft) -> Key:
    last = draft.frames[-1]
    return (last.path, str(last.line), last.function)


def _plain(message: str) -> str:
    return " ".join(message.split())


def _is_print_of(key: tuple[str, str], said: list[tuple[str, str]]) -> bool:
    """Is this an error already read: shortened, as titles and summaries are, or with a page's words behind it?"""
    kind, message = key
    mark = next((mark for mark in CUT if message.endswith(mark)), "")
    bare = message.removesuffix(mark).rstrip() if mark or not message else None
    return any(
        other == kind
        and text != message
        and (
            (bare is not None and text.startswith(bare))
            or (len(text) >= MIN_SAID and message.startswith(f"{text} "))
            or (len(message) >= MIN_SAID and text.startswith(message) and not text[len(message) :][:1].isalnum())
        )
        for other, text in said
    )
