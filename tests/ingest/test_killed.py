"""A worker is killed with -9 in the middle of a pin: no one sees half of it, another ends it, nothing is doubled."""

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager

import pytest
from django.conf import settings
from django.db import connection

from ingest import jobs, local
from kb.models import EntryAlias, ErrorEntry, IngestJob, MessageTemplate, ParsedBlob, Pin, PinFile, Project, RaiseSite
from tests.factories import make_pin, make_project
from tests.ingest import deadly

pytestmark = pytest.mark.django_db(transaction=True)
State = IngestJob.State

FILES, RAISES = 160, 2
# What takes time to parse and gives no entry, so that a worker can be met in the middle and the next one ends soon.
FILLER = "value = 1\n" * 1_500
PATIENCE = 60  # seconds; all of it takes a tenth on an idle machine
# Apart from the database that the workers of this installation listen to.
BROKER = "redis+socket://{socket}?virtual_host=9"


@pytest.fixture
def folder(tmp_path):
    for number in range(FILES):
        text = "".join(
            f'def f{n}(x):\n    if x > {n}:\n        raise ValueError(f"file {number} line {n} is wrong: {{x}}")\n\n'
            for n in range(RAISES)
        )
        (tmp_path / f"module_{number}.py").write_text(text + FILLER)
    return tmp_path


def environment():
    database = connection.settings_dict
    return os.environ | {
        "DATABASE_URL": f"postgres://{database['USER']}@/{database['NAME']}?host={database['HOST']}",
        "CELERY_BROKER_URL": BROKER.format(socket=settings.PLACES.redis_socket),
        "RAISED_CACHE_URL": f"unix://{settings.PLACES.redis_socket}?db=1",
        "RAISED_DATA": str(settings.RAISED_DATA),
    }


@contextmanager
def worker():
    """A real worker with two processes; killed with -9, all of it, at the end of the block."""
    command = ["celery", "-A", "kb.config.celery", "worker", "--concurrency=2", "--without-gossip", "--without-mingle"]
    process = subprocess.Popen(
        [sys.executable, "-m", *command, "--loglevel=ERROR"],
        cwd=settings.BASE_DIR,
        env=environment(),
        start_new_session=True,
    )
    try:
        yield
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def wait_until(is_so):
    until = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < until, list(IngestJob.objects.values())
        time.sleep(0.05)


def ended_or_extracted(count):
    job = IngestJob.objects.get()
    return job.has_ended or ParsedBlob.objects.count() >= count


def test_a_killed_worker_leaves_no_half_pin_and_another_one_ends_it(folder, embedded_servers):
    jobs.request(str(folder), as_slug="acme/anvil")
    with worker():  # which finds the job by itself when it starts
        wait_until(lambda: ended_or_extracted(1))
    job = IngestJob.objects.get()
    assert job.state == State.EXTRACTING
    assert 0 < ParsedBlob.objects.count() < FILES, "killed in the middle"
    assert not Pin.objects.exclude(published_at=None).exists()
    assert not ErrorEntry.objects.exists()

    with worker():
        wait_until(lambda: IngestJob.objects.get().has_ended)
    job = IngestJob.objects.get()
    assert (job.state, job.error) == (State.DONE, "")
    assert Project.objects.get().current_pin == job.pin == Pin.objects.get()
    assert PinFile.objects.count() == ParsedBlob.objects.count() == FILES
    for model in (ErrorEntry, RaiseSite, MessageTemplate):
        assert model.objects.count() == FILES * RAISES
    assert not EntryAlias.objects.exists()


def test_a_file_that_kills_its_reader_is_skipped_and_says_why(tmp_path, monkeypatch):
    for number in range(5):
        (tmp_path / f"module_{number}.py").write_text(f"raise ValueError('file {number} is wrong')\n")
    (tmp_path / "bad.py").write_bytes(deadly.MARK + b"\nraise ValueError('no one reads this')\n")
    monkeypatch.setattr(local, "_WORTH_A_PROCESS", 1)
    monkeypatch.setattr(local, "processors", lambda: 2)
    monkeypatch.setattr(local, "encoded", deadly.encoded)

    job = jobs.request(str(tmp_path), as_slug="acme/anvil")
    local.run(job.pk)

    job.refresh_from_db()
    assert (job.state, job.error) == (State.DONE, "")
    skipped = dict(PinFile.objects.exclude(skipped="").values_list("path", "skipped"))
    assert skipped == {"bad.py": "its extraction ended the worker"}
    assert sorted(ErrorEntry.objects.values_list("message", flat=True)) == [f"file {n} is wrong" for n in range(5)]


HALF = """
import django, sys, time
django.setup()
from ingest.assemble import assemble
from ingest.extract.sites import ExtractedSite, LinkedFile, Message
from kb.models import Pin

site = ExtractedSite("error", "constant", 1, 1, 0, "f", "E", (Message(("new words",)),), exc_type="E")
pin = Pin.objects.get(published_at=None)

def told(done, total):
    if done == total:
        print("half", flush=True)
        time.sleep(600)

assemble(pin.pk, [LinkedFile("a.py", sys.argv[1], "source", (site,))], told)
"""


def test_one_who_is_killed_while_publishing_has_published_nothing(embedded_servers):
    project = make_project()
    old = make_pin(project)
    make_pin(project, sha="2" * 40, published_at=None)
    environ = environment() | {"DJANGO_SETTINGS_MODULE": "kb.config.settings"}
    command = [sys.executable, "-c", HALF, "0" * 40]
    process = subprocess.Popen(command, cwd=settings.BASE_DIR, env=environ, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "half\n"
        assert not RaiseSite.objects.exists(), "written, but not to be seen"
    finally:
        process.kill()
        process.communicate()
    assert not RaiseSite.objects.exists()
    assert not ErrorEntry.objects.exists()
    assert Project.objects.get().current_pin == old
    # Nothing of the dead one is in the way of the next.
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")
        cursor.execute("SELECT 1 FROM kb_project FOR UPDATE")
        cursor.execute("RESET lock_timeout")
