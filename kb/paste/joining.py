"""Puts together what a paste tells of one error in two places: a title before its frames, a table behind them."""

from .draft import Draft

NEAR = 400
TITLES = ("line", "repr", "message")


def join_parts(drafts: list[Draft]) -> list[Draft]:
    """The drafts of one stream, in order, titles and blocks without a last line put together.

    Message-first reports (`Type: text` and then the frames) look as if each title ended the block before it; they are
    told by starting with a title and ending with frames alone.
    """
    drafts = _shifted(drafts)
    joined: list[Draft] = []
    for draft in drafts:
        before = joined[-1] if joined else None
        if before is None or not _belong(before, draft):
            joined.append(draft)
        elif _is_bare(draft):
            _move_title(before, draft)
            joined[-1] = draft
        elif draft.dialect == "pytest":
            before.frames, before.frame_spans, before.end = draft.frames, draft.frame_spans, draft.end
        elif draft.dialect == "django":
            draft.frames, draft.frame_spans, draft.start = before.frames, before.frame_spans, before.start
            draft.link = before.link
            joined[-1] = draft
        else:
            draft.start = before.start
            joined[-1] = draft
    return joined


def _belong(before: Draft, draft: Draft) -> bool:
    if _gap(before, draft) > NEAR or draft.link is not None:
        return False
    if draft.dialect == "django":
        return _is_bare(before) or (bool(before.frames) and before.type == draft.type)
    if draft.dialect == "pytest" and before.dialect == "pytest":
        return bool(draft.frames) and not before.frames and before.type == draft.type and _begins(before, draft)
    if before.dialect not in TITLES or before.frames or not before.type:
        return False
    if _is_bare(draft):
        return draft.type in ("", before.type)
    same_type = draft.type == before.type and bool(draft.frames)
    return same_type and (before.dialect == "repr" or not before.message_text)


def _gap(before: Draft, draft: Draft) -> int:
    """How far apart they stand, also in a log that shows its newest line first."""
    return max(draft.start - before.end, before.start - draft.end)


def _begins(whole: Draft, part: Draft) -> bool:
    return whole.message_text.startswith(part.message_text)


def _is_bare(draft: Draft) -> bool:
    """Frames whose last line is missing."""
    return bool(draft.frames) and draft.is_cut and not draft.message and draft.type_text is None


def _move_title(title: Draft, draft: Draft) -> None:
    draft.type, draft.module, draft.type_text = title.type, title.module, title.type_text
    draft.message, draft.notes, draft.is_cut = title.message, title.notes, title.is_cut
    draft.start, draft.is_type_sure = title.start, True


def _shifted(drafts: list[Draft]) -> list[Draft]:
    """Message-first reports in a row: each title back to the frames that follow it."""
    if len(drafts) < 3 or not _is_title(drafts[0]) or not _is_bare(drafts[-1]):
        return drafts
    if any(not draft.frames or draft.link not in (None, "nested") for draft in drafts[1:]):
        return drafts
    titles = [(d.type, d.module, d.type_text, d.message, d.notes) for d in drafts[:-1]]
    for draft, title in zip(drafts[1:], titles, strict=True):
        draft.type, draft.module, draft.type_text, draft.message, draft.notes = title
        draft.is_cut, draft.link = False, None
    drafts[1].start = drafts[0].start
    return drafts[1:]


def _is_title(draft: Draft) -> bool:
    return draft.dialect == "line" and not draft.frames and bool(draft.type)
