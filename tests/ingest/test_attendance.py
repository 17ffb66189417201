"""Who is at a job, told by a lock of the database; and progress that is seen at once."""

import pytest
from django.db import transaction

from ingest.attendance import attend, attended
from kb.models import IngestJob
from tests.factories import make_job

pytestmark = pytest.mark.django_db(transaction=True)


def fresh(job):
    return IngestJob.objects.get(pk=job.pk)


def test_one_who_is_alone_lets_no_one_in():
    job = make_job()
    with (
        attend(job.pk, alone=True) as first,
        attend(job.pk, alone=True) as second,
        attend(job.pk, alone=False) as third,
    ):
        assert first
        assert second is None
        assert third is None


def test_several_may_be_at_a_job_together_but_no_one_alone():
    job = make_job()
    with (
        attend(job.pk, alone=False) as first,
        attend(job.pk, alone=False) as second,
        attend(job.pk, alone=True) as third,
    ):
        assert first
        assert second
        assert third is None
        assert fresh(job).hands == 2
    assert fresh(job).hands == 0


def test_the_next_one_gets_in_when_the_first_has_left():
    job = make_job()
    with attend(job.pk, alone=True):
        assert attended([job.pk, job.pk + 1]) == {job.pk}
    assert attended([job.pk]) == set()
    with attend(job.pk, alone=True) as attendance:
        assert attendance


def test_jobs_do_not_stand_in_each_others_way():
    with attend(make_job().pk, alone=True) as first, attend(make_job(source="b").pk, alone=True) as second:
        assert first
        assert second


def test_one_who_leaves_by_an_exception_has_left():
    job = make_job()
    with pytest.raises(KeyError), attend(job.pk, alone=True):
        raise KeyError
    assert attended([job.pk]) == set()
    assert fresh(job).hands == 0
    assert fresh(job).attempts == 0


def test_hands_without_a_lock_were_killed_and_count_as_an_attempt():
    job = make_job(hands=3)
    with attend(job.pk, alone=True):
        assert (fresh(job).attempts, fresh(job).hands) == (1, 1)


def test_progress_is_seen_while_a_transaction_is_open():
    job = make_job(total=10)
    with attend(job.pk, alone=True) as attendance, transaction.atomic():
        make_job(source="not committed yet")
        attendance.tell(10, 10)
        with transaction.atomic():
            assert fresh(job).done == 10


def test_progress_is_not_written_at_each_call():
    job = make_job()
    with attend(job.pk, alone=True) as attendance:
        for done in range(100):
            attendance.tell(done, 1000)
        assert fresh(job).done == 0
        attendance.tell(1000, 1000)
    assert (fresh(job).done, fresh(job).total) == (1000, 1000)


def test_what_several_have_done_adds_up_and_never_exceeds_the_total():
    job = make_job(total=5)
    with attend(job.pk, alone=False) as first, attend(job.pk, alone=False) as second:
        first.add(2)
        second.add(2)
        assert fresh(job).done == 4
        second.add(2)
    assert fresh(job).done == 5


def test_progress_shows_that_someone_is_alive():
    job = make_job()
    before = fresh(job).seen_at
    with attend(job.pk, alone=True) as attendance:
        attendance.tell(1, 1)
    assert fresh(job).seen_at > before
