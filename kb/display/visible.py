"""Make characters that fool the eye visible: control characters and those that turn the direction of text.

Pure. For what people see; JSON carries the text as it is.
"""

from __future__ import annotations

from typing import Final

# U+2400 is the picture of NUL; tab and newline are layout, not tricks.
_PICTURES: Final = {code: chr(0x2400 + code) for code in range(0x20) if chr(code) not in "\t\n"} | {0x7F: "\u2421"}
_UNNAMED: Final = dict.fromkeys(range(128, 160), "�")
# Embeddings, overrides and isolates reorder what follows them ("Trojan Source"); plain Hebrew or Arabic needs none.
_TURNING: Final = {code: f"[U+{code:04X}]" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
_BREAKING: Final = {0x2028: "\u2424", 0x2029: "\u2424"}
# No XML may hold these, not even escaped, so one of them would make a whole feed unreadable.
_NO_CHARACTERS: Final = dict.fromkeys((*range(0xD800, 0xE000), 0xFFFE, 0xFFFF), "\ufffd")
_TABLE: Final = _PICTURES | _UNNAMED | _TURNING | _BREAKING | _NO_CHARACTERS


def visible(text: str) -> str:
    """`text` with each control or direction-turning character replaced by a sign for it."""
    return text.translate(_TABLE)
