"""A Message as extraction says it -> a Wording as it is stored. Pure; the only place that makes hostile text storable.

PostgreSQL's text holds neither NUL nor lone surrogates, and an index row holds no long text: the first two are written
visibly, everything is bounded, and what is cut ends in "…".
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

from ingest.extract.sites import ExtractedSite, Message
from kb.text import Piece, fixed_words, shown

TEXT_LIMIT = 10_000  # characters of a wording
HOLE_LIMIT = 500  # characters of one Hole's expression
PIECES_LIMIT = 1_000

_NUL = str.maketrans({"\0": "\u2400"})
_SURROGATE = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True)
class Wording:
    """One wording: `text` with Holes written {expression}, its pieces, and how many of its words are fixed."""

    text: str
    pieces: tuple[Piece, ...]
    words: int

    @property
    def digest(self) -> str:
        return digest(self.text)


NOTHING = Wording("", (), 0)


def wordings(site: ExtractedSite) -> tuple[Wording, ...]:
    """The site's wordings in order, each text once; none for a site that says nothing that can be told."""
    unique = {made.text: made for made in map(wording, site.messages) if made.text}
    return tuple(unique.values())


def wording(message: Message) -> Wording:
    """The message within bounds. Linking leaves literals and Holes only; anything else is written as a Hole."""
    pieces: list[Piece] = []
    room = TEXT_LIMIT
    for piece in message.pieces[:PIECES_LIMIT]:
        kept = storable(piece, room) if isinstance(piece, str) else storable(piece.source, min(room, HOLE_LIMIT))
        pieces.append(kept if isinstance(piece, str) else {"hole": kept})
        room -= len(kept) + (0 if isinstance(piece, str) else 2)
        if room <= 0:
            break
    return Wording(shown(pieces), tuple(pieces), fixed_words(pieces))


def storable(text: str, limit: int) -> str:
    """Text that PostgreSQL takes, `limit` characters at most."""
    if len(text) > limit:
        text = text[: max(limit - 1, 0)] + "…"
    if "\0" in text:
        text = text.translate(_NUL)
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def digest(*parts: str | int) -> str:
    """16 hex digits of SHA-256 over the parts, which NUL keeps apart."""
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:16]
