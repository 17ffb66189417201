"""Files of a Pin whose sites are those of the Project's current Pin -> their rows, copied and not made anew.

Most of a next Pin is such files. `PinFile.linked` tells them: a digest of the linked file and of the code that makes
rows of it. Their sites would be tied to the same entries by the first rung of the ladder, so the result is the same as
without this module; only the work is less. For `ingest.assemble` alone.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec
from django.db import connection
from django.db.models import Count, F
from psycopg import sql

from ingest.extract.sites import LinkedFile
from ingest.statements import SITE_COLUMNS, has_page
from kb.models import ErrorEntry, Pin, PinFile, RaiseSite

_ROOT: Final = Path(__file__).parents[1]
_MADE_BY: Final = ("ingest/statements.py", "ingest/wording.py", "ingest/identity.py", "kb/text.py")
_CODE_DIGEST: Final = hashlib.sha256(b"".join((_ROOT / name).read_bytes() for name in _MADE_BY)).digest()
_encode: Final = msgspec.msgpack.Encoder().encode


@dataclass(frozen=True, slots=True)
class Kept:
    """Paths whose sites are the same as at the Pin `pin`, by id."""

    pin: int = 0
    paths: frozenset[str] = frozenset()


def digests(files: Sequence[LinkedFile]) -> dict[str, str]:
    """PinFile.linked of each file that has sites, by path."""
    return {file.path: _digest(file) for file in files if file.sites}


def _digest(file: LinkedFile) -> str:
    try:
        return hashlib.sha256(_CODE_DIGEST + _encode(file)).hexdigest()[:16]
    except UnicodeEncodeError:  # lone surrogates: such a file is made anew each time
        return ""


def kept(pin: Pin, files: Sequence[LinkedFile], linked: Mapping[str, str]) -> Kept:
    """What can be copied. Nothing at a second run over the Pin, nor where an older one is added."""
    others = list(pin.project.pins.exclude(pk=pin.pk))
    current = next((other for other in others if other.pk == pin.project.current_pin_id), None)
    if current is None or any(map(pin.is_older_than, others)) or pin.sites.exists():
        return Kept()
    before = dict(PinFile.objects.filter(pin=current).exclude(linked="").values_list("path", "linked"))
    # Each site still shown by an entry that stands, or it is not for a copy to mend that.
    standing = current.sites.filter(entry__site=F("pk"), entry__removed_in=None).order_by().values_list("path")
    counts = dict(standing.annotate(Count("id")))
    paths = (
        file.path
        for file in files
        if linked.get(file.path)
        and linked[file.path] == before.get(file.path)
        and counts.get(file.path) == sum(map(has_page, file.sites))
    )
    return Kept(current.pk, frozenset(paths))


def write(kept: Kept, pin: Pin) -> int:
    """Copy the sites, and let their entries show the copies; says how many there are."""
    if not kept.paths:
        return 0
    columns = sql.SQL(", ").join(map(sql.Identifier, ("entry_id", "key", *SITE_COLUMNS)))
    statement = sql.SQL(
        "WITH copied AS (INSERT INTO {sites} (pin_id, carried, {columns})"
        " SELECT %s, %s, {columns} FROM {sites} WHERE pin_id = %s AND path = ANY(%s) RETURNING id, entry_id)"
        " UPDATE {entries} SET site_id = copied.id FROM copied WHERE {entries}.id = copied.entry_id"
    ).format(
        sites=sql.Identifier(RaiseSite._meta.db_table),
        entries=sql.Identifier(ErrorEntry._meta.db_table),
        columns=columns,
    )
    with connection.cursor() as cursor:
        cursor.execute(statement, [pin.pk, RaiseSite.Carried.SAME.value, kept.pin, sorted(kept.paths)])
        copied: int = cursor.rowcount
    return copied
