"""Errors whose message is another error's whole traceback: worker processes, data loaders, remote calls."""

from .anchors import frame_at, header_at
from .draft import Draft
from .heads import LABEL, starts_with_time
from .lines import Line

FENCES = ('"""', "'''")


def holds_another(draft: Draft, lines: list[Line], pos: int) -> bool:
    """Is the block that begins at `pos` part of the message of `draft`, and so its cause?

    Shown by the header's wording, a deeper indentation, or a message that announces it. Two tracebacks that merely
    follow each other in a log are not nested.
    """
    if not draft.type:
        return False
    at = next(
        (at for at in range(pos, min(pos + 4, len(lines))) if lines[at].body and lines[at].body not in FENCES), None
    )
    if at is None:
        return False
    following = lines[at]
    header = header_at(following.body)
    if header is None and not (following.body.startswith("File ") and frame_at(following.body)):
        return False
    if header is not None and header.group().startswith(("Original", "Remote")):
        return True
    said = draft.message_text
    if header is not None and following.body[: header.start()].rstrip("\"' ").endswith(":"):
        return not _begins_record(following.body)
    if header is None and at > pos and not said.endswith(":"):
        return False
    return not said or said.endswith(":") or said.split("\n")[-1].strip() in FENCES or following.indent > draft.indent


def _begins_record(body: str) -> bool:
    """Is it a log's next record, which tells an error of its own ("[12:00:01] Worker failed: Traceback (…")?"""
    return bool(LABEL.match(body)) or starts_with_time(body)


def is_shell(draft: Draft) -> bool:
    """Is the error only the transport of the one in it (`RemoteTraceback`), without words of its own?"""
    return draft.type.endswith("RemoteTraceback") and not draft.frames and not draft.message_text.strip("\"' ")
