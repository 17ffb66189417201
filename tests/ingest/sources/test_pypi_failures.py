"""What is told where a package index does not have, or does not send, what is asked for."""

import time
from dataclasses import replace

import pytest

from ingest.sources import pypi
from ingest.sources.pip_config import Index
from tests.ingest.sources.archives import sdist
from tests.ingest.sources.conftest import answering
from tests.ingest.sources.releases import failure


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


def test_pre_releases_are_named_to_who_asks_for_one_alone(index, options):
    for version in ("1.0", "2.0.dev1", "2.0rc1"):
        index.add("name", f"name-{version}.tar.gz")

    assert str(failure("pypi:name==1.9", options)).endswith("; nearest: 1.0")
    assert str(failure("pypi:name==2.0rc2", options)).endswith("; nearest: 1.0, 2.0.dev1, 2.0rc1")


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
