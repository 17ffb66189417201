"""From a folder to published entries, step by step; each step may be repeated, and takes up what is left."""

import pytest

from ingest import extracting, jobs, local, pipeline
from ingest.extract import EXTRACTORS
from ingest.fetching import fetch
from ingest.sources import open_source
from kb.models import ErrorEntry, IngestJob, ParsedBlob, Pin, PinFile, Project, RaiseSite, SearchDocument, SourceBlob
from tests.factories import make_job, make_project
from tests.ingest.test_assemble import rows

pytestmark = pytest.mark.django_db
State = IngestJob.State

LOAD = '''def load(path):
    """Load it."""
    if not path:
        raise ValueError("no path given")
    raise OSError(f"cannot read {path}")
'''


@pytest.fixture
def folder(tmp_path):
    root = tmp_path / "anvil"
    (root / "tests").mkdir(parents=True)
    (root / "load.py").write_text(LOAD)
    (root / "again.py").write_text(LOAD)
    (root / "tests" / "test_load.py").write_text('assert load("x") is None, "loaded nothing"\n')
    (root / "notes.txt").write_text("raise Nothing\n")
    return root


def asked(folder, **kwargs):
    return jobs.request(str(folder), as_slug="acme/anvil", **kwargs)


def ended(job):
    local.run(job.pk)
    return IngestJob.objects.get(pk=job.pk)


def test_a_folder_is_published(folder):
    job = ended(asked(folder))
    assert (job.state, job.error) == (State.DONE, "")
    assert set(job.timings) == {"fetching", "extracting", "linking", "assembling", "explaining", "indexing"}
    pin = job.pin
    assert job.project == pin.project == make_project()
    assert pin.project.current_pin == pin
    assert sorted(pin.files.values_list("path", "category")) == [
        ("again.py", "source"),
        ("load.py", "source"),
        ("tests/test_load.py", "test"),
    ]
    assert sorted(ErrorEntry.objects.values_list("message", "site__path", "site__line")) == [
        ("cannot read {path}", "again.py", 5),
        ("cannot read {path}", "load.py", 5),
        ("loaded nothing", "tests/test_load.py", 1),
        ("no path given", "again.py", 4),
        ("no path given", "load.py", 4),
    ]
    assert SearchDocument.objects.count() == 5


def test_equal_files_are_stored_and_parsed_once(folder):
    ended(asked(folder))
    assert (SourceBlob.objects.count(), ParsedBlob.objects.count(), PinFile.objects.count()) == (2, 2, 3)


def test_a_second_run_changes_nothing(folder):
    ended(asked(folder))
    before = rows()
    ended(asked(folder))
    assert rows() == before
    assert (SourceBlob.objects.count(), ParsedBlob.objects.count()) == (2, 2)


def test_what_other_processes_read_is_stored_as_what_is_read_here(folder, monkeypatch):
    for number in range(9):
        (folder / f"more_{number}.py").write_text(f"raise ValueError('file {number} is wrong')\n")
    job = asked(folder)
    pipeline.fetch(job.pk)
    here = dict(extracting.unparsed(Pin.objects.get()))
    pipeline.extract(job.pk)
    read_here = sorted(ParsedBlob.objects.values_list("blob", "extractor", "facts", "failed"))
    ParsedBlob.objects.all().delete()

    monkeypatch.setattr(local, "_WORTH_A_PROCESS", 1)
    monkeypatch.setattr(local, "processors", lambda: 2)
    monkeypatch.setattr(local, "_BATCH", 2)  # so that they are claimed in turns
    monkeypatch.setattr(extracting, "_HANDFUL", 1)  # and each is handed over alone
    assert extracting.unparsed(Pin.objects.get()) == here
    assert ended(job).state == State.DONE
    assert sorted(ParsedBlob.objects.values_list("blob", "extractor", "facts", "failed")) == read_here
    assert len(read_here) == 11


def test_a_next_pin_parses_only_what_changed(folder, monkeypatch):
    ended(asked(folder))
    (folder / "load.py").write_text(LOAD.replace("no path given", "no path was given"))
    parsed = []
    extract = type(EXTRACTORS[".py"]).extract
    monkeypatch.setattr(
        type(EXTRACTORS[".py"]), "extract", lambda self, content: parsed.append(content) or extract(self, content)
    )
    job = ended(asked(folder))
    assert len(parsed) == 1
    assert job.pin.counts["changes"] == {"new": 0, "same": 4, "moved": 0, "reworded": 1, "removed": 0}
    assert Pin.objects.count() == 2


def test_nothing_can_be_seen_before_the_end(folder):
    job = asked(folder)
    assert pipeline.fetch(job.pk)
    assert pipeline.extract(job.pk) == "all done"
    assert not Pin.objects.exclude(published_at=None).exists()
    assert Project.objects.get().current_pin is None
    assert not ErrorEntry.objects.exists()


def test_steps_out_of_turn_do_nothing(folder):
    job = asked(folder)
    assert pipeline.extract(job.pk) == "with others"
    pipeline.publish(job.pk)
    assert IngestJob.objects.get().state == State.QUEUED
    pipeline.fetch(job.pk)
    pipeline.publish(job.pk)
    assert IngestJob.objects.get().state == State.EXTRACTING, "there is more to extract"


def test_a_step_that_comes_twice_changes_nothing(folder):
    job = ended(asked(folder))
    before = rows()
    assert not pipeline.fetch(job.pk)
    assert pipeline.extract(job.pk) == "with others"
    pipeline.publish(job.pk)
    assert rows() == before


@pytest.mark.parametrize("state", [State.FETCHING, State.EXTRACTING, State.LINKING, State.ASSEMBLING, State.INDEXING])
def test_a_job_goes_on_wherever_it_was_left(folder, state):
    job = asked(folder)
    pipeline.fetch(job.pk)
    if state not in (State.FETCHING, State.EXTRACTING):
        pipeline.extract(job.pk)
    IngestJob.objects.update(state=state)
    assert ended(job).state == State.DONE
    assert RaiseSite.objects.count() == 5


def test_once_its_source_was_had_a_job_is_as_new(folder):
    job = asked(folder)
    IngestJob.objects.update(attempts=3)
    pipeline.fetch(job.pk)
    assert IngestJob.objects.get().attempts == 0


def test_a_pin_that_was_read_by_its_commit_gets_its_label_from_the_tag(folder):
    pin = ended(asked(folder)).pin
    Pin.objects.update(label="")
    with open_source(str(folder), as_slug="acme/anvil") as snapshot:
        snapshot.label = "v1.0"
        fetch(pin.project, snapshot, lambda done, total: None)
    assert Pin.objects.get().label == "v1.0"


def test_progress_is_told_per_state(folder):
    job = asked(folder)
    pipeline.fetch(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.total) == (State.EXTRACTING, 0, 2)


def test_a_folder_that_is_no_longer_there_fails_with_one_line(tmp_path):
    folder = tmp_path / "gone"
    folder.mkdir()
    job = asked(folder)
    folder.rmdir()
    job = ended(job)
    assert job.state == State.FAILED
    assert "gone" in job.error
    assert "\n" not in job.error
    assert not Project.objects.exists()


def test_a_file_that_breaks_the_extractor_costs_that_file_only(folder, monkeypatch):
    def broken(self, content):
        if b"loaded nothing" in content:
            raise RecursionError("too deep")
        return extract(self, content)

    extract = type(EXTRACTORS[".py"]).extract
    monkeypatch.setattr(type(EXTRACTORS[".py"]), "extract", broken)
    job = ended(asked(folder))
    assert job.state == State.DONE
    assert ErrorEntry.objects.count() == 4
    skipped = PinFile.objects.exclude(skipped="").get()
    assert (skipped.path, skipped.skipped) == ("tests/test_load.py", "extraction failed: RecursionError")
    assert job.pin.counts["files"] == {"read": 2, "extraction failed: RecursionError": 1}
    before = rows()
    ended(asked(folder))
    assert rows() == before


def test_a_newer_extractor_reads_all_again_and_mends_what_was_skipped(folder, monkeypatch):
    job = ended(asked(folder))
    ParsedBlob.objects.update(extractor="python-0", facts=b"", failed="extraction failed: RecursionError")
    PinFile.objects.update(skipped="extraction failed: RecursionError")
    assert ended(asked(folder)).state == State.DONE
    assert not job.pin.files.exclude(skipped="").exists()
    assert ParsedBlob.objects.count() == 4


def test_a_blob_that_killed_its_worker_is_left_out_by_the_next_one(folder):
    job = asked(folder)
    pipeline.fetch(job.pk)
    version = EXTRACTORS[".py"].version
    blob = PinFile.objects.get(path="tests/test_load.py").blob
    # What a cautious worker has written when it is killed in the middle of a blob.
    ParsedBlob.objects.create(blob=blob, extractor=version, facts=b"", failed="its extraction ended the worker")
    assert pipeline.extract(job.pk, cautious=True) == "all done"
    pipeline.publish(job.pk)
    assert PinFile.objects.exclude(skipped="").get().path == "tests/test_load.py"
    assert RaiseSite.objects.count() == 4


def test_a_cautious_worker_marks_each_blob_before_it_reads_it(folder, monkeypatch):
    job = asked(folder)
    pipeline.fetch(job.pk)
    marks = []

    def watched(self, content):
        marks.append(ParsedBlob.objects.filter(failed="its extraction ended the worker").count())
        return extract(self, content)

    extract = type(EXTRACTORS[".py"]).extract
    monkeypatch.setattr(type(EXTRACTORS[".py"]), "extract", watched)
    pipeline.extract(job.pk, cautious=True)
    assert marks == [1, 1]
    assert not ParsedBlob.objects.exclude(failed="").exists()


def test_a_turn_ends_so_that_others_get_one(folder, monkeypatch):
    job = asked(folder)
    pipeline.fetch(job.pk)
    monkeypatch.setattr(extracting, "TURN_SECONDS", -1)
    assert pipeline.extract(job.pk) == "turn over"
    assert not ParsedBlob.objects.exists()


def test_a_watched_project_keeps_its_source_without_the_pin(folder):
    ended(asked(folder, watch=True))
    assert Project.objects.get().watch == "", "a folder has no newer releases"


def test_another_pin_of_the_project_waits_for_the_one_at_work_and_takes_it_along_if_it_was_left(folder):
    left = make_job(source=str(folder), options={"as": "acme/anvil"}, project=make_project(), state=State.FETCHING)
    job = ended(jobs.request(str(folder), as_slug="acme/anvil", current=True))
    assert job.state == State.DONE
    assert IngestJob.objects.get(pk=left.pk).state == State.DONE


def test_a_project_is_known_in_any_case(folder):
    ended(asked(folder))
    job = ended(jobs.request(str(folder), as_slug="Acme/ANVIL"))
    assert job.state == State.DONE
    assert Project.objects.get().slug == "acme/anvil"


def test_a_folder_without_code_is_refused_and_stores_nothing(tmp_path):
    (tmp_path / "readme.txt").write_text("nothing")
    job = ended(asked(tmp_path))
    assert job.state == State.FAILED
    assert job.error == f"{tmp_path} holds no file that is read here (.py, .pyw)"
    assert not Project.objects.exists()
