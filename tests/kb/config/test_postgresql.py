"""Connections that die while they wait in the pool, and statements that the server plans once."""

from __future__ import annotations

import psycopg
import pytest
from django.db import connection, connections

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
            cursor.execute("SELECT word FROM unnest(%s::text[]) word WHERE length(word) = %s", [["a", "bb"], length])
            assert cursor.fetchall() == [(word,)]
        with connection.cursor() as cursor:
            cursor.execute("SELECT %s", ["what was pasted"])

    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements WHERE statement LIKE '%unnest%'")
        assert cursor.fetchall() == [("SELECT word FROM unnest($1::text[]) word WHERE length(word) = $2",)]
        cursor.execute("SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%pasted%'")
        assert cursor.fetchone() == (0,)


def test_statements_that_are_asked_by_a_prepared_cursor_are_counted(django_assert_num_queries):
    with django_assert_num_queries(1), connection.prepared_cursor() as cursor:
        cursor.execute("SELECT %s::int", [1])
