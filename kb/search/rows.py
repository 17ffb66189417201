"""Rows out of the database by a statement; many into a table at COPY's speed, known ones left alone or renewed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db import connection, models
from django.db.backends.utils import CursorWrapper
from psycopg import sql

from kb.models.among import Among


def fetch(statement: str, arguments: Sequence[Any]) -> list[tuple[Any, ...]]:
    """`statement`: a constant, which PostgreSQL plans once for each connection."""
    with connection.prepared_cursor() as cursor:  # type: ignore[attr-defined]  # of kb.config.postgresql
        cursor.execute(statement, arguments)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def write(
    model: type[models.Model],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    of: tuple[str, Sequence[str] | Sequence[int]],
    key: Sequence[str],
    on_conflict: Sequence[str] = (),
) -> None:
    """Write the rows of some owners, `of` a column and its values: by `insert` where none has a row yet, else by
    `upsert`. Nobody else may write rows of theirs meanwhile. No two rows may have one key.
    """
    if model._default_manager.filter(Among(*of)).exists():
        upsert(model, columns, rows, key=key, on_conflict=on_conflict)
    else:
        insert(model, columns, rows)


def insert(model: type[models.Model], columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """Write rows that are not there yet, as they are made: PostgreSQL takes one while the next is worked out."""
    with connection.cursor() as cursor:
        _copy(cursor, sql.Identifier(model._meta.db_table), columns, rows)


def upsert(
    model: type[models.Model],
    columns: Sequence[str],
    rows: Iterable[Sequence[Any]],
    *,
    key: Sequence[str],
    on_conflict: Sequence[str] = (),
) -> None:
    """Write rows through a temporary table; must run in a transaction.

    `on_conflict` names the columns that an existing row takes over (none = it stays as it is); values of a column
    written `column+` are added up. With it, no two rows may have one key.
    """
    table, staging = sql.Identifier(model._meta.db_table), sql.Identifier(f"new_{model._meta.db_table}")
    names = sql.SQL(", ").join(map(sql.Identifier, columns))
    with connection.cursor() as cursor:
        cursor.execute(
            sql.SQL("CREATE TEMPORARY TABLE {} ON COMMIT DROP AS SELECT {} FROM {} WHERE false").format(
                staging, names, table
            )
        )
        _copy(cursor, staging, columns, rows)
        cursor.execute(
            # In the order of their keys: who writes rows that others write, too, locks them in one order.
            sql.SQL("INSERT INTO {} AS old ({}) SELECT {} FROM {} ORDER BY {} ON CONFLICT ({}) DO {}")
            .format(table, names, names, staging, _list(key), _list(key), _action(on_conflict))
        )  # fmt: skip
        cursor.execute(sql.SQL("DROP TABLE {}").format(staging))


def _copy(cursor: CursorWrapper, table: sql.Identifier, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    with cursor.copy(sql.SQL("COPY {} ({}) FROM STDIN").format(table, _list(columns))) as copy:
        for row in rows:
            copy.write_row(row)


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
