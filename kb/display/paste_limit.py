"""How large a paste may be, for pages and API alike, and how its text is made fit for reading."""

from __future__ import annotations

from typing import Final

MOST_BYTES: Final = 1_000_000
# What a request may weigh that brings a paste, as JSON or as a form: a character written as an escape takes six bytes.
MOST_BODY_BYTES: Final = 6 * 1024 * 1024
TOO_LARGE: Final = (
    "A paste may have at most 1 MB. Keep the part around the error: the traceback and some lines before it."
)

_UNSTORABLE: Final = {0: "\N{REPLACEMENT CHARACTER}"} | dict.fromkeys(
    range(0xD800, 0xE000), "\N{REPLACEMENT CHARACTER}"
)


def is_too_large(text: str) -> bool:
    return len(text) > MOST_BYTES or len(text.encode(errors="surrogatepass")) > MOST_BYTES


def storable(text: str) -> str:
    """`text` without NULs and lone surrogates, which no query can carry; every offset stays as it was."""
    return text.translate(_UNSTORABLE)
