import pytest
from django.db import DatabaseError
from django.db.backends.base.base import BaseDatabaseWrapper


@pytest.mark.django_db
def test_healthy_with_a_database_that_answers(client):
    response = client.get("/healthz")

    assert (response.status_code, response.json()) == (200, {"database": "ok"})


def test_not_healthy_without_a_database(client, monkeypatch):
    def refuse(self):
        raise DatabaseError

    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", refuse)

    assert client.get("/healthz").status_code == 503


def test_health_is_not_to_be_written_to(client):
    assert client.post("/healthz").status_code == 405
