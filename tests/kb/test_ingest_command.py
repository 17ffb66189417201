"""`manage.py ingest`: at once with a worker or without one; one clear line when it fails."""

import io
import json
import re
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import OperationalError
from rich.console import Console

from ingest import jobs, local, workers
from ingest.attendance import attend
from ingest.terminal import Bars, Lines, followed
from kb.management import served
from kb.management.commands import ingest as command
from kb.models import ErrorEntry, IngestJob, Project
from tests.factories import make_job

State = IngestJob.State


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "load.py").write_text('raise ValueError("no path given")\n')
    return tmp_path


@pytest.fixture
def no_worker(monkeypatch):
    monkeypatch.setattr(workers, "answer", lambda: False)
    monkeypatch.setattr(workers, "hand", lambda job_id: False)


@pytest.fixture
def a_worker(monkeypatch):
    """Workers that do at once what is handed to them."""
    handed = []
    monkeypatch.setattr(workers, "answer", lambda: True)
    monkeypatch.setattr(workers, "hand", lambda job_id: handed.append(job_id) or (local.run(job_id), True)[1])
    return handed


def ingest(*args):
    out = io.StringIO()
    call_command("ingest", *map(str, args), "--as", "acme/anvil", stdout=out)
    return out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_without_a_worker_the_command_does_the_work_and_says_so(folder, no_worker, capsys, settings):
    settings.IS_SITE_URL_TOLD = True
    told = ingest(folder)
    assert "1 error in 1 file, in " in told
    assert "With tests, warnings and logs: 1 new." in told
    assert f"{settings.SITE_URL}/acme/anvil/" in told
    err = capsys.readouterr().err
    assert "No worker answers, so this process does the work itself" in err
    assert "celery -A kb.config.celery worker" in err
    assert "Traceback" not in err
    assert ErrorEntry.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("running", "is_told", "address"),
    [
        ("http://localhost:8123", False, "http://localhost:8123"),
        ("http://localhost:8123", True, "http://kb.example:9000"),
        (None, False, "http://kb.example:9000"),
    ],
)
def test_address_is_that_of_the_running_site_unless_another_is_told(
    folder, no_worker, settings, monkeypatch, running, is_told, address
):
    settings.SITE_URL, settings.IS_SITE_URL_TOLD = "http://kb.example:9000", is_told
    monkeypatch.setattr(served, "running_address", lambda data: running if data == settings.RAISED_DATA else None)
    assert ingest(folder).splitlines()[-1] == f"{address}/acme/anvil/"


@pytest.mark.django_db(transaction=True)
def test_with_a_worker_the_work_is_the_workers(folder, a_worker, capsys):
    assert "1 new" in ingest(folder)
    assert a_worker == [IngestJob.objects.get().pk]
    assert "No worker" not in capsys.readouterr().err


@pytest.mark.django_db(transaction=True)
def test_a_pin_that_was_here_already_is_not_told_as_new_again(folder, no_worker):
    ingest(folder)
    told = ingest(folder)
    assert "1 error in 1 file, in " in told
    assert "This pin was here already; it was read again." in told
    assert "new" not in told


@pytest.mark.django_db(transaction=True)
def test_a_folder_without_a_file_that_is_read_is_refused_and_leaves_nothing_behind(folder, no_worker):
    (folder / "load.py").rename(folder / "load.txt")
    with pytest.raises(CommandError, match=r"no file that is read here \(\.py, \.pyw\)"):
        ingest(folder)
    assert not Project.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_json_tells_all(folder, no_worker):
    told = json.loads(ingest(folder, "--json"))
    assert told["state"] == "done"
    assert told["project"] == "acme/anvil"
    assert told["counts"]["changes"]["new"] == 1
    assert told["timings"]["linking"] >= 0


@pytest.mark.django_db(transaction=True)
def test_not_to_wait_prints_the_jobs_id_and_does_nothing(folder, no_worker, capsys):
    told = ingest(folder, "--no-wait")
    job = IngestJob.objects.get()
    assert told == f"{job.pk}\n"
    assert job.state == State.QUEUED
    assert "No worker answers; the job starts when one does" in capsys.readouterr().err


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_one_line_and_an_exit_code(folder, no_worker, monkeypatch):
    monkeypatch.setattr(local, "run", lambda job_id: jobs.fail(job_id, "the disk is gone"))
    with pytest.raises(CommandError, match=r"^.*: the disk is gone$") as failed:
        ingest(folder)
    assert failed.value.returncode == 1


@pytest.mark.django_db(transaction=True)
def test_a_failure_is_told_as_json_too(folder, no_worker, monkeypatch):
    monkeypatch.setattr(local, "run", lambda job_id: jobs.fail(job_id, "the disk is gone"))
    out = io.StringIO()
    with pytest.raises(CommandError, match="the disk is gone"):
        call_command("ingest", str(folder), "--json", stdout=out)
    assert json.loads(out.getvalue())["error"] == "the disk is gone"


@pytest.mark.django_db
def test_a_source_that_cannot_be_understood_is_one_line(no_worker):
    with pytest.raises(CommandError, match="expected github:owner/name@SHA-or-tag") as failed:
        ingest("nonsense:x")
    assert "\n" not in str(failed.value)
    assert not IngestJob.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_ctrl_c_ends_the_job_so_that_the_same_command_goes_on(folder, no_worker, monkeypatch):
    def interrupted(job_id):
        raise KeyboardInterrupt

    monkeypatch.setattr(local, "run", interrupted)
    with pytest.raises(CommandError, match="interrupted; the same command goes on where it stopped"):
        ingest(folder)
    assert IngestJob.objects.get().state == State.FAILED


@pytest.mark.django_db(transaction=True)
def test_several_sources_are_read_in_turn_and_one_that_fails_does_not_cost_the_others(folder, no_worker, tmp_path):
    other = tmp_path / "other"
    other.mkdir()
    (other / "save.py").write_text('raise OSError("disk full")\n')
    out = io.StringIO()
    with pytest.raises(CommandError, match="expected github:owner/name@SHA-or-tag"):
        call_command("ingest", str(folder), "nonsense:x", str(other), "--json", stdout=out)
    assert [json.loads(line)["state"] for line in out.getvalue().splitlines()] == ["done", "done"]


@pytest.mark.django_db(transaction=True)
def test_what_an_environment_holds_is_read_from_its_freeze(no_worker, tmp_path, monkeypatch, capsys):
    asked = []
    monkeypatch.setattr(local, "run", lambda job_id: asked.append(jobs.at_work(job_id, State.QUEUED).source))
    frozen = tmp_path / "frozen.txt"
    frozen.write_text("anvil==1.0\nbellows>=2\ntongs==3.0\n")
    call_command("ingest", "-r", str(frozen), stdout=io.StringIO())
    assert asked == ["pypi:anvil==1.0", "pypi:tongs==3.0"]
    err = capsys.readouterr().err
    assert "left out: bellows>=2 (names no single version (name==version))" in err
    assert "[2/2] pypi:tongs==3.0" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "name a SOURCE"),
        (["-r", "no-such-file.txt"], "Cannot read no-such-file.txt"),
        (["pypi:a==1", "pypi:b==1", "--as", "acme/anvil"], "single SOURCE"),
    ],
)
def test_what_cannot_be_asked_is_one_clear_line(arguments, said, no_worker):
    with pytest.raises(CommandError, match=said):
        call_command("ingest", *arguments, stdout=io.StringIO())


def test_sources_and_options_stand_in_any_order():
    parser = command.Command().create_parser("manage.py", "ingest")
    options = parser.parse_args(["pypi:a==1", "--watch", "pypi:b==1", "--mirror", "there", "pypi:c==1"])
    assert options.sources == ["pypi:a==1", "pypi:b==1", "pypi:c==1"]
    assert options.watch
    assert str(vars(options)["mirror"]) == "there"


def press_ctrl_c(seconds):
    """As the signal would, which a process in the background ignores."""
    raise KeyboardInterrupt


@pytest.fixture
def ctrl_c_while_waiting(monkeypatch):
    monkeypatch.setattr(workers, "answer", lambda: True)
    monkeypatch.setattr(command.time, "sleep", press_ctrl_c)


@pytest.mark.django_db(transaction=True)
def test_a_source_that_is_away_is_told_with_when_it_is_tried_again_and_how_to_stop(
    folder, monkeypatch, capsys, ctrl_c_while_waiting
):
    monkeypatch.setattr(workers, "hand", lambda job_id: jobs.put_off(job_id, "cannot reach forge.example") or True)
    with pytest.raises(
        CommandError, match=r"given up; the same command tries again\. It failed last with: cannot reach"
    ):
        ingest(folder)
    told = " ".join(capsys.readouterr().err.split())
    again = r"It is tried again at \d\d:\d\d:\d\d, 5 tries are left, the last one at about \d\d:\d\d\."
    assert re.search(rf"cannot reach forge\.example {again}", told)
    assert "Ctrl-C gives it up" in told
    job = IngestJob.objects.get()
    assert (job.state, job.retry_at) == (State.FAILED, None)


@pytest.mark.django_db(transaction=True)
def test_ctrl_c_leaves_a_job_that_a_worker_is_at_alone(folder, monkeypatch, capsys, ctrl_c_while_waiting):
    monkeypatch.setattr(workers, "hand", lambda job_id: bool(jobs.take(job_id)))
    with pytest.raises(SystemExit) as left:
        ingest(folder)
    assert left.value.code == 130
    assert "goes on without you" in capsys.readouterr().err
    assert IngestJob.objects.get().state == State.FETCHING


@pytest.mark.django_db(transaction=True)
def test_ctrl_c_leaves_a_job_alone_that_another_command_is_at(folder, no_worker, monkeypatch, capsys):
    other = jobs.request(str(folder), as_slug="acme/anvil")
    with attend(other.pk, alone=True):
        monkeypatch.setattr(local.time, "sleep", press_ctrl_c)
        with pytest.raises(SystemExit) as left:
            ingest(folder)
    assert left.value.code == 130
    assert "goes on without you" in capsys.readouterr().err
    assert not IngestJob.objects.get().has_ended


def shown(view, *states):
    for state, done, total in states:
        view.show(IngestJob(state=state, done=done, total=total))


def test_a_log_gets_a_line_for_each_state_not_for_each_file():
    out = io.StringIO()
    shown(
        Lines(Console(file=out)),
        *((State.EXTRACTING, done, 1000) for done in range(0, 1000, 10)),
        (State.LINKING, 0, 0),
        (State.DONE, 0, 0),
    )
    assert out.getvalue() == "extracting 0 of 1,000\nlinking\n"


def test_a_terminal_gets_a_bar_for_each_state():
    out = io.StringIO()
    bars = Bars(Console(file=out, force_terminal=True, width=100))
    with bars.progress:
        shown(bars, (State.EXTRACTING, 3, 10), (State.LINKING, 0, 0), (State.DONE, 0, 0))
    assert "extracting" in out.getvalue()
    assert "10/10" in out.getvalue()
    assert "linking" in out.getvalue()


@pytest.mark.django_db(transaction=True)
def test_a_job_is_followed_whoever_is_at_work():
    job = make_job(state=State.EXTRACTING, total=10)
    out = io.StringIO()
    with followed(job.pk, Console(file=out)):
        IngestJob.objects.filter(pk=job.pk).update(state=State.LINKING)
    assert out.getvalue().endswith("linking 0 of 10\n")


@pytest.mark.django_db(transaction=True)
def test_following_ends_without_a_word_of_its_own_where_the_database_is_lost(monkeypatch):
    seen = []
    monkeypatch.setattr(threading, "excepthook", seen.append)

    def lost(_self, _job):
        raise OperationalError("terminating connection")

    monkeypatch.setattr(Lines, "show", lost)
    with followed(make_job().pk, Console(file=io.StringIO())):
        pass
    assert seen == []
