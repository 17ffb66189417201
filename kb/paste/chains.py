"""Says which part each error plays in its chain: what started it, what wraps it, what was being handled."""

import re
from itertools import pairwise

from .anchors import CAUSE, CONTEXT
from .draft import Draft, Link

MIN_QUOTED = 8
SUB_EXCEPTIONS = re.compile(r"\(\d{1,6} sub-exceptions?\)")
GROUP_BORDER = re.compile(r"\+-\+?-{3,} \d{1,6} -{3,}$")


def link_of(body: str) -> tuple[Link, re.Match[str]] | None:
    """How the next error follows from the one above, if the line is one of the sentences that say so."""
    if "above exception" in body:
        if found := CAUSE.match(body):
            return "cause", found
        if found := CONTEXT.match(body):
            return "context", found
    if body.startswith("+-") and (found := GROUP_BORDER.match(body)):
        return "group", found
    return None


def set_roles(drafts: list[Draft]) -> list[Draft]:
    """Sets `role` in every chain; drafts are in the order of the text, `link` ties one to the draft before it.

    An error that another process passed on is printed there and here: what is left of it is where it was raised.
    """
    chains: list[list[Draft]] = []
    for draft in drafts:
        if draft.link is None or not chains:
            chains.append([])
        elif _is_echo(chains[-1][-1], draft):
            continue
        elif _is_title(chains[-1][-1], draft):
            draft.link = chains[-1].pop().link
        chains[-1].append(draft)
    for chain in chains:
        _set_roles(chain)
    return [draft for chain in chains for draft in chain]


def _is_title(before: Draft, draft: Draft) -> bool:
    """Is the error before this one only its title, though it looks as if it held it?"""
    said = before.message_text
    return draft.link == "nested" and not before.frames and before.type == draft.type and said == draft.message_text


def _is_echo(before: Draft, draft: Draft) -> bool:
    same = (before.type, before.message_text) == (draft.type, draft.message_text)
    return same and before.is_remote and draft.link == "cause"


def _set_roles(chain: list[Draft]) -> None:
    if len(chain) < 2:
        return
    for before, draft in pairwise(chain):
        if draft.link == "context" and _quotes(draft, before):
            draft.link = "cause"
    root = 0
    for index, draft in enumerate(chain):
        if SUB_EXCEPTIONS.search(draft.message_text):
            draft.role = "wrapper"
        elif draft.link in ("nested", "group"):
            if draft.link == "nested":
                chain[index - 1].role = "wrapper"
            draft.role = "root"
        elif draft.link == "cause":
            draft.role = "wrapper"
        else:
            for earlier in chain[root:index]:
                earlier.role = "handled"
            root, draft.role = index, "root"


def _quotes(draft: Draft, other: Draft) -> bool:
    """Does an error carry the text of the one before it? Then it wraps that one, however it was raised."""
    said = other.message_text.strip()
    return len(said) >= MIN_QUOTED and said in draft.message_text
