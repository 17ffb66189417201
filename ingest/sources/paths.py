"""Judge the paths that a source offers. Nothing is ever written to them, but they are stored, shown and linked."""

import hashlib
import re

from ingest.sources.bounds import Bounds

_DRIVE = re.compile(r"[A-Za-z]:")


def fault(path: str, bounds: Bounds) -> str:
    """Why a path is refused, or "" when it is plain: relative, inside the tree, printable, not too long or deep."""
    parts = path.split("/")
    # Lone surrogates, NULs, line ends and marks that turn the direction of writing are all not printable.
    if not path.isprintable():
        return "name is not printable UTF-8"
    if path.startswith("/") or _DRIVE.match(path):
        return "absolute path"
    if ".." in parts:
        return "path leads out of the tree"
    if "\\" in path:
        return "backslash in path"
    if "" in parts or "." in parts:
        return "path is not in plain form"
    if len(path.encode()) > bounds.path_bytes:
        return f"path longer than {bounds.path_bytes} bytes"
    if len(parts) - 1 > bounds.depth:
        return f"deeper than {bounds.depth} folders"
    return ""


def shown(path: str, bounds: Bounds) -> str:
    r"""A path that can be stored and shown: `\xff`-like escapes for what cannot, cut where too long."""
    text = path if path.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in path)
    if len(text.encode()) <= bounds.path_bytes:
        return text
    # Two long paths that are cut alike must not become one.
    mark = hashlib.sha256(path.encode("utf-8", "surrogatepass")).hexdigest()[:10]
    return text.encode()[: bounds.path_bytes - 14].decode(errors="ignore") + "…" + mark


def _escape(char: str) -> str:
    if 0xDC80 <= ord(char) <= 0xDCFF:  # a byte that is not UTF-8, as Python's surrogateescape carries it
        return f"\\x{ord(char) - 0xDC00:02x}"
    return char.encode("unicode_escape").decode()
