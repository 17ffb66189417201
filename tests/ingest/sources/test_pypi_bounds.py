"""What a hostile package index can not do."""

from dataclasses import replace

import pytest

from ingest.sources import pypi
from ingest.sources.pip_config import Index
from tests.ingest.sources.archives import MEGABYTE, sdist
from tests.ingest.sources.conftest import answering
from tests.ingest.sources.releases import failure, read


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
