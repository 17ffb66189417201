from pathlib import Path

import pytest

from ingest.sources import SourceFailed, is_pinned, slug_hint, unpinned
from ingest.sources.spec import FolderSpec, GitSpec, PypiSpec, parse, parse_any

SHA = "0123456789abcdef0123456789abcdef01234567"


def test_github_source_names_its_project_and_its_address():
    spec = parse(f"github:Owner/some.name@{SHA}")

    assert spec == GitSpec(
        "github:Owner/some.name",
        "https://github.com/Owner/some.name",
        "Owner/some.name",
        SHA,
        "https://github.com/Owner/some.name",
    )


def test_tag_may_hold_slashes_and_at_signs():
    assert parse("github:owner/name@release/1.0@rc").revision == "release/1.0@rc"
    assert parse("github:owner/name@@scope/name@1.0").revision == "@scope/name@1.0"


def test_git_over_https_takes_owner_and_name_from_the_end_of_the_address():
    spec = parse(f"git+https://git.example.org:8443/group/owner/name.git@{SHA}")

    assert spec.url == "https://git.example.org:8443/group/owner/name.git"
    assert spec.slug == "owner/name"
    assert spec.repository_url == "https://git.example.org:8443/group/owner/name"


def test_git_file_is_a_path_which_may_hold_an_at_sign():
    spec = parse(f"git+file:///srv/a%20b@c/name.git@{SHA}")

    assert (spec.url, spec.revision, spec.slug) == ("/srv/a b@c/name.git", SHA, "local/name")


def test_release_name_is_normalised():
    assert parse("pypi:Some_Name==1.0") == PypiSpec("some-name", "1.0")


def test_folder_is_a_folder_that_is_there(tmp_path):
    assert parse(str(tmp_path)) == FolderSpec(tmp_path.resolve())
    with pytest.raises(SourceFailed, match="neither a folder here nor a source"):
        parse(str(tmp_path / "nothing"))
    (tmp_path / "file").touch()
    with pytest.raises(SourceFailed, match="is no folder"):
        parse(str(tmp_path / "file"))


@pytest.mark.parametrize(
    "source",
    [
        "",
        "   ",
        "github:",
        "github:owner",
        "github:owner/name",
        "github:owner/name/more@v1",
        "github:../name@v1",
        "github:-owner/name@v1",
        "github:owner/..@v1",
        "github:owner/name@",
        "github:owner/name@--upload-pack=touch /tmp/x",
        "github:owner/name@-v",
        "github:owner/name@v1..v2",
        "github:owner/name@v1^{tree}",
        "github:owner/name@main:path",
        "github:owner/name@HEAD~1",
        "github:owner/name@a b",
        "github:owner/name@a.lock",
        "github:owner/name@v1\nx",
        "git+https://user:secret@example.org/owner/name@v1",
        "git+https://example.org/name@v1",
        "git+https:///owner/name@v1",
        "git+https://example.org:99999999/owner/name@v1",
        "git+https://example.org/owner/name?a=b@v1",
        "git+https://[::1/owner/name@v1",
        "git+ssh://example.org/owner/name@v1",
        "git+ext::sh -c id@v1",
        "git+file://server/share@v1",
        "git+file:relative@v1",
        "git+file:///@v1",
        "pypi:",
        "pypi:name",
        "pypi:name==",
        "pypi:name>=1",
        "pypi:name==1/../2",
        "pypi:../name==1",
        "pypi:name==1.0 --index-url=x",
        "ftp://example.org/owner/name",
        "owner/name",
        "x" * 401,
        "pypi:na\0me==1",
    ],
)
def test_anything_else_is_refused_in_one_line(source):
    with pytest.raises(SourceFailed) as caught:
        parse(source)

    assert caught.value.permanent
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 600


def test_secret_in_an_address_is_not_repeated():
    with pytest.raises(SourceFailed) as caught:
        parse("git+https://user:hunter2@example.org/owner/name@v1")

    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "source, suggestion",
    [
        ("https://github.com/owner/name", "perhaps github:owner/name@SHA-or-tag"),
        ("https://github.com/owner/name/tree/v1.2", "perhaps github:owner/name@v1.2"),
        ("owner/name@v1", "perhaps github:owner/name@v1"),
        ("name==1.0", "perhaps pypi:name==1.0"),
        ("github:owner/name", "write github:owner/name@SHA-or-tag"),
        ("pypi:name", "write pypi:name==version"),
    ],
)
def test_near_miss_is_told_what_to_write(source, suggestion):
    with pytest.raises(SourceFailed) as caught:
        parse(source)

    assert suggestion in str(caught.value)


def test_source_without_pin_can_be_watched():
    assert parse_any("github:owner/name").revision == ""
    assert unpinned(f"github:owner/name@{SHA}") == "github:owner/name"
    assert unpinned("git+https://example.org/owner/name.git@v1") == "git+https://example.org/owner/name.git"
    assert unpinned("git+file:///srv/name@v1") == "git+file:///srv/name"
    assert unpinned("pypi:Name==1.0") == "pypi:name"


def test_source_tells_whether_it_is_pinned(tmp_path):
    assert is_pinned("pypi:Name==1.0")
    assert not is_pinned("pypi:Name")
    assert is_pinned(f"github:owner/name@{SHA}")
    assert not is_pinned("github:owner/name.git")
    assert is_pinned(str(tmp_path))


def test_folder_cannot_be_watched(tmp_path):
    assert unpinned(str(tmp_path)) == ""


def test_slug_is_told_only_where_it_is_certain(tmp_path):
    folder = tmp_path / "my project"
    folder.mkdir()

    assert slug_hint("github:owner/name@v1") == "owner/name"
    assert slug_hint("pypi:name==1.0") is None
    assert slug_hint("pypi:name==1.0", "owner/name") == "owner/name"
    assert slug_hint(str(folder)) == "local/my-project"
    assert slug_hint("git+file:///srv/name.git@v1") == "local/name"


@pytest.mark.parametrize("slug", ["name", "a/b/c", "../x", "a/..", "a b/c", "/x", "x/", "<b>/x", "a/" + "x" * 101])
def test_slug_that_could_be_no_path_of_a_page_is_refused(slug):
    with pytest.raises(SourceFailed, match="expected owner/name"):
        slug_hint("pypi:name==1.0", slug)


def test_home_folder_is_expanded(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))

    assert parse("~") == FolderSpec(Path(tmp_path).resolve())
