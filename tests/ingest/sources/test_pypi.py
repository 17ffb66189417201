import hashlib
import time
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from ingest.sources import SourceFailed, newest, open_source, pypi
from ingest.sources.pip_config import Index
from tests.ingest.sources.archives import MEGABYTE, metadata, sdist, zipped
from tests.ingest.sources.conftest import answering

REPOSITORY = "Project-URL: Source, https://github.com/Owner/name/tree/main/src"


def read(source, options, **kw):
    with open_source(source, options=options, **kw) as snapshot:
        return snapshot, {file.path: getattr(file, "reason", None) or file.content for file in snapshot.files()}


def failure(source, options):
    with pytest.raises(SourceFailed) as caught:
        read(source, options)
    assert "\n" not in str(caught.value)
    return caught.value


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


def test_missing_version_is_answered_with_the_nearest(index, options):
    for version in ("0.9", "1.0", "1.2", "1.10", "2.0", "3.0", "4.0"):
        index.add("name", f"name-{version}.tar.gz")

    assert str(failure("pypi:name==1.9", options)) == "name has no release 1.9; nearest: 0.9, 1.0, 1.2, 1.10, 2.0, 3.0"


def test_withdrawn_version_is_told_with_its_reason(index, options):
    index.add("name", "name-1.0.tar.gz", yanked="breaks on import")
    index.add("name", "name-1.1.tar.gz")

    error = failure("pypi:name==1.0", options)

    assert str(error) == "name 1.0 was withdrawn by its authors (breaks on import); nearest: 1.1"


def test_what_an_index_says_cannot_steer_a_terminal(index, options):
    index.add("name", "name-1.0.tar.gz", yanked="\x1b[2J\nerased\u202e" + "x" * 5000)

    message = str(failure("pypi:name==1.0", options))

    assert message.isprintable()
    assert len(message) < 1000


def test_version_in_a_form_that_is_not_read_is_told_as_such(index, options):
    index.add("name", "name-1.0.win32-py2.7.exe")
    index.add("name", "name-1.0-py2.7.egg")

    assert "is offered only as name-1.0-py2.7.egg, name-1.0.win32-py2.7.exe" in str(failure("pypi:name==1.0", options))


def test_unknown_project_is_told_as_such(index, options):
    error = failure("pypi:nothing==1.0", options)

    assert (str(error), error.permanent) == ("the package index has no project nothing", True)


@pytest.mark.parametrize("status, permanent", [(403, True), (410, True), (429, False), (500, False), (503, False)])
def test_answer_of_the_index_tells_whether_to_try_again(index, web, options, status, permanent):
    web.pages["/simple/name/"] = answering(status)

    error = failure("pypi:name==1.0", options)

    assert f"answers {status}" in str(error)
    assert error.permanent is permanent


def test_index_that_is_not_there_may_be_later(web, options, monkeypatch):
    monkeypatch.setattr(pypi, "configured_index", lambda: Index("http://127.0.0.1:9/simple/"))

    error = failure("pypi:name==1.0", options)

    assert str(error) == "the connection to 127.0.0.1 failed: Connection refused"
    assert not error.permanent


def test_download_that_breaks_off_may_be_tried_again(index, web, options):
    content = sdist({"a.py": b"x"})
    index.add("name", "name-1.0.tar.gz", content)

    def break_off(handler):
        handler.send_response(200)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content[:100])
        handler.close_connection = True

    web.pages["/files/name-1.0.tar.gz"] = break_off

    error = failure("pypi:name==1.0", options)

    assert "the connection to 127.0.0.1 failed" in str(error)
    assert not error.permanent


def test_server_that_falls_silent_may_be_asked_again(index, web, options):
    index.add("name", "name-1.0.tar.gz")

    def fall_silent(handler):
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(b"x")
        handler.rfile.read(1)  # until we hang up

    web.pages["/files/name-1.0.tar.gz"] = fall_silent

    error = failure("pypi:name==1.0", replace(options, bounds=replace(options.bounds, idle_seconds=0.2)))

    assert "did not answer in 0.2 seconds" in str(error)
    assert not error.permanent


def test_server_that_drips_is_left_when_the_time_is_up(index, web, options):
    index.add("name", "name-1.0.tar.gz")

    def drip(handler):
        handler.send_response(200)
        handler.end_headers()
        try:
            for _ in range(1000):
                handler.wfile.write(b"x")
                time.sleep(0.01)
        except OSError:
            return

    web.pages["/files/name-1.0.tar.gz"] = drip

    error = failure("pypi:name==1.0", replace(options, bounds=replace(options.bounds, seconds=0.3)))

    assert "took longer than 0.3 seconds" in str(error)
    assert not error.permanent


@pytest.mark.parametrize("size", [None, 10])
def test_archive_that_is_too_large_is_left(index, options, size):
    index.add("name", "name-1.0.tar.gz", b"x" * 3 * MEGABYTE, size=size)

    error = failure("pypi:name==1.0", replace(options, bounds=replace(options.bounds, download_bytes=2 * MEGABYTE)))

    assert str(error) == "127.0.0.1 sends more than 2 MB"


def test_archive_that_is_said_to_be_too_large_is_not_asked_for(index, web, options):
    index.add("name", "name-1.0.tar.gz", b"x", size=2**40)

    assert "more than are downloaded" in str(failure("pypi:name==1.0", options))
    assert "/files/name-1.0.tar.gz" not in web.asked


def test_page_that_is_too_large_is_left(index, web, options):
    web.pages["/simple/name/"] = b"x" * 3 * MEGABYTE

    error = failure("pypi:name==1.0", replace(options, bounds=replace(options.bounds, page_bytes=MEGABYTE)))

    assert "sends more than 1 MB" in str(error)


@pytest.mark.parametrize(
    "kind, page",
    [
        ("application/vnd.pypi.simple.v1+json", b"{not json"),
        ("application/vnd.pypi.simple.v1+json", b"[]"),
        ("application/vnd.pypi.simple.v1+json", b'{"meta": {"api-version": "9.0"}, "name": "name", "files": []}'),
        ("image/png", b"\x89PNG"),
    ],
)
def test_page_that_is_no_index_page_is_told_as_such(index, web, options, kind, page):
    web.pages["/simple/name/"] = page
    web.types["/simple/name/"] = kind

    assert "page of name cannot be read" in str(failure("pypi:name==1.0", options))


@pytest.mark.parametrize("url", ["http://127.0.0.2:1/name-1.0.tar.gz", "http://169.254.169.254/latest/name-1.0.tar.gz"])
def test_index_cannot_send_us_to_another_private_address(index, options, url):
    index.add("name", "name-1.0.tar.gz", url=url)

    error = failure("pypi:name==1.0", options)

    assert "which is not public" in str(error)
    assert error.permanent


def test_redirect_to_another_private_address_is_not_followed(index, web, options):
    index.add("name", "name-1.0.tar.gz")
    web.pages["/files/name-1.0.tar.gz"] = answering(302, {"Location": "http://127.0.0.2:1/name-1.0.tar.gz"})

    assert "127.0.0.2, which is not public" in str(failure("pypi:name==1.0", options))


def test_private_address_that_the_operator_allows_is_reached(index, web, options):
    index.add("name", "name-1.0.tar.gz", sdist({"a.py": b"x"}))
    web.pages["/old/name-1.0.tar.gz"] = answering(
        302, {"Location": f"http://localhost:{web.server_port}/files/name-1.0.tar.gz"}
    )
    index.add("name", "name-1.0.tar.gz", sdist({"a.py": b"x"}))

    assert read("pypi:name==1.0", replace(options, private_hosts=frozenset({"127.0.0.0/8"})))[1] == {"a.py": b"x"}


@pytest.mark.parametrize("location", ["file:///etc/passwd", "ftp://127.0.0.1/x"])
def test_redirect_away_from_the_web_is_not_followed(index, web, options, location):
    index.add("name", "name-1.0.tar.gz")
    web.pages["/files/name-1.0.tar.gz"] = answering(302, {"Location": location})

    assert "not encrypted or no web address" in str(failure("pypi:name==1.0", options))


def test_redirect_without_end_is_left(index, web, options):
    index.add("name", "name-1.0.tar.gz")
    web.pages["/files/name-1.0.tar.gz"] = answering(302, {"Location": "/files/name-1.0.tar.gz"})

    assert "without end" in str(failure("pypi:name==1.0", options))


def test_file_name_cannot_lead_out_of_the_folder_of_downloads(index, options, tmp_path):
    index.add("name", "name-1.0.tar.gz/../../../evil-1.0.tar.gz", sdist({"a.py": b"x"}))

    assert "no release" in str(failure("pypi:name==1.0", options))
    assert not list(tmp_path.rglob("evil*"))


def test_credentials_go_to_the_index_alone(index, web, options, monkeypatch):
    content = sdist({"a.py": b"x"})
    index.add("name", "name-1.0.tar.gz", content, url=f"http://localhost:{web.server_port}/files/name-1.0.tar.gz")
    monkeypatch.setattr(pypi, "configured_index", lambda: Index(f"{web.address}/simple/", "ann", "hunter2"))

    read("pypi:name==1.0", replace(options, private_hosts=frozenset({"localhost"})))

    page, archive = web.heard
    assert page["Authorization"].startswith("Basic ")
    assert "Authorization" not in archive


def test_credentials_are_never_shown(options, monkeypatch):
    made = Index("http://127.0.0.1:9/simple/", "ann", "hunter2")
    monkeypatch.setattr(pypi, "configured_index", lambda: made)

    assert "hunter2" not in str(failure("pypi:name==1.0", options)) + repr(made)


def test_index_that_is_no_web_address_is_told_as_such(options, monkeypatch):
    monkeypatch.setattr(pypi, "configured_index", lambda: Index("file:///srv/index"))

    assert "pip's index-url is no web address" in str(failure("pypi:name==1.0", options))


def test_hostile_archive_fails_with_its_reason(index, options):
    index.add("name", "name-1.0.tar.gz", b"no archive")

    assert "the archive is damaged" in str(failure("pypi:name==1.0", options))


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
