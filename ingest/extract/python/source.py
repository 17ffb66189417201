"""A file's bytes -> UTF-8 bytes that the parser and everything after it can slice, on the same lines."""

import codecs
import re

_COOKIE = re.compile(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", re.MULTILINE)
_SPACES = re.compile(r"\s*\n\s*")

# Characters kept of an expression's source; a hole or a guard is to be read, not to be run.
MAX_SOURCE = 300


def utf8(content: bytes) -> bytes:
    """`content` as UTF-8 with `\\n` line ends, without a byte order mark or NULs.

    The declared coding (PEP 263) counts; bytes that are not text in it are read as Latin-1, so that nothing is lost.
    """
    if content.startswith(codecs.BOM_UTF8):
        content = content[3:]
    if b"\r" in content:
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"\0" in content:
        content = content.replace(b"\0", b" ")
    if content.isascii():
        return content
    return _decoded(content).encode("utf-8", "replace")


def _decoded(content: bytes) -> str:
    cookie = _COOKIE.search(b"\n".join(content.split(b"\n", 2)[:2]))
    for coding in (cookie[1].decode("ascii", "replace") if cookie else "utf-8", "utf-8"):
        try:
            return content.decode(coding)
        except (UnicodeDecodeError, LookupError):
            continue
    return content.decode("latin-1")


def on_one_line(source: bytes) -> str:
    """Source text as written, its line breaks and indentation folded to one space, cut at MAX_SOURCE."""
    text = source[: MAX_SOURCE * 4].decode("utf-8", "replace")
    if "\n" in text:
        text = _SPACES.sub(" ", text)
    return text if len(text) <= MAX_SOURCE else text[: MAX_SOURCE - 1] + "…"
