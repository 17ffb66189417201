"""Many rows at once into PostgreSQL, by COPY: four times as fast as INSERT, and the client's work is a tenth.

Knows no table of its own. Values are what psycopg takes; for a JSON column, a `Jsonb`. Rows are streamed, so that an
iterator of any length is fine.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from django.db import connection, models, transaction
from django.db.backends.utils import CursorWrapper
from psycopg import sql

Row = Sequence[Any]
_TEMPORARY = sql.Identifier("bulk_rows")


def insert(model: type[models.Model], columns: Sequence[str], rows: Iterable[Row]) -> int:
    """Write rows that are new, and say how many. Must be within a transaction if it is to be undone."""
    with connection.cursor() as cursor:
        return _copy(cursor, sql.Identifier(model._meta.db_table), columns, rows)


def insert_unknown(model: type[models.Model], columns: Sequence[str], rows: Iterable[Row]) -> int:
    """Write those rows that break no unique constraint, and say how many; the others are there already."""
    statement = "INSERT INTO {table} ({columns}) SELECT {columns} FROM {rows} ON CONFLICT DO NOTHING"
    return _via_temporary(model, columns, rows, statement)


def update(model: type[models.Model], columns: Sequence[str], rows: Iterable[Row]) -> int:
    """Set the other columns of the rows that the first column, a key, names."""
    statement = "UPDATE {table} SET {assignments} FROM {rows} r WHERE {table}.{key} = r.{key}"
    return _via_temporary(model, columns, rows, statement)


def existing(model: type[models.Model], values: Sequence[str]) -> set[str]:
    """Those of the values that are an id."""
    statement = sql.SQL("SELECT {key} FROM {table} WHERE {key} = ANY(%s)").format(
        key=sql.Identifier("id"), table=sql.Identifier(model._meta.db_table)
    )
    with connection.cursor() as cursor:
        # One array, not a parameter per value: those are slow by the thousand and end at 65,535.
        cursor.execute(statement, [list(values)])
        return {row[0] for row in cursor.fetchall()}


def next_ids(model: type[models.Model], count: int) -> list[int]:
    """Ids that no row has or will get, so that rows can point to one another before they are written."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)",
            [model._meta.db_table, "id", count],
        )
        return [row[0] for row in cursor.fetchall()]


def _via_temporary(model: type[models.Model], columns: Sequence[str], rows: Iterable[Row], statement: str) -> int:
    names = [sql.Identifier(column) for column in columns]
    table = sql.Identifier(model._meta.db_table)
    filled = sql.SQL(statement).format(
        table=table,
        rows=_TEMPORARY,
        columns=sql.SQL(", ").join(names),
        key=names[0],
        assignments=sql.SQL(", ").join(sql.SQL("{0} = r.{0}").format(name) for name in names[1:]),
    )
    empty = sql.SQL("CREATE TEMPORARY TABLE {rows} ON COMMIT DROP AS SELECT {columns} FROM {table} WITH NO DATA")
    rows = iter(rows)
    if (first := next(rows, None)) is None:
        return 0
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(empty.format(rows=_TEMPORARY, columns=sql.SQL(", ").join(names), table=table))
        _copy(cursor, _TEMPORARY, columns, chain([first], rows))
        # Unseen, the planner takes it for small, and joins it to a large table row by row.
        cursor.execute(sql.SQL("ANALYZE {rows}").format(rows=_TEMPORARY))
        cursor.execute(filled)
        written: int = cursor.rowcount
        cursor.execute(sql.SQL("DROP TABLE {rows}").format(rows=_TEMPORARY))
    return written


def _copy(cursor: CursorWrapper, table: sql.Identifier, columns: Sequence[str], rows: Iterable[Row]) -> int:
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    count = 0
    with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(table, names)) as copy:
        for row in rows:
            copy.write_row(row)
            count += 1
    return count
