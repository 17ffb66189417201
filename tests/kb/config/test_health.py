import pytest
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor

from ingest import workers

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def queue(monkeypatch):
    monkeypatch.setattr(workers, "is_queue_reachable", lambda: True)


def without_database(monkeypatch) -> None:
    def refuse(self):
        raise DatabaseError

    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", refuse)


def test_ready_with_a_database_that_has_all_migrations(client):
    response = client.get("/readyz")

    assert response.status_code == 200
    assert response.json() == {"database": "ok", "migrations": "ok", "queue": "ok", "search": "ok"}


def test_ready_without_a_queue_which_pages_do_not_need(client, monkeypatch):
    monkeypatch.setattr(workers, "is_queue_reachable", lambda: False)

    response = client.get("/readyz")

    assert (response.status_code, response.json()["queue"]) == (200, "unreachable")


def test_not_ready_without_a_database_but_up(client, monkeypatch):
    without_database(monkeypatch)

    assert client.get("/readyz").status_code == 503
    assert client.get("/healthz").status_code == 200


def test_part_that_is_away_is_named_without_waiting_for_the_pool(client, monkeypatch, tmp_path):
    monkeypatch.setitem(connection.settings_dict, "HOST", str(tmp_path))  # where no socket is

    response = client.get("/readyz")

    assert response.status_code == 503
    assert response.json() == {"database": "unreachable", "migrations": "unknown", "queue": "ok", "search": "ok"}


def test_not_ready_before_the_migrations(client, monkeypatch):
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda self, targets: [("kb", False)])

    response = client.get("/readyz")

    assert (response.status_code, response.json()["migrations"]) == (503, "pending")


@pytest.mark.parametrize("address", ["/healthz", "/readyz", "/metrics"])
def test_health_is_not_to_be_written_to(client, address):
    assert client.post(address).status_code == 405
