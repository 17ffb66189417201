"""Says which part each error plays in its chain: what started it, what wraps it, what was being handled."""

import re
from itertools import pairwise

from .draft import Draft

MIN_QUOTED = 8
SUB_EXCEPTIONS = re.compile(r"\(\d{1,6} sub-exceptions?\)")


def set_roles(drafts: list[Draft]) -> None:
    """Sets `role` in every chain; drafts are in the order of the text, `link` ties one to the draft before it."""
    chain: list[Draft] = []
    for draft in drafts:
        if draft.link is None:
            _set_roles(chain)
            chain = []
        chain.append(draft)
    _set_roles(chain)


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
