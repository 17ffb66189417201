"""Logs that put each line of a traceback into a record of its own: the records' lines as one text."""

import re
from collections.abc import Iterator

from .escapes import decode
from .located import Located, join
from .tree import Tree, regions

HEADER_ALONE = re.compile(r"most recent call (?:last|first)\):?(?:\\r)?(?:\\n)?[\"']")
ANYTHING = re.compile("")
LEAST = 3


def lines_of_records(text: Located) -> Located | None:
    """The field that holds the traceback's first line, of each record; None if no record holds just that line."""
    if not HEADER_ALONE.search(text.text):
        return None
    records = [region.tree for region in regions(text, ANYTHING)]
    key = next((key for record in records for key, leaf in _leaves(record) if "most recent call" in leaf.text), None)
    told = [leaf for record in records for name, leaf in _leaves(record) if name == key]
    return join([_line(leaf) for leaf in told], "\n") if len(told) >= LEAST else None


def _leaves(record: Tree) -> Iterator[tuple[str, Located]]:
    return ((key, leaf) for key, leaf in record.items.items() if isinstance(leaf, Located))


def _line(leaf: Located) -> Located:
    line = decode(leaf)
    return line.cut(0, len(line.text.rstrip("\r\n")))
