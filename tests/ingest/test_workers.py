"""Whether workers are there: asked of the real broker."""

import pytest
from celery import current_app

from ingest import workers


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    monkeypatch.setattr(current_app.conf, "broker_url", f"redis+socket://{tmp_path / 'none.sock'}")
    monkeypatch.setattr(current_app.conf, "broker_write_url", f"redis+socket://{tmp_path / 'none.sock'}")


def test_tasks_are_called_by_names_that_workers_know(monkeypatch):
    current_app.loader.import_default_modules()
    sent = []
    monkeypatch.setattr(
        type(current_app._get_current_object()), "send_task", lambda self, name, *_, **__: sent.append(name)
    )
    assert workers.hand(1)
    assert workers.look(1)
    assert set(sent) <= set(current_app.tasks)


def test_without_a_broker_no_worker_answers_and_nothing_can_be_handed_over(nowhere):
    assert not workers.answer()
    assert not workers.hand(1)
