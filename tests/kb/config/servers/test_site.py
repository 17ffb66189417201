"""The site as `manage.py up` runs it: real processes, which must all be gone in the end."""

from __future__ import annotations

import fcntl
import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from kb.config import site as site_module
from kb.config.servers.lifetime import Services
from kb.config.servers.places import ServersFailed
from kb.config.site import Site, Stopped, stopped_by_signals

ROOT = Path(__file__).resolve().parents[4]


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return free.getsockname()[1]


def get(port: int, path: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        return response.status, response.read().decode(errors="replace")
    finally:
        connection.close()


def processes_of(data: Path) -> list[psutil.Process]:
    """Those that name `data` on their command line or work in it."""
    found = []
    for process in psutil.process_iter(["cmdline", "cwd", "environ", "status"]):
        said = " ".join([*(process.info["cmdline"] or []), process.info["cwd"] or ""])
        ours = str(data) in said or (process.info["environ"] or {}).get("RAISED_DATA") == str(data)
        if ours and process.info["status"] != psutil.STATUS_ZOMBIE:
            found.append(process)
    return found


def test_site_serves_and_leaves_no_process_behind_though_it_is_killed(services, port):
    services.stop()
    data = services.places.data
    environment = {"PATH": os.environ["PATH"], "RAISED_DATA": str(data), "PORT": str(port), "RAISED_WORKERS": "1"}
    with subprocess.Popen(
        [sys.executable, "manage.py", "up"], cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as up:
        said = []
        while (line := up.stdout.readline()) and "Serving" not in line:
            said.append(line)
        assert f"http://localhost:{port}/" in line, said
        # Whoever waits is told for what, a line a step.
        steps = ["Starting postgres, redis", "Bringing the tables", "Collecting static files", "Starting worker, beat"]
        assert [line for line, step in zip(said, steps, strict=False) if line.startswith(step)] == said[:4]
        status, page = get(port, "/")
        styles = re.findall(r'href="(/static/kb/[^"]+\.css)"', page)
        assert (status, len(styles)) == (200, 1)
        assert re.search(r"\.[0-9a-f]{12}\.css$", styles[0])
        assert get(port, styles[0])[0] == 200
        assert len(processes_of(data)) > 5

        up.kill()
        up.communicate(timeout=60)

    deadline = time.monotonic() + 60
    while (left := processes_of(data)) and time.monotonic() < deadline:
        time.sleep(0.1)
    assert left == []


@pytest.fixture
def site(tmp_path, port) -> Site:
    return Site(ROOT, Services.below(tmp_path, postgres=False, redis=False), "127.0.0.1", port)


def test_second_site_on_the_same_data_is_refused(site, tmp_path, monkeypatch):
    monkeypatch.setattr(site_module, "WAIT_FOR_OTHER", 0)
    with (tmp_path / "up.lock").open("a") as other:
        fcntl.flock(other, fcntl.LOCK_EX)

        with pytest.raises(ServersFailed, match="already runs on"), site.alone():
            pass


def test_port_that_is_taken_is_refused_before_anything_starts(site, port):
    with (
        socket.create_server(("127.0.0.1", port)),
        pytest.raises(ServersFailed, match=f"Port {port} can't be used"),
        site.alone(),
    ):
        pass


def test_part_that_ends_at_its_start_ends_the_site_with_its_last_words(site):
    site.commands = {"web": [sys.executable, "-c", "raise SystemExit('Error: no such module')"]}
    site.start("web")

    with pytest.raises(ServersFailed, match="The web ended at its start: Error: no such module"):
        site.serve()


def test_first_page_of_a_busy_machine_is_waited_for_and_not_asked_for_again(site, port):
    page = (
        "import socket, time; server = socket.create_server(('127.0.0.1', %d)); asked, _ = server.accept(); "
        "time.sleep(6); asked.sendall(b'HTTP/1.0 200 OK\\r\\n\\r\\n'); time.sleep(60)"
    )
    site.commands = {"web": [sys.executable, "-c", page % port]}
    site.start("web")

    site.wait_until_served()

    site.children.end()


def test_part_that_falls_over_later_is_started_again(site, monkeypatch):
    monkeypatch.setattr(site_module, "STARTING", 0)
    site.commands = {"worker": [sys.executable, "-c", "import time; time.sleep(60)"]}
    site.start("worker")
    first = site.children.running["worker"]
    first.kill()
    first.wait()

    site.tend()

    assert site.children.running["worker"].pid != first.pid
    site.children.end()


def test_server_that_keeps_falling_over_ends_the_site(site, monkeypatch):
    monkeypatch.setattr(Services, "mend", lambda _: ["redis"])
    site.tend()

    with pytest.raises(ServersFailed, match="redis keeps falling over"):
        site.tend()


def test_signal_that_asks_to_end_stops_once_and_is_given_back():
    before = signal.getsignal(signal.SIGTERM)

    with pytest.raises(Stopped), stopped_by_signals():
        os.kill(os.getpid(), signal.SIGTERM)

    assert signal.getsignal(signal.SIGTERM) == before
