"""Rows out of the database by a statement; many into a table at COPY's speed, known ones left alone or renewed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models
from psycopg import sql


def fetch(statement: str, arguments: Sequence[Any]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, arguments)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def upsert(
    model: type[models.Model],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    key: Sequence[str],
    on_conflict: Sequence[str] = (),
) -> list[Any]:
    """Write rows through a temporary table; must run in a transaction.

    `on_conflict` names the columns that an existing row takes over (none = it stays as it is); values of a column
    written `column+` are added up. Returns the first column of each row that was new or changed.
    """
    table, staging = sql.Identifier(model._meta.db_table), sql.Identifier(f"new_{model._meta.db_table}")
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    with connection.cursor() as cursor:
        cursor.execute(
            sql.SQL("CREATE TEMPORARY TABLE {} ON COMMIT DROP AS SELECT {} FROM {} WHERE false").format(
                staging, names, table
            )
        )
        with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(staging, names)) as copy:
            for row in rows:
                copy.write_row(row)
        cursor.execute(
            sql.SQL("INSERT INTO {} AS old ({}) SELECT DISTINCT ON ({}) {} FROM {} ON CONFLICT ({}) DO {} RETURNING {}")
            .format(
                table, names, _list(key), names, staging, _list(key), _action(on_conflict), sql.Identifier(columns[0])
            )
        )  # fmt: skip
        written = [row[0] for row in cursor.fetchall()]
        cursor.execute(sql.SQL("DROP TABLE {}").format(staging))
    return written


def _list(columns: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _action(columns: Sequence[str]) -> sql.Composable:
    if not columns:
        return sql.SQL("NOTHING")
    return sql.SQL("UPDATE SET ") + sql.SQL(", ").join(
        sql.SQL("{0} = old.{0} + excluded.{0}" if column.endswith("+") else "{0} = excluded.{0}").format(
            sql.Identifier(column.rstrip("+"))
        )
        for column in columns
    )
