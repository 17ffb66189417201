"""`raised run -- COMMAND`"""

import os
import signal
import subprocess
import sys
import time

import pytest

from api.client.running import MOST_BYTES, Tail
from api.examples import PASTE
from tests.api.client.conftest import ROOT

FAILS = f"import sys; print('out'); sys.stderr.write({PASTE!r}); sys.exit(7)"


@pytest.mark.django_db(transaction=True)
def test_failing_command_is_passed_through_and_its_error_matched(raised, site):
    ended = raised("run", "--", sys.executable, "-c", FAILS, url=site)

    assert (ended.returncode, ended.stdout) == (7, "out\n")
    assert ended.stderr.startswith(PASTE)
    assert f"{site}/errors/fade0000000000aa/" in ended.stderr


def test_command_that_succeeds_is_left_alone(raised):
    ended = raised("run", sys.executable, "-c", "import sys; print(input()); sys.stderr.write('warn')", input="in")

    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "in\n", "warn")


def test_site_that_is_away_does_not_change_how_the_command_ended(raised):
    ended = raised("run", "--", sys.executable, "-c", FAILS)

    assert ended.returncode == 7
    assert ended.stderr.splitlines()[-1].startswith("raised: http://127.0.0.1:9 does not answer")


@pytest.mark.parametrize("command, status", [("no-such-command", 127), (str(ROOT), 126)])
def test_command_that_can_not_be_run_ends_as_in_a_shell(raised, command, status):
    assert raised("run", "--", command).returncode == status


def test_killed_command_ends_as_in_a_shell(raised):
    said = "import os, signal; os.kill(os.getpid(), signal.SIGKILL)"

    assert raised("run", "--", sys.executable, "-c", said).returncode == 128 + signal.SIGKILL


def test_who_is_told_to_end_tells_the_command():
    said = "import time; print('up', flush=True); time.sleep(60)"
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "RAISED_URL": "http://127.0.0.1:9"}
    command = [sys.executable, "-m", "api.client", "run", "--", sys.executable, "-c", said]
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, text=True) as running:
        assert running.stdout.readline() == "up\n"
        running.terminate()
        assert running.wait(30) == 128 + signal.SIGTERM


def test_command_whose_children_go_on_ends_all_the_same(raised):
    began = time.monotonic()
    said = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(20)'], stdout=-3)"

    assert raised("run", "--", sys.executable, "-c", said).returncode == 0
    assert time.monotonic() - began < 15


def test_tail_is_bounded_and_keeps_the_end():
    tail = Tail()
    for number in range(200):
        tail.put(f"{number}:".encode() + b"x" * 65_536)

    assert tail.text().count(":") < 200
    assert len(tail.text()) < MOST_BYTES + 2 * 65_536
    assert tail.text().rpartition(":")[0].endswith("199")
