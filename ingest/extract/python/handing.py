"""Tells functions that raise their callers' message from those whose own message speaks of an argument.

Both put a parameter into a text. By the names in use, `fail(msg)` with f"{self.path}: {msg}" does the first, and
`resize(width)` with f"no such width: {width}" the second.
"""

from __future__ import annotations

import re

from ingest.extract.pieces import Texts, has_words
from ingest.extract.python.place import Place

# Names of functions that fail or check something, so that calls of them may be worth a look.
HELPER = re.compile(
    r"fail|error|raise|abort|(^|_)die($|_)|bail|throw|panic|invalid|reject|fatal|warn|deprecat|unsupport|exit|ensure|"
    r"require|check|validat|verif|complain|forbid|usage|not_implemented",
    re.IGNORECASE,
)
_MESSAGE = re.compile(
    r"^_*(\w+_)?(msg|message|text|reason|details?|err|error|why|desc|description|hint|problem)$", re.I
)


def hands_on(texts: Texts, place: Place) -> bool:
    """Whether the function around raises a text of its caller's, put into `texts` beside others."""
    if not place.handed:
        return False
    return any(map(_MESSAGE.match, place.handed)) or not any(map(has_words, texts))
