"""Small sources, built in a temporary folder, and a small web to fetch them from."""

import hashlib
import json
import os
import subprocess
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ingest.sources import Options, pypi
from ingest.sources.pip_config import Index


@pytest.fixture
def options(tmp_path):
    return Options(data=tmp_path / "data")


@pytest.fixture
def repository(tmp_path):
    return MadeRepository(tmp_path / "upstream")


@pytest.fixture
def web():
    """A web server on this machine; `web.pages` says what it answers."""
    server = Web()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def index(web, monkeypatch):
    """A package index on this machine, which pip is configured for."""
    made = MadeIndex(web)
    monkeypatch.setattr(pypi, "configured_index", lambda: Index(f"{web.address}/simple/"))
    return made


class MadeRepository:
    """A git work tree to commit to; its object store stands in for a mirror."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.mkdir()
        self.git("init", "--quiet", "--initial-branch=main")

    @property
    def git_dir(self) -> Path:
        return self.path / ".git"

    def git(self, *arguments: str, given: bytes = b"") -> str:
        identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.org", "-c", "commit.gpgsign=false"]
        environment = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.environ["PATH"]}
        environment |= {"GIT_COMMITTER_DATE": "2026-03-04T05:06:07Z", "GIT_AUTHOR_DATE": "2026-03-04T05:06:07Z"}
        command = ["git", "-C", str(self.path), *identity, *arguments]
        done = subprocess.run(command, input=given, capture_output=True, check=True, env=environment)
        return done.stdout.decode().strip()

    def commit(self, files: dict[str, bytes]) -> str:
        """Write and commit the files; returns the commit's id."""
        for name, content in files.items():
            path = self.path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        self.git("add", "--all", "--force")
        self.git("commit", "--quiet", "--allow-empty", "--message=Change")
        return self.git("rev-parse", "HEAD")

    def commit_tree(self, lines: list[str]) -> str:
        """Commit a tree of `mode type id<TAB>name` lines, which need not be one that git would check out."""
        tree = self.git("mktree", "--missing", given="\n".join(lines).encode())
        return self.git("commit-tree", tree, "-m", "Change")

    def blob(self, content: bytes) -> str:
        return self.git("hash-object", "-w", "--stdin", given=content)


class Web(ThreadingHTTPServer):
    """Answers a path with what `pages` holds for it: bytes, or a function that is given the handler."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.pages: dict[str, bytes | Callable[[BaseHTTPRequestHandler], None]] = {}
        self.types: dict[str, str] = {}
        self.asked: list[str] = []
        self.heard: list[dict[str, str]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        self.server.heard.append(dict(self.headers))
        page = self.server.pages.get(self.path.partition("?")[0])
        if page is None:
            self.send_error(404)
        elif callable(page):
            page(self)
        else:
            self.send_response(200)
            self.send_header("Content-Type", self.server.types.get(self.path, "application/octet-stream"))
            self.send_header("Content-Length", str(len(page)))
            self.end_headers()
            self.wfile.write(page)

    do_POST = do_GET

    def log_message(self, *_: object) -> None:
        pass


def answering(status: int, headers: dict[str, str] | None = None) -> Callable[[BaseHTTPRequestHandler], None]:
    """A page that has no content but a status and headers."""

    def page(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content-Length": "0", **(headers or {})}.items():
            handler.send_header(name, value)
        handler.end_headers()

    return page


class MadeIndex:
    """Projects with files, as the simple API's JSON lists them."""

    def __init__(self, web: Web) -> None:
        self._web = web
        self._files: dict[str, list[dict]] = {}

    def add(self, project: str, filename: str, content: bytes = b"", **fields: object) -> None:
        """Offer a file; `fields` are those of the API, and win over the true ones."""
        path = f"/files/{filename}"
        self._web.pages[path] = content
        self._files.setdefault(project, []).append({
            "filename": filename,
            "url": f"{self._web.address}{path}",
            "hashes": {"sha256": hashlib.sha256(content).hexdigest()},
            "size": len(content),
            "upload-time": "2026-01-02T03:04:05.6Z",
            **fields,
        })  # fmt: skip
        page = {"meta": {"api-version": "1.1"}, "name": project, "files": self._files[project], "versions": []}
        self._web.pages[f"/simple/{project}/"] = json.dumps(page).encode()
        self._web.types[f"/simple/{project}/"] = "application/vnd.pypi.simple.v1+json"
