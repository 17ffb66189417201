"""Children are ended with all that they started, and nobody else is."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import psutil
import pytest

from kb.config.servers.children import Children, end_left_behind

SLEEPER = "import time; time.sleep(60)"
# Starts a grandchild that ignores polite signals, prints its pid, then waits.
PARENT = (
    "import signal, subprocess, sys, time;"
    "signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.signal(signal.SIGQUIT, signal.SIG_IGN);"
    f"print(subprocess.Popen([sys.executable, '-c', {SLEEPER!r}]).pid, flush=True); time.sleep(60)"
)


@pytest.fixture
def children(tmp_path):
    children = Children(tmp_path)
    yield children
    for process in children.running.values():
        process.kill()
        process.wait()


@pytest.fixture
def _impatient(monkeypatch):
    monkeypatch.setattr("kb.config.servers.children.STEPS", ((signal.SIGTERM, 0.2), (signal.SIGQUIT, 0.2)))


def test_output_goes_to_a_log_of_the_childs_own(children, tmp_path):
    children.start("talker", [sys.executable, "-c", "print('hello')"], cwd=tmp_path)
    children.running["talker"].wait()

    assert children.log("talker").read_text() == "hello\n"
    assert children.ended() == ["talker"]
    assert children.ended() == []


def test_child_that_obeys_is_ended_politely(children, tmp_path):
    children.start("sleeper", [sys.executable, "-c", SLEEPER], cwd=tmp_path)
    process = children.running["sleeper"]

    children.end()

    assert process.returncode == -signal.SIGTERM


@pytest.mark.usefixtures("_impatient")
def test_child_that_does_not_obey_is_killed_with_its_whole_group(children, tmp_path):
    grandchild = start_parent(children, tmp_path)

    children.end()

    assert is_gone(grandchild)


@pytest.mark.usefixtures("_impatient")
def test_group_is_ended_though_its_leader_was_killed(children, tmp_path):
    grandchild = start_parent(children, tmp_path)
    leader = children.running.pop("parent")
    leader.kill()
    leader.wait()

    assert end_left_behind(tmp_path) == ["parent"]

    assert is_gone(grandchild)


def test_stranger_that_got_a_recorded_pid_is_left_alone(tmp_path):
    stranger = subprocess.Popen([sys.executable, "-c", SLEEPER], start_new_session=True)
    (tmp_path / "children.json").write_text(json.dumps([{"name": "web", "pid": stranger.pid, "began": 1.0}]))

    assert end_left_behind(tmp_path) == []

    assert stranger.poll() is None
    stranger.kill()
    stranger.wait()


@pytest.mark.parametrize("record", ["", "[", "[1]", '[{"pid": 1}]'])
def test_record_that_was_cut_short_is_no_obstacle(tmp_path, record):
    (tmp_path / "children.json").write_text(record)

    assert end_left_behind(tmp_path) == []


def start_parent(children, tmp_path) -> int:
    children.start("parent", [sys.executable, "-c", PARENT], cwd=tmp_path)
    deadline = time.monotonic() + 10
    while not (said := children.log("parent").read_text()) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert os.getpgid(int(said)) == children.running["parent"].pid
    return int(said)


def is_gone(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        if not psutil.pid_exists(pid) or psutil.Process(pid).status() == psutil.STATUS_ZOMBIE:
            return True
        time.sleep(0.02)
    return False
