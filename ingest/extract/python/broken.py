"""`raise` statements that a broken file's tree does not show as such, found by the word and parsed by themselves.

Where the grammar gives up, `raise` ends as a bare token or a name within an ERROR node. The text from there to the end
of its line (or of the few lines that its brackets span) is parsed again, at its own place; a statement that nothing
closes is closed after its first line.
"""

from __future__ import annotations

import re

import msgspec
from tree_sitter import Node

from ingest.extract.python.file import PythonFile
from ingest.extract.python.place import Rules
from ingest.extract.python.queries import parse_part
from ingest.extract.python.statements import raise_site
from ingest.extract.sites import ExtractedSite

_WORD = re.compile(rb"(?<![\w.])raise\b")
_TEXTS = frozenset({"string_content", "string", "comment", "escape_sequence", "string_start", "string_end"})

# Statements looked for in one file, lines that one may span, and bytes of a line that is closed.
MAX_FOUND = 300
MAX_LINES = 8
MAX_LINE = 2_000


def loose_raises(file: PythonFile, rules: Rules) -> list[ExtractedSite]:
    """The sites of a file with syntax errors that the query did not capture."""
    known = {node.start_byte for node in file.captures.get("raise", ())}
    offsets = (match.start() for match in _WORD.finditer(file.source))
    found: list[ExtractedSite] = []
    for offset in offsets:
        if offset in known or _is_in_text(offset, file):
            continue
        node = _parsed(offset, file)
        site = raise_site(node, file, rules) if node else _closed(offset, file, rules)
        if site is not None:
            found.append(site)
        if len(found) >= MAX_FOUND:
            break
    return found


def _is_in_text(offset: int, file: PythonFile) -> bool:
    node = file.root.descendant_for_byte_range(offset, offset + 5)
    return node is None or node.type in _TEXTS


def _parsed(start: int, file: PythonFile) -> Node | None:
    """The whole statement at `start`, on as many lines as it takes; None if it does not end soon."""
    end = start
    for _ in range(MAX_LINES):
        end = file.source.find(b"\n", end) + 1 or len(file.source)
        root = parse_part(file.source, start, end).root_node
        node = next(iter(root.children), None)
        if node is not None and node.type == "raise_statement" and not root.has_error:
            return node
        if end == len(file.source):
            break
    return None


def _closed(start: int, file: PythonFile, rules: Rules) -> ExtractedSite | None:
    """The site of a statement whose brackets never close, read from its first line as if they did."""
    end = file.source.find(b"\n", start, start + MAX_LINE)
    line = file.source[start : end if end > 0 else start + MAX_LINE]
    brackets = [byte for byte in line if byte in b"([{"]
    part = PythonFile(line + bytes(b")]}"[b"([{".index(byte)] for byte in reversed(brackets)))
    node = next(iter(part.captures.get("raise", ())), None)
    if node is None or node.start_byte != 0:
        return None
    scope = file.scopes.at(start)
    row = file.source.count(b"\n", 0, start) + 1
    return msgspec.structs.replace(
        raise_site(node, part, rules),
        line=row,
        end_line=row,
        column=start - (file.source.rfind(b"\n", 0, start) + 1),
        qualname=scope.qualname,
        function_line=scope.line if scope.is_function else 0,
    )
