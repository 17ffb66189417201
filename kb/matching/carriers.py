"""An error that no statement is known to say -> statements that raise a class out of a variable, and say what they are
given.

So wrap libraries what others raise: `raise mapped(str(error)) from error`, with the class out of a table. Nothing but
the class tells of such a statement: it stands in the package that the paste names, in a file that names the class.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from kb.matching.alignment import align
from kb.matching.asked import Asked
from kb.matching.candidates import LONE_HOLE, Candidate, Row, rows_of
from kb.matching.readings import Shape, reading_of
from kb.matching.shown import sources_of
from kb.search.rows import fetch
from kb.text import HOLE

MOST_READ = 5_000  # statements that say a value and nothing else, of all projects
MOST = 12  # offered
MOST_FILES = 4  # that are unpacked

_CARRYING: Final = """
SELECT e.id FROM (SELECT entry_id FROM kb_templateuse WHERE shape_id = %s AND exc_type = '' LIMIT %s) u
    JOIN kb_errorentry e ON e.id = u.entry_id JOIN kb_raisesite s ON s.id = e.site_id
WHERE e.kind = 'error' AND e.category = 'source' AND e.removed_in_id IS NULL AND s.facts->>'exc' <> ''
    AND strpos('/' || s.path, %s) > 0
ORDER BY s.path, s.line LIMIT %s
"""


def carriers(asked: Asked) -> list[Candidate]:
    """Where frames tell nothing, and a class of a package was pasted."""
    variant = asked.variants[0]
    package = variant.exc_module.partition(".")[0]
    if asked.frames or asked.error.is_foreign or not (package and variant.is_of_own_class and variant.text):
        return []
    ids = [entry_id for (entry_id,) in fetch(_CARRYING, [LONE_HOLE, MOST_READ, f"/{package}/", MOST])]
    rows = [row for row in rows_of(ids).values() if row.parts[:1] == (package,)]
    alignment = align(asked.messages[0], HOLE, loosely=False)
    if alignment is None:
        return []
    reading = reading_of(asked, 0, alignment, Shape(LONE_HOLE, HOLE, 0))
    return [
        Candidate(row, (row.place,), [reading], has_text=True, is_carrier=True)
        for row in _naming(variant.exc_type, rows)
    ]


def _naming(exc_type: str, rows: Sequence[Row]) -> Iterable[Row]:
    """Those in whose files the class is named."""
    name = re.compile(rb"\b%s\b" % re.escape(exc_type.encode()))
    blobs = list(dict.fromkeys(row.blob for row in rows if row.blob))[:MOST_FILES]
    named = {blob for blob, source in sources_of(blobs) if name.search(source)}
    return (row for row in rows if row.blob in named)
