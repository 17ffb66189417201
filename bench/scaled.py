"""Databases of the bench's own, one for each size, beside the one at hand: made once, resumed when cut short, reused.

What is known of each stands in its comment, as JSON: which entries it was made of, and the seconds of indexing so far.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connection, connections
from psycopg import sql

from bench.copies import Copies
from bench.varied import Real, digest

PREFIX = "raised_scale_"


@dataclass(slots=True)
class Built:
    """`made_of`: the digest of the real entries; `seconds`: of indexing all that it holds."""

    made_of: str
    seconds: float = 0.0
    is_whole: bool = False


def name_of(size: int) -> str:
    return f"{PREFIX}{size}"


def build(size: int, below: int | None, real: Sequence[Real]) -> Built:
    """Bring the database of a size to its size: what an earlier run left of it goes on, else a copy of the one `below`.

    Memory does not grow with the size: a copy of one project's entries is made, written and indexed at a time.
    """
    built = find(size)
    if built is None or built.made_of != digest(real):
        built = _begin(size, below, digest(real))
    if built.is_whole:
        return built
    with using(name_of(size)):
        if below is None:
            call_command("migrate", verbosity=0)
        copies = Copies(real)
        for seconds in copies.grow(size):
            built.seconds += seconds
            _note(size, built)
        with connection.cursor() as cursor:
            cursor.execute("VACUUM ANALYZE")
        built.is_whole = True
        _note(size, built)
    return built


def find(size: int) -> Built | None:
    """What there is of a size."""
    with connection.cursor() as cursor:
        statement = "SELECT shobj_description(oid, 'pg_database') FROM pg_database WHERE datname = %s"
        cursor.execute(statement, [name_of(size)])
        row = cursor.fetchone()
    return Built(**json.loads(row[0])) if row and row[0] else None


def drop(size: int) -> None:
    _execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)"), size)


@contextmanager
def using(name: str) -> Iterator[None]:
    """For as long as the block lasts this process works on that database."""
    theirs = connection.settings_dict["NAME"]
    use(name)
    try:
        yield
    finally:
        use(theirs)


def use(name: str) -> None:
    connection.close()
    connections[DEFAULT_DB_ALIAS].close_pool()  # type: ignore[attr-defined]  # the stubs lack it
    connection.settings_dict["NAME"] = name


def _begin(size: int, below: int | None, made_of: str) -> Built:
    drop(size)
    built = Built(made_of)
    if below is None:
        _execute(sql.SQL("CREATE DATABASE {}"), size)
    else:
        lower = find(below)
        built.seconds = lower.seconds if lower else 0.0
        _execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}"), size, below)
    _note(size, built)
    return built


def _note(size: int, built: Built) -> None:
    told = sql.Literal(json.dumps(asdict(built))).as_string()
    _execute(sql.SQL("COMMENT ON DATABASE {} IS " + told.replace("{", "{{").replace("}", "}}")), size)


def _execute(statement: sql.SQL, *sizes: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(statement.format(*(sql.Identifier(name_of(size)) for size in sizes)))
