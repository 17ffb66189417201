"""Which task follows which; the steps themselves are tested in test_pipeline."""

from datetime import timedelta

import pytest
from celery import current_app
from celery.signals import worker_ready
from django.conf import settings
from django.db import OperationalError
from django.utils import timezone

from ingest import jobs, pipeline, tasks, watching
from ingest.sources import SourceFailed
from kb.models import IngestJob
from tests.factories import make_blob, make_file, make_job, make_pin, make_project

pytestmark = pytest.mark.django_db
State = IngestJob.State


@pytest.fixture
def sent(monkeypatch):
    """[(task's name, arguments, countdown)] in place of messages to a broker."""
    messages = []

    def send(self, args=(), kwargs=None, **options):
        messages.append((self.name.rpartition(".")[2], *args, options.get("countdown")))

    monkeypatch.setattr("celery.app.task.Task.apply_async", send)
    monkeypatch.setattr(
        "celery.canvas.group.apply_async", lambda self, **_: [send(task, task.args) for task in self.tasks]
    )
    return messages


def at_work(state=State.EXTRACTING, files=0, **kwargs):
    pin = make_pin(published_at=None)
    for number in range(files):
        make_file(pin, path=f"{number}.py", blob=make_blob(b"x = %d" % number))
    return make_job(project=pin.project, pin=pin, state=state, **kwargs)


def test_a_fetched_pin_is_shared_out_in_batches(sent, monkeypatch):
    job = at_work(files=90)
    monkeypatch.setattr(pipeline, "fetch", lambda job_id: True)
    tasks.fetch(job.pk)
    assert sent == [("extract", job.pk, None)] * 3


def test_one_job_does_not_take_all_workers(sent, monkeypatch):
    job = at_work(files=1)
    monkeypatch.setattr(pipeline, "fetch", lambda job_id: True)
    monkeypatch.setattr(tasks.extracting, "counts", lambda pin: (100_000, 100_000))
    tasks.fetch(job.pk)
    assert len(sent) == 8


def test_a_pin_of_which_all_is_parsed_is_published_at_once(sent, monkeypatch):
    job = at_work()
    monkeypatch.setattr(pipeline, "fetch", lambda job_id: True)
    tasks.fetch(job.pk)
    assert sent == [("publish", job.pk, None)]


@pytest.mark.parametrize(
    "outcome, following", [("all done", ["publish"]), ("turn over", ["extract"]), ("with others", [])]
)
def test_what_follows_extracting(sent, monkeypatch, outcome, following):
    monkeypatch.setattr(pipeline, "extract", lambda job_id, cautious: outcome)
    tasks.extract(7)
    assert [message[0] for message in sent] == following


def test_a_task_whose_worker_was_lost_is_cautious(sent, monkeypatch):
    asked = []
    monkeypatch.setattr(pipeline, "extract", lambda job_id, cautious: asked.append(cautious) or "with others")
    for redelivered in (False, True):
        tasks.extract.push_request(delivery_info={"redelivered": redelivered})
        tasks.extract.run(7)
        tasks.extract.pop_request()
    assert asked == [False, True]


def test_the_next_job_of_the_project_follows_the_end(sent):
    job = at_work(State.INDEXING)
    waiting = make_job(project=job.project, source="b")
    jobs.end(job)
    tasks.publish(job.pk)
    assert sent == [("fetch", waiting.pk, None)]


def test_the_next_job_of_the_project_follows_a_failure(sent):
    job = at_work(State.LINKING)
    waiting = make_job(project=job.project, source="b")
    jobs.fail(job.pk, "lost")
    tasks.fetch(job.pk)
    assert sent == [("fetch", waiting.pk, None)]


def test_a_job_that_was_put_off_is_tried_again_in_time(sent, monkeypatch):
    def away(*args, **kwargs):
        raise SourceFailed("index timed out", permanent=False)

    monkeypatch.setattr(pipeline, "open_source", away)
    job = make_job()
    tasks.fetch(job.pk)
    name, job_id, countdown = sent[0]
    assert (name, job_id) == ("fetch", job.pk)
    assert 10 < countdown <= 15


def test_a_database_that_is_away_is_tried_again(monkeypatch):
    calls = []

    def away(job_id):
        calls.append(job_id)
        raise OperationalError("no connection")

    monkeypatch.setattr(pipeline, "publish", away)
    result = tasks.publish.apply((7,), throw=False)
    assert result.state == "FAILURE", "after the last of its retries, which apply() makes at once"
    assert isinstance(result.result, OperationalError)
    assert calls == [7] * 9


def test_jobs_that_no_one_is_at_are_started_again(sent):
    lost = at_work(State.LINKING, seen_at=timezone.now() - timedelta(minutes=5))
    make_job(source="alive")
    tasks.resume()
    assert sent == [("fetch", lost.pk, None)]


def test_a_worker_that_starts_takes_up_all_that_no_one_is_at(sent):
    worker_ready.send(sender=None)
    assert sent == [("resume", 0, None)]
    job = make_job()
    sent.clear()
    tasks.resume(0)
    assert sent == [("fetch", job.pk, None)]


def test_each_watched_project_is_looked_at_by_itself(sent):
    watched = make_project("acme/anvil", watch="pypi:anvil")
    make_project("acme/hammer")
    tasks.repin()
    assert sent == [("repin_one", watched.pk, None)]


def test_a_newer_pin_of_a_watched_project_is_ingested(sent, monkeypatch):
    project = make_project(watch="pypi:anvil")
    monkeypatch.setattr(watching, "newest", lambda watch: f"{watch}==2.0")
    tasks.repin_one(project.pk)
    job = IngestJob.objects.get()
    assert (job.source, job.options, job.project) == ("pypi:anvil==2.0", {"as": "acme/anvil"}, project)
    assert sent == [("fetch", job.pk, None)]


def test_a_pin_that_is_published_already_is_not_ingested_again(sent, monkeypatch):
    project = make_project(watch="pypi:anvil")
    make_pin(project, source="pypi:anvil==2.0")
    monkeypatch.setattr(watching, "newest", lambda watch: f"{watch}==2.0")
    tasks.repin_one(project.pk)
    assert sent == []
    assert not IngestJob.objects.exists()


def test_a_watched_source_that_is_away_is_logged_and_left_for_next_time(sent, monkeypatch, caplog):
    def away(watch):
        raise SourceFailed("index timed out", permanent=False)

    project = make_project(watch="pypi:anvil")
    monkeypatch.setattr(watching, "newest", away)
    tasks.repin_one(project.pk)
    assert sent == []
    assert "cannot look for a newer pin of acme/anvil: index timed out" in caplog.text


def test_beat_knows_the_tasks_that_it_is_to_send():
    current_app.loader.import_default_modules()
    assert {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()} <= set(current_app.tasks)
