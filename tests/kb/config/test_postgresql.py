"""Connections that die while they wait in the pool, and statements that the server plans once."""

from __future__ import annotations

import psycopg
import pytest
from django.db import NotSupportedError, connection, connections, transaction

from kb.config.postgresql.base import is_closed

pytestmark = pytest.mark.django_db(transaction=True)


def connect() -> psycopg.Connection:
    """A connection beside the pool, as the pool makes them."""
    return psycopg.connect(**{**connection.get_connection_params(), "cursor_factory": None}, autocommit=True)


def end(backend: int) -> None:
    with connect() as other:
        other.execute("SELECT pg_terminate_backend(%s, 5000)", [backend])


def test_connection_that_the_server_closed_is_passed_over():
    own = connections.create_connection("default")
    own.ensure_connection()
    dead = own.connection.info.backend_pid
    own.close()
    end(dead)

    try:
        for _ in range(3):
            with own.cursor() as cursor:
                cursor.execute("SELECT pg_backend_pid()")
                assert cursor.fetchone()[0] != dead
            own.close()
    finally:
        own.close()


def test_server_that_hung_up_is_told_without_waiting_for_it():
    with connect() as idle:
        end(idle.info.backend_pid)

        assert is_closed(idle)


def test_connection_that_lives_is_known_without_asking_the_server(monkeypatch):
    with connect() as idle:
        idle.execute("SELECT 1")

        def asked(self, *args, **kwargs):
            raise AssertionError("the server was asked")

        with monkeypatch.context() as patched:
            patched.setattr(psycopg.Connection, "execute", asked)
            assert not is_closed(idle)


def test_connection_on_which_the_server_has_something_to_tell_is_kept():
    with connect() as idle, connect() as other:
        idle.execute("LISTEN told")
        other.execute("NOTIFY told")

        assert not is_closed(idle)
        assert not is_closed(idle)


def test_server_that_was_away_for_long_is_asked_again_with_the_next_request():
    pool = connection.pool

    assert pool.reconnect_timeout <= pool.timeout


def test_check_leaves_no_transaction_open_whatever_autocommit_is():
    with connect() as idle, connect() as other:
        idle.execute("LISTEN told")
        idle.autocommit = False
        other.execute("NOTIFY told")

        assert not is_closed(idle)
        assert idle.info.transaction_status == psycopg.pq.TransactionStatus.IDLE


def test_only_what_is_asked_by_a_prepared_cursor_is_planned_once_and_kept():
    for length, word in ((1, "a"), (2, "bb")):
        with connection.prepared_cursor() as cursor:
            cursor.execute("SELECT anvil FROM unnest(%s::text[]) anvil WHERE length(anvil) = %s", [["a", "bb"], length])
            assert cursor.fetchall() == [(word,)]
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s", ["what was pasted"])

    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%anvil WHERE%'")
        assert cursor.fetchall() == [("SELECT anvil FROM unnest($1::text[]) anvil WHERE length(anvil) = $2",)]
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%pasted%'")
        assert cursor.fetchone() == (0,)


def test_statements_that_are_asked_by_a_prepared_cursor_are_counted(django_assert_num_queries):
    with django_assert_num_queries(1), connection.prepared_cursor() as cursor:
        cursor.execute("SELECT %s::int", [1])


@pytest.fixture
def shelf():
    """A table that another release gives a wider column."""
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE shelf (name varchar(5)); INSERT INTO shelf VALUES ('C-12')")
    yield "SELECT name FROM shelf WHERE name <> %s"
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE shelf")
    connection.close()


def widen():
    with connect() as other:
        other.execute("ALTER TABLE shelf ALTER COLUMN name TYPE varchar(9)")


def names(statement):
    with connection.prepared_cursor() as cursor:
        cursor.execute(statement, [""])
        return cursor.fetchall()


def test_statement_is_planned_anew_where_a_column_changed_its_type(shelf):
    assert names(shelf) == [("C-12",)]
    widen()
    assert names(shelf) == names(shelf) == [("C-12",)]


def test_connection_whose_transaction_a_changed_column_breaks_is_given_up(shelf):
    assert names(shelf) == [("C-12",)]
    widen()
    with pytest.raises(NotSupportedError), transaction.atomic():
        names(shelf)
    connection.close()

    assert names(shelf) == [("C-12",)]
