"""Whether a name stands as a whole in a text. Pure.

In place of a pattern for each name: to make one takes a hundred times as long as to look for it.
"""

from __future__ import annotations


def is_whole_in(name: str, text: str, *, before: str = "", behind: str = "") -> bool:
    """Whether `name` stands anywhere in `text` with no letter, digit or underscore on either side, nor one of the
    characters `before` and `behind`.
    """
    at = text.find(name)
    while at >= 0:
        left, right = text[at - 1 : at], text[at + len(name) : at + len(name) + 1]
        if not (_is_more(left, before) or _is_more(right, behind)):
            return True
        at = text.find(name, at + 1)
    return False


def _is_more(character: str, also: str) -> bool:
    return bool(character) and (character.isalnum() or character == "_" or character in also)
