"""Repositories that are damaged, hostile or larger than what is read."""

import os
from dataclasses import replace

import pytest

from ingest.sources import SkippedFile, SourceFailed
from tests.ingest.sources.commits import read


def test_links_and_submodules_are_skipped_with_the_reason(repository, options):
    link = repository.blob(b"../../../etc/passwd")
    sha = repository.commit_tree([
        f"120000 blob {link}\tlink.py",
        f"120000 blob {link}\tfolder",
        f"120000 blob {link}\tnotes.txt",
        f"160000 commit {'1' * 40}\tvendored",
        f"100755 blob {repository.blob(b'x')}\trun.py",
    ])  # fmt: skip

    snapshot, files = read(repository, sha, options)

    assert files.pop("run.py").content == b"x"
    assert {path: file.reason for path, file in files.items()} == {
        "link.py": "symbolic link",
        "folder": "symbolic link",
        "vendored": "submodule",
    }
    assert snapshot.unread == {".txt": 1}


def test_paths_that_no_checkout_would_allow_are_refused(repository, options):
    blob = repository.blob(b"x")
    inner = repository.git("mktree", given=f"100644 blob {blob}\ta.py".encode())
    sha = repository.commit_tree(
        [f"040000 tree {inner}\t..", f"040000 tree {inner}\t.", f"100644 blob {blob}\tc\\d.py"]
    )

    _, files = read(repository, sha, options)

    assert {path: file.reason for path, file in files.items()} == {
        "../a.py": "path leads out of the tree",
        "./a.py": "path is not in plain form",
        "c\\d.py": "backslash in path",
    }


def test_blob_that_is_missing_from_the_store_is_skipped(repository, options):
    present = repository.blob(b"x")
    sha = repository.commit_tree([f"100644 blob {'2' * 40}\tgone.py", f"100644 blob {present}\there.py"])

    _, files = read(repository, sha, options)

    assert files["gone.py"] == SkippedFile("gone.py", 0, "missing from the object store")
    assert files["here.py"].content == b"x"


def test_pointer_to_large_file_storage_is_skipped(repository, options):
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:" + b"0" * 64 + b"\nsize 12345\n"
    sha = repository.commit({"big.py": pointer})

    _, files = read(repository, sha, options)

    assert files["big.py"].reason.startswith("Git LFS pointer")


def test_large_file_is_skipped_unread(repository, options):
    sha = repository.commit({"long.py": b"x" * 2_000_000, "a.py": b"x"})

    _, files = read(repository, sha, options)

    assert files["long.py"] == SkippedFile("long.py", 2_000_000, "larger than 1,024 KB")
    assert files["a.py"].content == b"x"


def test_replaced_objects_do_not_change_what_a_commit_holds(repository, options):
    sha = repository.commit({"a.py": b"true"})
    repository.git("replace", repository.blob(b"true"), repository.blob(b"forged"))

    _, files = read(repository, sha, options)

    assert files["a.py"].content == b"true"


def test_nothing_that_a_mirror_configures_is_run(repository, options, tmp_path):
    mark = tmp_path / "was-run"
    sha = repository.commit({"a.py": b"x", ".gitattributes": b"*.py filter=evil diff=evil\n"})
    repository.git("tag", "v1")
    for name in (
        "core.fsmonitor", "core.sshCommand", "core.pager", "core.editor", "core.askPass", "gpg.program",
        "core.gitProxy", "filter.evil.smudge", "filter.evil.clean", "diff.evil.textconv", "remote.origin.uploadpack",
        "alias.ls-tree", "core.alternateRefsCommand", "pager.ls-tree", "pager.cat-file", "credential.helper",
        "uploadpack.packObjectsHook",
    ):  # fmt: skip
        repository.git("config", name, f"touch {mark};")
    repository.git("config", "log.showSignature", "true")
    # A promisor remote is asked for missing objects in passing, by a command that its configuration names.
    repository.git("config", "remote.origin.url", str(repository.path))
    repository.git("config", "remote.origin.promisor", "true")
    repository.git("config", "extensions.partialClone", "origin")
    repository.git("config", "core.repositoryFormatVersion", "1")
    hooks = repository.git_dir / "hooks"
    hooks.mkdir(exist_ok=True)
    for name in ("post-checkout", "reference-transaction", "pre-auto-gc"):
        (hooks / name).write_text(f"#!/bin/sh\ntouch {mark}\n")
        (hooks / name).chmod(0o755)
    blob_less = repository.commit_tree([f"100644 blob {'2' * 40}\tgone.py"])

    for revision in (sha, "v1", sha[:8], blob_less):
        read(repository, revision, options)

    assert not mark.exists()


def test_damaged_blob_is_skipped_and_the_others_are_read(repository, options):
    sha = repository.commit({"a.py": b"first", "b.py": b"second" * 1000, "c.py": b"third"})
    blob = repository.git("rev-parse", f"{sha}:b.py")
    loose = repository.git_dir / "objects" / blob[:2] / blob[2:]
    loose.chmod(0o644)
    content = loose.read_bytes()
    loose.write_bytes(content[: len(content) // 2] + b"\xff" * 40)

    _, files = read(repository, sha, options)

    assert files.pop("b.py").reason in ("damaged in the object store", "missing from the object store")
    assert {path: file.content for path, file in files.items()} == {"a.py": b"first", "c.py": b"third"}


def test_blob_that_was_swapped_for_another_is_not_taken_for_it(repository, options):
    sha = repository.commit({"a.py": b"true", "b.py": b"lies"})
    true, lies = (repository.git("rev-parse", f"{sha}:{name}.py") for name in "ab")
    store = repository.git_dir / "objects"
    loose = store / true[:2] / true[2:]
    loose.chmod(0o644)
    loose.write_bytes((store / lies[:2] / lies[2:]).read_bytes())

    _, files = read(repository, sha, options)

    assert getattr(files["a.py"], "content", None) is None


def test_damaged_tree_fails_the_source(repository, options):
    sha = repository.commit({"pkg/a.py": b"x"})
    tree = repository.git("rev-parse", f"{sha}:pkg")
    (repository.git_dir / "objects" / tree[:2] / tree[2:]).unlink()

    with pytest.raises(SourceFailed, match="cannot be read: the object store is damaged or not whole"):
        read(repository, sha, options)


def test_tree_of_more_files_than_the_bound_is_given_up(repository, options):
    blob = repository.blob(b"x")
    tree = repository.git("mktree", given="\n".join(f"100644 blob {blob}\t{n}.txt" for n in range(10)).encode())
    for _ in range(12):  # 10^13 files out of thirteen objects
        tree = repository.git("mktree", given="\n".join(f"040000 tree {tree}\t{n}" for n in range(10)).encode())
    sha = repository.git("commit-tree", tree, "-m", "Bomb")

    with pytest.raises(SourceFailed, match="more than 1,000 files"):
        read(repository, sha, replace(options, bounds=replace(options.bounds, members=1000)))


def test_repository_of_another_user_is_read(repository, options):
    if os.geteuid() != 0:
        pytest.skip("only root can give files away")
    sha = repository.commit({"a.py": b"x"})
    for path in [repository.path, *repository.path.rglob("*")]:
        os.chown(path, 65534, 65534)

    assert read(repository, sha, options)[1]["a.py"].content == b"x"
