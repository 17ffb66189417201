"""A function of a module -> whether it is handed over to be called with what nobody writes. Pure."""

from __future__ import annotations

import re

from ingest.explain.index import Index
from ingest.explain.source import Source

_ATTRIBUTE = "errcheck"  # ctypes calls it with what a function of C gave


def is_of_c(source: Source, owner: str, name: str, index: Index) -> bool:
    """Whether ctypes calls it to check what a function of C gave, in its module or one that imports it."""
    if owner:
        return False
    pattern = re.compile(rf"\b{_ATTRIBUTE}\s*=\s*(?:[\w.]+\(\s*)?{re.escape(name)}\b(?!\()")
    askers = map(index.source, index.bringing(name, source.path))
    return any(pattern.search(asker.text) for asker in (source, *askers) if asker and _ATTRIBUTE in asker.text)
