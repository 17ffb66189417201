"""Releases as a package index has them: which archive is read, under which name and date."""

import hashlib
from datetime import UTC, datetime

import pytest

from ingest.sources import SourceFailed, newest
from tests.ingest.sources.archives import metadata, sdist, zipped
from tests.ingest.sources.releases import failure, read

REPOSITORY = "Project-URL: Source, https://github.com/Owner/name/tree/main/src"


def test_source_distribution_is_read(index, options):
    content = sdist({"name/a.py": b"x", "PKG-INFO": metadata(REPOSITORY, "Home-page: https://name.example.org")})
    index.add("name", "name-1.0.tar.gz", content)
    index.add("name", "name-1.0-py3-none-any.whl", zipped({"name/b.py": b"y"}))

    snapshot, files = read("pypi:Name==1.0", options)

    assert files == {"name/a.py": b"x"}
    assert snapshot.slug == "Owner/name"
    assert snapshot.sha == hashlib.sha256(content).hexdigest()
    assert (snapshot.label, snapshot.kind, snapshot.source) == ("1.0", "archive", "pypi:name==1.0")
    assert snapshot.repository_url == "https://github.com/Owner/name"
    assert snapshot.homepage_url == "https://name.example.org"
    assert snapshot.dated_at == datetime(2026, 1, 2, 3, 4, 5, 600000, tzinfo=UTC)
    assert snapshot.unread == {"": 1}


@pytest.mark.parametrize(
    "filename, content, root",
    [
        ("name-1.0.tar.gz", sdist({"a.py": b"x"}, "name-1.0"), "name-1.0/"),
        ("name-1.0-py3-none-any.whl", zipped({"name/a.py": b"x"}), ""),
    ],
)
def test_archive_under_its_digest_is_one_that_the_public_index_keeps(index, web, options, filename, content, root):
    digest = hashlib.blake2b(content, digest_size=32).hexdigest()
    place = f"packages/{digest[:2]}/{digest[2:4]}/{digest[4:]}/{filename}"
    web.pages[f"/mirror/{place}"] = content
    index.add("name", filename, content, url=f"{web.address}/mirror/{place}")

    snapshot, _ = read("pypi:name==1.0", options)

    assert snapshot.kept_at == f"{place}/{root}"


def test_archive_of_an_index_of_ones_own_is_not_said_to_be_public(index, options):
    index.add("name", "name-1.0.tar.gz", sdist({"a.py": b"x"}))

    snapshot, _ = read("pypi:name==1.0", options)

    assert snapshot.kept_at == ""


def test_wheel_is_read_where_there_is_no_source_distribution(index, options):
    wheel = zipped({"name/a.py": b"x", "name-1.0.dist-info/METADATA": metadata(REPOSITORY)})
    index.add("name", "name-1.0-py3-none-any.whl", wheel)
    index.add("name", "name-1.0-cp311-cp311-win_amd64.whl", b"")

    snapshot, files = read("pypi:name==1.0", options)

    assert (files, snapshot.slug) == ({"name/a.py": b"x"}, "Owner/name")


def test_distribution_that_is_not_what_its_repository_is_named_after_is_a_project_of_its_own(index, options):
    index.add(
        "name-core", "name_core-1.0.tar.gz", sdist({"a.py": b"x", "PKG-INFO": metadata(REPOSITORY)}, "name_core-1.0")
    )

    snapshot, _ = read("pypi:name-core==1.0", options)

    assert (snapshot.slug, snapshot.repository_url) == ("Owner/name-core", "https://github.com/Owner/name")


def test_platform_wheel_is_read_where_there_is_nothing_else(index, options):
    for platform in (
        "cp311-cp311-win_amd64",
        "cp312-cp312-manylinux_2_34_x86_64",
        "cp311-cp311-manylinux_2_34_aarch64",
    ):
        index.add("name", f"name-1.0-{platform}.whl", zipped({"name/where.py": platform.encode()}))

    _, files = read("pypi:name==1.0", options)

    assert files == {"name/where.py": b"cp312-cp312-manylinux_2_34_x86_64"}


def test_project_without_repository_is_named_after_its_release(index, options):
    index.add("some-name", "some_name-1.0.tar.gz", sdist({"a.py": b"x"}, "some_name-1.0"))

    snapshot, _ = read("pypi:Some.Name==1.0", options)

    assert (snapshot.slug, snapshot.repository_url) == ("pypi/some-name", "")


def test_name_that_is_asked_for_wins_over_what_the_release_says(index, options):
    index.add("name", "name-1.0.tar.gz", sdist({"a.py": b"x", "PKG-INFO": metadata(REPOSITORY)}))

    assert read("pypi:name==1.0", options, as_slug="mine/own")[0].slug == "mine/own"


def test_release_of_unknown_upload_time_is_dated_by_its_newest_member(index, options):
    fields = {"upload-time": None}
    index.add("name", "name-1.0-py3-none-any.whl", zipped({"name/a.py": b"x"}), **fields)
    index.add("name", "name-2.0.tar.gz", sdist({"a.py": b"x"}, "name-2.0"), **fields)

    assert read("pypi:name==1.0", options)[0].dated_at == datetime(2026, 1, 2, 3, 4, 6, tzinfo=UTC)
    assert read("pypi:name==2.0", options)[0].dated_at == datetime.fromtimestamp(1_700_000_000, UTC)


def test_index_that_only_speaks_html_is_understood(index, web, options):
    content = sdist({"a.py": b"x"})
    web.pages["/files/name-1.0.tar.gz"] = content
    digest = hashlib.sha256(content).hexdigest()
    web.pages["/simple/name/"] = f'<a href="../../files/name-1.0.tar.gz#sha256={digest}">name-1.0.tar.gz</a>'.encode()
    web.types["/simple/name/"] = "text/html"

    assert read("pypi:name==1.0", options)[1] == {"a.py": b"x"}


def test_archive_is_downloaded_once(index, web, options):
    index.add("name", "name-1.0.tar.gz", sdist({"a.py": b"x"}))

    for _ in range(2):
        assert read("pypi:name==1.0", options)[1] == {"a.py": b"x"}

    assert web.asked.count("/files/name-1.0.tar.gz") == 1


def test_archive_that_was_damaged_on_disk_is_downloaded_again(index, web, options):
    index.add("name", "name-1.0.tar.gz", sdist({"a.py": b"x"}))
    read("pypi:name==1.0", options)
    (kept,) = (options.data / "archives").iterdir()
    kept.write_bytes(b"damaged")

    assert read("pypi:name==1.0", options)[1] == {"a.py": b"x"}


def test_archive_other_than_the_index_says_is_refused_and_not_kept(index, options):
    index.add("name", "name-1.0.tar.gz", sdist({"a.py": b"x"}), hashes={"sha256": "0" * 64})

    error = failure("pypi:name==1.0", options)

    assert "is not what the index says" in str(error)
    assert error.permanent
    assert list((options.data / "archives").iterdir()) == []


def test_mirror_is_for_git_alone(options, tmp_path):
    with pytest.raises(SourceFailed, match="only stand in for a git source"):
        read("pypi:name==1.0", options, mirror=tmp_path)


def test_newest_release_is_the_highest_that_stands(index, options):
    index.add("name", "name-1.9.tar.gz")
    index.add("name", "name-1.10.tar.gz")
    index.add("name", "name-2.0.tar.gz", yanked=True)
    index.add("name", "name-3.0rc1.tar.gz")
    index.add("name", "name-4.0.exe")

    assert newest("pypi:name", options=options) == "pypi:name==1.10"


def test_newest_release_is_a_pre_release_only_where_there_is_nothing_else(index, options):
    index.add("name", "name-1.0a1.tar.gz")
    index.add("name", "name-1.0b1.tar.gz")

    assert newest("pypi:name", options=options) == "pypi:name==1.0b1"


def test_same_archive_is_chosen_after_more_were_added(index, options):
    for python in ("cp310", "cp311"):
        index.add("name", f"name-1.0-{python}-{python}-manylinux_2_34_x86_64.whl", zipped({f"{python}.py": b"x"}))
    before = read("pypi:name==1.0", options)[0].sha
    for tag in ("cp312-cp312-manylinux_2_34_x86_64", "cp313-cp313-manylinux_2_34_x86_64", "cp310-cp310-win_amd64"):
        index.add("name", f"name-1.0-{tag}.whl", zipped({f"{tag}.py": b"x"}))

    assert read("pypi:name==1.0", options)[0].sha == before
