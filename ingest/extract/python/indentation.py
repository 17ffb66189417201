"""Keeps a file's indentation within what the parser can take, without moving a byte.

The grammar's scanner keeps its indentation levels, two bytes each, and the delimiters of open f-strings, up to 255
bytes, in a buffer of 1,024 bytes, and does not mind its end: about 400 levels overwrite memory.
Python itself stops at 100.
A form feed sets the column back to 0, for the scanner as for Python, so one put into a line's white space cuts the
line's indentation to what follows it.
"""

import re

# Columns, so also levels, that a line may be indented. A tab counts for 8, as in the scanner.
MAX_COLUMNS = 380
_TAB = 8

_TABBED = re.compile(rb"^[ \f]*\t[ \t\f]{40,}", re.MULTILINE)
_SPACED = re.compile(rb"^[ \f]{%d,}" % MAX_COLUMNS, re.MULTILINE)


def bounded(source: bytes) -> bytes:
    """`source`, or one of the same length and lines in which no line is indented by more than MAX_COLUMNS."""
    if b" " * (MAX_COLUMNS // 2) in source:
        source = _SPACED.sub(_cut, source)
    if b"\t" in source:
        source = _TABBED.sub(_cut, source)
    return source


def _cut(match: re.Match[bytes]) -> bytes:
    white = match[0]
    columns = 0
    for index in range(len(white) - 1, -1, -1):
        columns += _TAB if white[index : index + 1] == b"\t" else 1
        if columns > MAX_COLUMNS:
            return white[:index] + b"\f" + white[index + 1 :]
    return white
