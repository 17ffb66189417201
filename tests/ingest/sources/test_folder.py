import os
import socket
import time
from contextlib import contextmanager
from dataclasses import replace
from itertools import count
from types import SimpleNamespace

import pytest

from ingest.sources import SourceFailed, newest, open_source
from ingest.sources import folder as folder_module
from ingest.sources.bounds import Bounds


def read(path, options, **kw):
    with open_source(str(path), options=options, **kw) as snapshot:
        return snapshot, {file.path: getattr(file, "reason", None) or file.content for file in snapshot.files()}


def write(top, files):
    for name, content in files.items():
        path = top / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


@pytest.fixture
def folder(tmp_path):
    path = tmp_path / "project"
    path.mkdir()
    return path


def test_folder_is_read_as_it_is(folder, options):
    write(folder, {"a.py": b"x", "pkg/b.py": b"y", "notes.txt": b""})

    snapshot, files = read(folder, options)

    assert files == {"a.py": b"x", "pkg/b.py": b"y"}
    assert (snapshot.slug, snapshot.kind, snapshot.label) == ("local/project", "folder", "")
    assert snapshot.source == str(folder)
    assert snapshot.unread == {".txt": 1}
    assert read(folder, options, as_slug="owner/name")[0].slug == "owner/name"


def test_sha_stays_while_what_is_read_stays(folder, options):
    write(folder, {"a.py": b"x", "b.py": b"y"})
    before = read(folder, options)[0].sha
    write(folder, {"notes.txt": b"changed"})
    (folder / "a.py").touch()

    assert read(folder, options)[0].sha == before
    assert len(before) == 64


@pytest.mark.parametrize("change", [{"a.py": b"changed"}, {"c.py": b""}, {"sub/a.py": b"x"}])
def test_sha_changes_with_what_is_read(folder, options, change):
    write(folder, {"a.py": b"x", "b.py": b"y"})
    before = read(folder, options)[0].sha
    write(folder, change)

    assert read(folder, options)[0].sha != before


def test_sha_tells_apart_which_path_holds_what(folder, options):
    write(folder, {"a.py": b"x", "b.py": b"y"})
    before = read(folder, options)[0].sha
    write(folder, {"a.py": b"y", "b.py": b"x"})

    assert read(folder, options)[0].sha != before


def test_what_tools_leave_behind_is_not_looked_at(folder, options):
    write(folder, {
        "a.py": b"x",
        ".github/check.py": b"y",
        ".git/hooks/evil.py": b"",
        ".tox/py311/lib/a.py": b"",
        "node_modules/x/a.py": b"",
        "pkg/__pycache__/a.py": b"",
        "my-env/pyvenv.cfg": b"",
        "my-env/lib/a.py": b"",
        "conda/conda-meta/history": b"",
        "conda/lib/a.py": b"",
    })  # fmt: skip

    assert read(folder, options)[1] == {"a.py": b"x", ".github/check.py": b"y"}


def test_links_are_not_followed(folder, options, tmp_path):
    write(tmp_path, {"outside/secret.py": b"secret"})
    write(folder, {"a.py": b"x"})
    (folder / "inside.py").symlink_to("a.py")
    (folder / "outside.py").symlink_to("../outside/secret.py")
    (folder / "outside").symlink_to(tmp_path / "outside")
    (folder / "loop").symlink_to(".")

    assert read(folder, options)[1] == {
        "a.py": b"x",
        "inside.py": "symbolic link",
        "outside.py": "symbolic link out of the folder",
        "outside": "symbolic link out of the folder",
        "loop": "symbolic link",
    }


def test_pipe_is_not_waited_for(folder, options):
    os.mkfifo(folder / "pipe.py")

    assert read(folder, options)[1] == {"pipe.py": "not a plain file"}


@pytest.mark.parametrize(
    ("files", "bound", "said"),
    [
        ([f"{name}.txt" for name in range(21)], {"members": 20}, "more than 20 files and folders"),
        ([f"{name}/__init__.py" for name in range(11)], {"members": 20}, "more than 20 files and folders"),
        ([f"{name}.py" for name in range(11)], {"files": 10}, "more than 10 files to read"),
    ],
)
def test_huge_folder_is_refused_with_what_to_do_before_any_file_is_opened(
    folder, options, monkeypatch, files, bound, said
):
    write(folder, dict.fromkeys(files, b"x"))
    monkeypatch.setattr(folder_module, "_reader", lambda path, limit: lambda: pytest.fail(f"{path} was opened"))

    with pytest.raises(SourceFailed, match=f"^{folder} holds {said}: name the folder of one project$"):
        read(folder, replace(options, bounds=Bounds(**bound)))


def test_one_folder_without_end_is_not_listed_to_its_end(folder, options, monkeypatch):
    taken = []

    @contextmanager
    def endless(path):
        yield (taken.append(number) or SimpleNamespace(name=f"{number}") for number in count())

    monkeypatch.setattr(os, "scandir", endless)
    with pytest.raises(SourceFailed, match="more than 20 files"):
        read(folder, replace(options, bounds=Bounds(members=20)))
    assert len(taken) == 21


def test_listing_ends_with_its_time_within_one_folder_too(folder, options, monkeypatch):
    write(folder, {f"{name}.txt": b"" for name in range(50)})
    now = count()
    monkeypatch.setattr(time, "monotonic", lambda: next(now))

    with pytest.raises(SourceFailed, match="listing the folder took longer than 20 seconds"):
        read(folder, replace(options, bounds=Bounds(seconds=20)))


def test_links_that_lead_to_each_other_and_sockets_are_only_named(folder, options, monkeypatch):
    write(folder, {"a.py": b"x"})
    (folder / "one.py").symlink_to("two.py")
    (folder / "two.py").symlink_to("one.py")
    (folder / "pkg").mkdir()
    (folder / "pkg/up").symlink_to("..")
    (folder / "null.py").symlink_to("/dev/zero")
    monkeypatch.chdir(folder)  # a socket's path must be short
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("socket.py")

        assert read(folder, options)[1] == {
            "a.py": b"x",
            "one.py": "symbolic link",
            "two.py": "symbolic link",
            "pkg/up": "symbolic link",
            "null.py": "symbolic link out of the folder",
            "socket.py": "not a plain file",
        }


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="Linux alone has it")
def test_processes_that_come_and_go_can_be_listed(options):
    assert all(isinstance(reason, str) for reason in read("/proc/self", options)[1].values())


def test_name_that_is_not_utf_8_is_skipped_visibly(folder, options):
    (folder / os.fsdecode(b"b\xff.py")).write_bytes(b"x")

    assert read(folder, options)[1] == {"b\\xff.py": "name is not printable UTF-8"}


def test_line_of_200_megabytes_is_skipped_unread(folder, options):
    with (folder / "line.py").open("wb") as file:
        file.truncate(200 * 1024 * 1024)

    assert read(folder, options)[1] == {"line.py": "larger than 1,024 KB"}


def test_folders_without_end_are_left(folder, options):
    write(folder, {"/".join(["d"] * 60) + "/a.py": b"x", "/".join(["d"] * 61) + "/b.py": b"y"})

    files = read(folder, options)[1]

    assert files == {"/".join(["d"] * 61): "deeper than 60 folders", "/".join(["d"] * 60) + "/a.py": b"x"}


def test_file_that_changes_between_listing_and_reading_is_skipped(folder, options):
    write(folder, {"a.py": b"x", "b.py": b"y"})

    with open_source(str(folder), options=options) as snapshot:
        write(folder, {"a.py": b"changed", "b.py": b"z"})
        (folder / "b.py").unlink()
        (folder / "b.py").symlink_to("/etc/passwd")
        reasons = {file.path: file.reason for file in snapshot.files()}

    assert reasons["a.py"] == "content does not match its blob id"
    assert reasons["b.py"].startswith("cannot be opened: ")


def test_clean_work_tree_is_labelled_with_its_commit(repository, options):
    sha = repository.commit({"a.py": b"x", "b.txt": b""})

    snapshot, _ = read(repository.path, options)

    assert snapshot.label == sha[:10]
    assert snapshot.dated_at is not None
    repository.git("tag", "v1.0")
    assert read(repository.path, options)[0].label == "v1.0"


@pytest.mark.parametrize("change", [{"a.py": b"changed"}, {"new.py": b""}])
def test_changed_work_tree_has_no_label(repository, options, change):
    repository.commit({"a.py": b"x"})
    write(repository.path, change)

    snapshot, _ = read(repository.path, options)

    assert (snapshot.label, snapshot.dated_at) == ("", None)


def test_nothing_that_a_work_tree_configures_is_run(repository, options, tmp_path):
    mark = tmp_path / "was-run"
    repository.commit({"a.py": b"x", ".gitattributes": b"*.py filter=evil\n"})
    for name in ("core.fsmonitor", "filter.evil.clean", "filter.evil.process", "gpg.program", "core.pager"):
        repository.git("config", name, f"touch {mark};")
    (repository.path / "a.py").touch()

    read(repository.path, options)

    assert not mark.exists()


@pytest.mark.parametrize("content", [b"gitdir: /nonexistent", b"garbage"])
def test_broken_repository_does_not_keep_a_folder_from_being_read(folder, options, content):
    write(folder, {"a.py": b"x", ".git": content})

    assert read(folder, options)[1]["a.py"] == b"x"


def test_work_tree_is_read_where_there_is_no_git(repository, options, monkeypatch, tmp_path):
    repository.commit({"a.py": b"x"})
    monkeypatch.setenv("PATH", str(tmp_path))

    snapshot, files = read(repository.path, options)

    assert (snapshot.label, files) == ("", {"a.py": b"x"})


def test_empty_folder_is_a_source_without_files(folder, options):
    snapshot, files = read(folder, options)

    assert (files, snapshot.total) == ({}, 0)


def test_folder_cannot_be_watched_for_newer_pins(folder, options):
    with pytest.raises(SourceFailed, match="has no releases"):
        newest(str(folder), options=options)
