"""Connections out of the pool, passing over those that the server closed meanwhile.

The pool's own check asks the server each time, which takes as long as a small query. A connection that waits in the
pool has nothing to read unless the server hung up or has something to tell; that much the kernel knows, and only then
is the server asked.
"""

from __future__ import annotations

import select
from typing import Any

from django.db.backends.postgresql import base
from psycopg import Connection, OperationalError
from psycopg_pool import ConnectionPool


class DatabaseWrapper(base.DatabaseWrapper):
    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:  # noqa: ANN401 - psycopg's, as Django has it
        connection = super().get_new_connection(conn_params)
        while self.pool and is_closed(connection):
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
