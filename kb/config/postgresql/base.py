"""Connections out of the pool, passing over those that the server closed meanwhile, and statements planned once.

The pool's own check asks the server each time, which takes as long as a small query. A connection that waits in the
pool has nothing to read unless the server hung up or has something to tell; that much the kernel knows, and only then
is the server asked.

Django writes a statement's values into it, so that the server has to plan it each time, which of a small one takes
longer than its execution. What is asked again and again goes through `prepared_cursor` instead.
"""

from __future__ import annotations

import select
from typing import Any, Self
from weakref import WeakSet

from django.db.backends.postgresql import base
from django.db.backends.utils import CursorWrapper
from psycopg import Connection, Cursor, OperationalError
from psycopg.abc import Params, Query
from psycopg.errors import FeatureNotSupported
from psycopg.pq import TransactionStatus
from psycopg_pool import ConnectionPool

# Those whose plans are out of date: PostgreSQL refuses a plan whose columns have got another type since.
_STALE: WeakSet[Connection[Any]] = WeakSet()


class _PreparedCursor(Cursor[Any]):
    def execute(self, query: Query, params: Params | None = None, **options: Any) -> Self:
        if self.connection in _STALE:
            return super().execute(query, params, **options)  # type: ignore[arg-type]  # a Template has no params
        try:
            return self._planned_once(query, params, **options)
        except FeatureNotSupported:
            _STALE.add(self.connection)
            if self.connection.info.transaction_status != TransactionStatus.IDLE:
                self.connection.close()  # what is done here cannot go on, and the next one gets another connection
                raise
            return super().execute(query, params, **options)  # type: ignore[arg-type]

    def _planned_once(self, query: Query, params: Params | None, **options: Any) -> Self:
        # For no longer than this: else psycopg counts all statements, and keeps them, values and all, to do so.
        self.connection.prepare_threshold = 0
        try:
            return super().execute(query, params, **options)  # type: ignore[arg-type]
        finally:
            self.connection.prepare_threshold = None


class DatabaseWrapper(base.DatabaseWrapper):
    def prepared_cursor(self) -> CursorWrapper:
        """A cursor whose statements are planned once for each connection, whatever their values are. They are kept as
        long as it lives, so that they must be few: none that is put together anew each time."""
        self.ensure_connection()
        return self._prepare_cursor(_PreparedCursor(self.connection))  # type: ignore[attr-defined,no-any-return]

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:  # noqa: ANN401 - psycopg's, as Django has it
        connection = super().get_new_connection(conn_params)
        while self.pool and (connection in _STALE or is_closed(connection)):
            connection.close()
            self.pool.putconn(connection)  # which makes another in its place
            connection = super().get_new_connection(conn_params)
        return connection


def is_closed(connection: Connection[Any]) -> bool:
    """Whether nothing can be asked on a connection that has been idle; asks the server only if the socket has news."""
    if connection.closed:
        return True
    waiting = select.poll()
    waiting.register(connection.fileno(), select.POLLIN)
    if not waiting.poll(0):
        return False
    try:
        ConnectionPool.check_connection(connection)  # which leaves no transaction open, whatever its autocommit is
    except OperationalError:
        return True
    return False
