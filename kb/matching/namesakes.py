"""The best candidates of errors -> the same, each told whether its function is the only one of that name in its file.

A frame names no class: what it says of a method may be another class's. That is looked up only where the text leaves it
open, since the file must be unpacked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from kb.matching.ranking import Rated
from kb.matching.shown import sources_of

MOST = 3  # candidates whose files are unpacked


def tell_alone(best: Iterable[Rated]) -> None:
    """Those that the innermost frame names and whose text agrees in part."""
    open_ = [one for one in best if one.candidate.depth == 0 and one.reading and not one.fits and one.row.blob][:MOST]
    sources = dict(sources_of([one.row.blob for one in open_]))
    for one in open_:
        one.candidate.is_alone = _definitions(sources.get(one.row.blob, b""), one.row.function) == 1


def _definitions(source: bytes, function: str) -> int:
    definition = rb"^[ \t]*(?:async[ \t]+)?def[ \t]+%s[ \t]*\(" % re.escape(function.encode())
    return len(re.findall(definition, source, re.MULTILINE))
