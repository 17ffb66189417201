"""Draw an entry as the picture that chats and social sites show beside a link: 1200 x 630, PNG.

Drawn by Pillow, since those sites take no SVG, and it brings a font along. That font has Latin letters alone, so what
else a message holds is drawn as a box; a message of little else is left out.
"""

from __future__ import annotations

import io
import textwrap
import unicodedata
from functools import cache
from typing import Final

from PIL import Image, ImageDraw, ImageFont

SIZE: Final = (1200, 630)
_MARGIN: Final = 72
_INK, _PAPER, _MUTED, _ACCENT = "#1c2330", "#fbfaf7", "#5b6472", "#b3261e"
_MOST_LINES: Final = 4


def card(exc_type: str, message: str, project: str, place: str) -> bytes:
    """A PNG of what is raised, what it says, and where."""
    image = Image.new("RGB", SIZE, _PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 18, SIZE[1]), fill=_ACCENT)
    draw.text((_MARGIN, 60), _drawable(project, 60), fill=_MUTED, font=_font(34))
    draw.text((_MARGIN, 120), _drawable(exc_type, 40), fill=_ACCENT, font=_font(54))
    y = 220
    for line in _lines(message):
        draw.text((_MARGIN, y), line, fill=_INK, font=_font(46))
        y += 66
    draw.text((_MARGIN, SIZE[1] - 110), _drawable(place, 72, keep_end=True), fill=_MUTED, font=_font(30))
    draw.text((SIZE[0] - _MARGIN, SIZE[1] - 60), "Raised", fill=_ACCENT, font=_font(30), anchor="rm")
    written = io.BytesIO()
    image.save(written, "PNG", optimize=False, compress_level=6)
    return written.getvalue()


def _lines(message: str) -> list[str]:
    text = _drawable(message, 400)
    if text.count("\u25a1") * 2 > len(text):
        return []
    lines = textwrap.wrap(text, 44, break_on_hyphens=False)
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], f"{lines[_MOST_LINES - 1][:42]} …"]
    return lines


def _drawable(text: str, length: int, *, keep_end: bool = False) -> str:
    """On one line, at most `length` letters of it, each one that the font has."""
    flat = " ".join(unicodedata.normalize("NFC", text[: 4 * length] if not keep_end else text[-4 * length :]).split())
    if len(flat) > length:
        flat = f"…{flat[1 - length :]}" if keep_end else f"{flat[: length - 1]}…"
    return "".join(
        letter if letter in "…" or (" " <= letter < "\u017f" and letter.isprintable()) else "\u25a1" for letter in flat
    )


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
