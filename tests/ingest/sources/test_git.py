"""Commits of a git repository: how they are named, found and read."""

import subprocess
from datetime import UTC, datetime

import pytest

from ingest.sources import SourceFailed, newest, open_source
from tests.ingest.sources.commits import read


def test_commit_is_read_out_of_the_object_store_without_a_checkout(repository, options):
    sha = repository.commit({"pkg/a.py": b"raise ValueError('x')\n", "README.md": b"# x"})
    (repository.path / "pkg/a.py").write_bytes(b"changed since")

    snapshot, files = read(repository, sha, options)

    assert files["pkg/a.py"].content == b"raise ValueError('x')\n"
    assert files["pkg/a.py"].sha == repository.git("rev-parse", f"{sha}:pkg/a.py")
    assert list(files) == ["pkg/a.py"]
    assert snapshot.unread == {".md": 1}
    assert (snapshot.slug, snapshot.sha, snapshot.kind) == ("owner/name", sha, "git")
    assert snapshot.source == f"git+file://{repository.path}@{sha}"
    assert snapshot.dated_at == datetime(2026, 3, 4, 5, 6, 7, tzinfo=UTC)
    assert snapshot.total == 1


def test_mirror_stands_in_for_the_network(repository, options):
    sha = repository.commit({"a.py": b"x"})

    with open_source(f"github:owner/name@{sha}", mirror=repository.git_dir, options=options) as snapshot:
        assert [file.content for file in snapshot.files()] == [b"x"]
        assert snapshot.repository_url == "https://github.com/owner/name"
        assert snapshot.source == f"github:owner/name@{sha}"


def test_short_id_is_resolved_to_the_full_one(repository, options):
    sha = repository.commit({"a.py": b"x"})

    assert read(repository, sha[:8], options)[0].sha == sha
    assert read(repository, sha[:12].upper(), options)[0].sha == sha


@pytest.mark.parametrize("kind", [["tag"], ["tag", "--annotate", "--message=Release"]])
def test_tag_becomes_the_label_and_its_commit_the_sha(repository, options, kind):
    sha = repository.commit({"a.py": b"x"})
    repository.git(*kind, "v1.0")

    snapshot, _ = read(repository, "v1.0", options)

    assert (snapshot.sha, snapshot.label) == (sha, "v1.0")


def test_commit_that_is_tagged_is_labelled_with_the_highest_version(repository, options):
    sha = repository.commit({"a.py": b"x"})
    for tag in ("v1.9", "v1.10", "latest"):
        repository.git("tag", tag)

    assert read(repository, sha, options)[0].label == "v1.10"


def test_commit_without_tag_has_no_label(repository, options):
    repository.commit({"a.py": b"x"})
    repository.git("tag", "v1")
    sha = repository.commit({"a.py": b"y"})

    assert read(repository, sha, options)[0].label == ""


def test_branch_is_no_pin_and_its_commit_is_told(repository, options):
    sha = repository.commit({"a.py": b"x"})

    with pytest.raises(SourceFailed, match=f"main is a branch, which moves.*@{sha}") as caught:
        read(repository, "main", options)

    assert caught.value.permanent


def test_unknown_tag_is_answered_with_those_like_it(repository, options):
    repository.commit({"a.py": b"x"})
    repository.git("tag", "v1.0.1")

    with pytest.raises(SourceFailed, match=r"no tag or commit v1\.0\.2; its tags are like v1\.0\.1"):
        read(repository, "v1.0.2", options)


@pytest.mark.parametrize("revision", ["0" * 40, "abcdef0"])
def test_commit_that_is_not_there_is_said_to_be_missing(repository, options, revision):
    repository.commit({"a.py": b"x"})

    with pytest.raises(SourceFailed, match=r"no (tag or )?commit"):
        read(repository, revision, options)


def test_id_of_a_blob_is_no_commit(repository, options):
    repository.commit({"a.py": b"x"})

    with pytest.raises(SourceFailed, match="no commit"):
        read(repository, repository.blob(b"x"), options)


def test_folder_that_is_no_repository_is_told_as_such(tmp_path, options):
    with (
        pytest.raises(SourceFailed, match="is not a git repository"),
        open_source("github:owner/name@v1", mirror=tmp_path, options=options),
    ):
        pass


def test_missing_mirror_is_told_as_such(tmp_path, options):
    with (
        pytest.raises(SourceFailed, match="is no folder"),
        open_source("github:owner/name@v1", mirror=tmp_path / "none", options=options),
    ):
        pass


def test_machine_without_git_gets_one_clear_line(repository, options, monkeypatch, tmp_path):
    sha = repository.commit({"a.py": b"x"})
    monkeypatch.setenv("PATH", str(tmp_path))

    with pytest.raises(SourceFailed, match="needs git, which is not on this machine"):
        read(repository, sha, options)


def test_known_blob_is_not_read_again(repository, options):
    sha = repository.commit({"a.py": b"x", "b.py": b"y"})
    known = {repository.blob(b"x")}

    _, files = read(repository, sha, options, known)

    assert files["a.py"].content is None
    assert files["a.py"].sha in known
    assert files["b.py"].content == b"y"


def test_newest_is_the_highest_release_among_the_tags(repository, options):
    released = repository.commit({"a.py": b"x"})
    for tag in ("v1.10.0", "v1.9.0"):
        repository.git("tag", tag)
    repository.commit({"a.py": b"y"})
    for tag in ("v2.0.0rc1", "nightly"):
        repository.git("tag", tag)

    assert newest(f"git+file://{repository.path}", options=options) == f"git+file://{repository.path}@{released}"


def test_newest_without_releases_is_the_head_of_the_default_branch(repository, options):
    sha = repository.commit({"a.py": b"x"})

    assert newest("github:owner/name", mirror=repository.git_dir, options=options) == f"github:owner/name@{sha}"


def test_repository_that_names_objects_by_sha256_is_told_as_such(tmp_path, options):
    subprocess.run(["git", "init", "--quiet", "--bare", "--object-format=sha256", tmp_path / "new"], check=True)

    with (
        pytest.raises(SourceFailed, match="by SHA-256, which is not supported"),
        open_source("github:owner/name@v1", mirror=tmp_path / "new", options=options),
    ):
        pass
