import os
import subprocess
from dataclasses import replace

import pytest

from ingest.sources import SourceFailed, git_fetch, newest, open_source
from tests.ingest.sources.conftest import answering


@pytest.fixture
def remote(repository, web):
    """The repository behind git's own web server program."""
    repository.git("config", "uploadpack.allowAnySHA1InWant", "true")
    repository.git("config", "http.receivepack", "false")

    def serve(handler):
        path, _, query = handler.path.partition("?")
        body = handler.rfile.read(int(handler.headers.get("Content-Length", "0")))
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(repository.git_dir),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "PATH_INFO": path.removeprefix("/owner/name"),
            "QUERY_STRING": query,
            "REQUEST_METHOD": handler.command,
            "CONTENT_TYPE": handler.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(body)),
            "HTTP_CONTENT_ENCODING": handler.headers.get("Content-Encoding", ""),
            "GIT_PROTOCOL": handler.headers.get("Git-Protocol", ""),
        }
        done = subprocess.run(["git", "http-backend"], input=body, capture_output=True, env=environment, check=False)
        head, _, content = done.stdout.partition(b"\r\n\r\n")
        lines = dict(line.split(": ", 1) for line in head.decode().splitlines())
        handler.send_response(int(lines.pop("Status", "200").split()[0]))
        for name, value in {**lines, "Content-Length": str(len(content))}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    for path in ("info/refs", "git-upload-pack"):
        web.pages[f"/owner/name/{path}"] = serve
    repository.url = f"git+http://127.0.0.1:{web.server_port}/owner/name"
    return repository


@pytest.fixture
def allowed(options):
    return replace(options, private_hosts=frozenset({"127.0.0.1"}))


def read(source, options):
    with open_source(source, options=options) as snapshot:
        return snapshot, {file.path: file.content for file in snapshot.files()}


def failure(source, options):
    with pytest.raises(SourceFailed) as caught:
        read(source, options)
    assert "\n" not in str(caught.value)
    return caught.value


def test_one_commit_is_fetched(remote, allowed):
    sha = remote.commit({"a.py": b"x"})
    remote.commit({"a.py": b"y", "b.py": b"z"})

    snapshot, files = read(f"{remote.url}@{sha}", allowed)

    assert files == {"a.py": b"x"}
    assert (snapshot.slug, snapshot.sha, snapshot.source) == ("owner/name", sha, f"{remote.url}@{sha}")
    (kept,) = (allowed.data / "git").iterdir()
    assert (kept / "shallow").read_text().split() == [sha]


def test_tag_is_looked_up_and_becomes_the_label(remote, allowed):
    sha = remote.commit({"a.py": b"x"})
    remote.git("tag", "--annotate", "--message=Release", "v1.0")

    snapshot, _ = read(f"{remote.url}@v1.0", allowed)

    assert (snapshot.sha, snapshot.label) == (sha, "v1.0")
    assert read(f"{remote.url}@{sha}", allowed)[0].label == "v1.0"


def test_start_of_an_id_is_enough_where_a_tag_or_branch_points(remote, allowed):
    old = remote.commit({"a.py": b"x"})
    sha = remote.commit({"a.py": b"y"})

    assert read(f"{remote.url}@{sha[:10]}", allowed)[0].sha == sha
    assert "only be found by its full 40 digits" in str(failure(f"{remote.url}@{old[:10]}", allowed))


def test_commit_is_fetched_once(remote, allowed, web):
    sha = remote.commit({"a.py": b"x"})

    for _ in range(2):
        read(f"{remote.url}@{sha}", allowed)

    assert web.asked.count("/owner/name/git-upload-pack") == 3  # two lists of refs and one pack


def test_commit_that_is_not_there_cannot_be_had(remote, allowed):
    remote.commit({"a.py": b"x"})

    error = failure(f"{remote.url}@{'1' * 40}", allowed)

    assert "it has no such commit to hand out" in str(error)
    assert error.permanent
    assert list((allowed.data / "git").iterdir()) == []


def test_private_host_is_refused_before_anything_is_asked(remote, options, web):
    sha = remote.commit({"a.py": b"x"})

    error = failure(f"git+https://127.0.0.1:{web.server_port}/owner/name@{sha}", options)

    assert "127.0.0.1, which is not public" in str(error)
    assert error.permanent
    assert web.asked == []


def test_unencrypted_address_is_for_hosts_that_the_operator_names(remote, options, web):
    sha = remote.commit({"a.py": b"x"})

    assert "is not encrypted" in str(failure(f"{remote.url}@{sha}", options))
    assert web.asked == []


@pytest.mark.parametrize(
    "status, permanent, said",
    [
        (404, True, "no such public repository"),
        (401, True, "no such public repository"),
        (403, True, "refuses access"),
        (500, False, "500"),
        (503, False, "503"),
    ],
)
def test_answer_of_the_server_tells_whether_to_try_again(remote, allowed, web, status, permanent, said):
    web.pages["/owner/name/info/refs"] = answering(status)

    error = failure(f"{remote.url}@v1", allowed)

    assert said in str(error)
    assert error.permanent is permanent


def test_redirect_is_not_followed(remote, allowed, web):
    web.pages["/owner/name/info/refs"] = answering(301, {"Location": f"{web.address}/elsewhere/info/refs"})

    error = failure(f"{remote.url}@v1", allowed)

    assert "has moved: give its new address" in str(error)
    assert error.permanent
    assert not any("elsewhere" in path for path in web.asked)


def test_server_that_is_not_there_may_be_later(allowed):
    error = failure("git+http://127.0.0.1:9/owner/name@v1", allowed)

    assert "Connection refused" in str(error) or "Failed to connect" in str(error)
    assert not error.permanent


def test_page_that_is_no_repository_is_told_as_such(remote, allowed, web):
    web.pages["/owner/name/info/refs"] = b"<html>"

    assert "no tags or branches: is it a git repository?" in str(failure(f"{remote.url}@v1", allowed))


def test_commit_of_more_than_the_bound_is_given_up(remote, allowed):
    sha = remote.commit({"a.bin": os.urandom(3 * 1024 * 1024)})
    small = replace(allowed, bounds=replace(allowed.bounds, download_bytes=1024 * 1024))

    error = failure(f"{remote.url}@{sha}", small)

    assert "holds more than 1 MB at this commit" in str(error)
    assert list((small.data / "git").iterdir()) == []


def test_server_that_falls_silent_is_left_when_the_time_is_up(remote, allowed, web):
    web.pages["/owner/name/info/refs"] = lambda handler: handler.rfile.read(1)  # until we hang up

    error = failure(f"{remote.url}@v1", replace(allowed, bounds=replace(allowed.bounds, seconds=0.5)))

    assert "took longer than 0.5 seconds" in str(error)
    assert not error.permanent


def test_git_that_cannot_be_held_to_an_address_is_not_used(remote, allowed, web, monkeypatch):
    monkeypatch.setattr(git_fetch, "version", lambda: (2, 34, 1))

    assert "needs git 2.37 or newer" in str(failure(f"{remote.url}@v1", allowed))
    assert web.asked == []


def test_name_leads_to_the_address_that_was_checked(remote, allowed, web, monkeypatch):
    sha = remote.commit({"a.py": b"x"})
    monkeypatch.setattr(git_fetch.Reach, "addresses", lambda *_: ["127.0.0.1"])
    named = replace(allowed, private_hosts=frozenset({"name.invalid"}))  # no resolver knows it

    assert read(f"git+http://name.invalid:{web.server_port}/owner/name@{sha}", named)[1] == {"a.py": b"x"}


def test_newest_is_asked_of_the_server(remote, allowed):
    remote.commit({"a.py": b"x"})
    sha = remote.commit({"a.py": b"y"})
    assert newest(remote.url, options=allowed) == f"{remote.url}@{sha}"
    remote.git("tag", "v1.0", f"{sha}~1")

    assert newest(remote.url, options=allowed) == f"{remote.url}@{remote.git('rev-parse', 'v1.0')}"
