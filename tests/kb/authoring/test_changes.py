"""Two people at one entry."""

from __future__ import annotations

import time
from threading import Thread

import pytest
from django.db import DatabaseError, connection, transaction

from kb.authoring.changes import Action, mark
from kb.models import Explanation
from tests.factories import make_entry, make_explanation


@pytest.mark.django_db(transaction=True)
def test_of_two_explanations_that_are_pinned_at_once_the_later_one_stays_pinned():
    entry = make_entry()
    first, second = make_explanation(entry), make_explanation(entry, origin="llm")
    failed: list[Exception] = []

    def pin_second() -> None:
        try:
            mark(second, Action.PINNED, "lee")
        except DatabaseError as error:  # what a thread raises is lost otherwise
            failed.append(error)
        finally:
            connection.close()

    other = Thread(target=pin_second)
    with transaction.atomic():
        mark(first, Action.PINNED, "sam")
        other.start()
        wait_until_someone_waits()
    other.join()

    assert not failed
    assert Explanation.objects.get(is_pinned=True) == second


def wait_until_someone_waits() -> None:
    for _ in range(500):
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            if cursor.fetchone()[0]:
                return
        time.sleep(0.02)
    pytest.fail("The other one does not wait.")
