"""The life of a job: who gets it, how it waits, how it ends."""

from datetime import timedelta

import pytest
from django.db import OperationalError
from django.utils import timezone

from ingest import jobs
from ingest.sources import SourceFailed
from kb.models import IngestJob
from tests.factories import make_job, make_project

pytestmark = pytest.mark.django_db
State = IngestJob.State


def fresh(job):
    return IngestJob.objects.get(pk=job.pk)


def test_asking_twice_gives_the_same_job(tmp_path):
    first = jobs.request("pypi:anvil==1.0.0", mirror=None)
    assert jobs.request("pypi:anvil==1.0.0") == first
    assert IngestJob.objects.count() == 1


def test_asking_in_another_way_gives_another_job(tmp_path):
    first = jobs.request("github:acme/anvil@v1")
    assert jobs.request("github:acme/anvil@v1", mirror=tmp_path) != first
    assert jobs.request("github:acme/anvil@v1", current=True) != first


def test_asking_again_after_the_end_gives_a_new_job():
    first = jobs.request("pypi:anvil==1.0.0")
    jobs.fail(first.pk, "lost")
    assert jobs.request("pypi:anvil==1.0.0") != first


def test_options_that_are_not_given_are_not_kept(tmp_path):
    job = jobs.request("github:acme/anvil@v1", mirror=tmp_path, watch=True, current=False)
    assert job.options == {"mirror": str(tmp_path), "watch": True}


def test_a_folder_is_kept_with_its_whole_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert jobs.request(".", as_slug="acme/anvil").source == str(tmp_path)


def test_a_source_that_cannot_be_understood_makes_no_job():
    with pytest.raises(SourceFailed):
        jobs.request("nonsense:x")
    assert not IngestJob.objects.exists()


def test_a_queued_job_is_taken_to_fetching():
    job = make_job()
    assert jobs.take(job.pk).state == State.FETCHING
    assert fresh(job).state == State.FETCHING


@pytest.mark.parametrize("state", [State.DONE, State.FAILED])
def test_an_ended_job_is_not_taken(state):
    assert jobs.take(make_job(state=state).pk) is None


def test_a_job_that_was_put_off_is_not_taken_before_its_time():
    job = make_job(retry_at=timezone.now() + timedelta(minutes=1))
    assert jobs.take(job.pk) is None
    IngestJob.objects.update(retry_at=timezone.now())
    assert jobs.take(job.pk)


def test_a_job_waits_while_another_of_its_project_is_at_work():
    project = make_project()
    ahead = make_job(project=project, state=State.EXTRACTING)
    job = make_job(project=project, source="pypi:anvil==2.0.0")
    assert jobs.take(job.pk) is None
    assert fresh(job).state == State.QUEUED
    assert fresh(job).error == f"waits for job {ahead.pk}, {ahead.source}"


def test_a_job_that_learns_its_project_late_waits_then():
    ahead = make_job(project=make_project(), state=State.LINKING)
    job = jobs.take(make_job(source="pypi:anvil==2.0.0").pk)
    assert not jobs.enter(job, State.FETCHING, project=ahead.project)
    assert (fresh(job).state, fresh(job).project) == (State.QUEUED, ahead.project)


def test_jobs_of_other_projects_do_not_wait():
    make_job(project=make_project(), state=State.EXTRACTING)
    assert jobs.take(make_job(project=make_project("acme/hammer")).pk)


def test_the_end_of_a_job_starts_the_next_of_its_project():
    project = make_project()
    ahead = make_job(project=project, state=State.INDEXING)
    waiting = make_job(project=project, source="b")
    make_job(project=project, source="c")
    make_job(source="of no project yet")
    assert jobs.next_after(ahead.pk) is None, "not before it has ended"
    jobs.end(ahead)
    assert jobs.next_after(ahead.pk) == waiting


def test_the_end_of_a_job_without_a_project_starts_nothing():
    job = make_job()
    make_job(source="other")
    jobs.fail(job.pk, "no such release")
    assert jobs.next_after(job.pk) is None


def test_each_state_is_timed():
    job = jobs.take(make_job().pk)
    job.state_at -= timedelta(seconds=3)
    jobs.enter(job, State.EXTRACTING, total=10)
    job.state_at -= timedelta(seconds=4)
    jobs.end(job)
    ended = fresh(job)
    assert set(ended.timings) == {"fetching", "extracting"}
    assert 3 <= ended.timings["fetching"] < 4 <= ended.timings["extracting"] < 5
    assert (ended.state, ended.done, ended.total) == (State.DONE, 10, 10)
    assert ended.ended_at


def test_a_state_that_is_entered_again_adds_up():
    job = jobs.take(make_job(timings={"linking": 5.0}).pk)
    jobs.enter(job, State.LINKING)
    job.state_at -= timedelta(seconds=3)
    jobs.enter(job, State.ASSEMBLING)
    assert 8 <= fresh(job).timings["linking"] < 9


def test_a_permanent_failure_ends_the_job_with_its_line():
    job = make_job(state=State.FETCHING)
    with jobs.judged(job.pk):
        raise SourceFailed("no such release")
    assert (fresh(job).state, fresh(job).error) == (State.FAILED, "no such release")
    assert fresh(job).ended_at


def test_a_failure_that_may_heal_puts_the_job_off_longer_each_time():
    job = make_job(state=State.FETCHING)
    delays = []
    for _ in range(3):
        before = timezone.now()
        with jobs.judged(job.pk):
            raise SourceFailed("index timed out", permanent=False)
        delays.append(round((fresh(job).retry_at - before).total_seconds()))
    assert delays == [15, 60, 240]
    assert (fresh(job).state, fresh(job).error) == (State.QUEUED, "index timed out")
    assert jobs.next_after(job.pk) == job


def test_a_failure_that_does_not_heal_ends_the_job():
    job = make_job(state=State.FETCHING, attempts=jobs.ATTEMPTS_LIMIT)
    with jobs.judged(job.pk):
        raise SourceFailed("index timed out", permanent=False)
    assert (fresh(job).state, fresh(job).error) == (State.FAILED, "index timed out")


def test_a_fault_of_ours_ends_the_job_and_says_so(caplog):
    job = make_job(state=State.LINKING)
    with jobs.judged(job.pk):
        raise KeyError("x")
    assert fresh(job).state == State.FAILED
    assert fresh(job).error == "a fault in Raised, please report it: KeyError: 'x'"
    assert "Traceback" in caplog.text


def test_a_database_that_is_away_is_no_fault_of_the_job():
    job = make_job(state=State.LINKING)
    with pytest.raises(OperationalError), jobs.judged(job.pk):
        raise OperationalError("the connection is closed")
    assert fresh(job).state == State.LINKING


def test_a_job_whose_workers_died_too_often_is_given_up():
    job = make_job(state=State.LINKING, attempts=jobs.ATTEMPTS_LIMIT + 1)
    assert jobs.take(job.pk) is None
    assert fresh(job).error == "given up: its worker ended 6 times while linking (out of memory?)"


def test_jobs_without_a_sign_of_life_are_found():
    lost = make_job(state=State.LINKING, seen_at=timezone.now() - timedelta(minutes=5))
    make_job(state=State.LINKING, source="alive")
    make_job(state=State.DONE, source="over", seen_at=timezone.now() - timedelta(days=1))
    assert jobs.unattended() == [lost.pk]
    assert jobs.unattended() == [], "it waits in the queue now"


def test_jobs_that_were_put_off_are_found_when_their_time_has_come():
    long_ago = timezone.now() - timedelta(minutes=5)
    later = make_job(seen_at=long_ago, retry_at=timezone.now() + timedelta(minutes=1))
    assert jobs.unattended() == []
    IngestJob.objects.update(retry_at=timezone.now())
    assert jobs.unattended() == [later.pk]


def test_each_failure_leaves_a_job_one_try_less_until_none_is_left():
    job = make_job()
    left, last, now = [], [], timezone.now()
    while not fresh(job).has_ended:
        jobs.put_off(job.pk, "cannot reach forge.example")
        left.append(jobs.tries_left(fresh(job)))
        last.append(jobs.last_try_at(fresh(job)))
    assert left == [5, 4, 3, 2, 1, 1]
    minutes = [round((at - now).total_seconds() / 60) for at in last if at]
    # As they were told: each time so much later as the tries before did not take.
    assert minutes == [35, 35, 34, 30, 15]
    assert fresh(job).error == "cannot reach forge.example"
