"""A web server's folder: in one place, telling its address while it runs, left behind for no longer than a start."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kb.config import environment, gunicorn
from kb.config.running import new_folder, running_address
from kb.config.servers.places import ServersFailed

ADDRESS = "http://localhost:8123"
HOLDER = (
    "import sys, time; from pathlib import Path; from kb.config.running import new_folder\n"
    "lock = new_folder(Path(sys.argv[1]), 'http://localhost:1'); print(lock.name, flush=True); time.sleep(60)"
)


def folders(data: Path) -> set[Path]:
    return {path for path in (data / "web").iterdir() if path.is_dir()}


def test_what_a_killed_server_left_goes_with_the_next_start(tmp_path):
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as holder:
        left = Path(holder.stdout.readline().strip()).parent
        (left / "counter_1.db").write_bytes(b"x")
        assert running_address(tmp_path) == "http://localhost:1"
        holder.send_signal(signal.SIGKILL)
    assert folders(tmp_path) == {left}
    assert running_address(tmp_path) is None

    with new_folder(tmp_path, ADDRESS) as lock:
        assert folders(tmp_path) == {Path(lock.name).parent} != {left}


def test_another_server_below_the_same_data_keeps_its_folder(tmp_path):
    with new_folder(tmp_path, ADDRESS) as one, new_folder(tmp_path, ADDRESS) as two:
        assert folders(tmp_path) == {Path(one.name).parent, Path(two.name).parent}


def test_a_folder_stays_while_a_process_lives_that_the_server_forked(tmp_path):
    lock = new_folder(tmp_path, ADDRESS)
    worker = os.fork()
    if not worker:
        time.sleep(60)
        os._exit(0)
    lock.close()
    try:
        with new_folder(tmp_path, ADDRESS):
            assert len(folders(tmp_path)) == 2
    finally:
        os.kill(worker, signal.SIGKILL)
        os.waitpid(worker, 0)


def test_server_counts_below_raised_data_and_takes_its_folder_away_at_its_end(tmp_path, monkeypatch):
    monkeypatch.setenv("RAISED_DATA", str(tmp_path))
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")

    gunicorn.on_starting(None)

    assert {Path(os.environ["PROMETHEUS_MULTIPROC_DIR"])} == folders(tmp_path)
    assert running_address(tmp_path) == environment.site_url()
    gunicorn.on_exit(None)
    assert running_address(tmp_path) is None
    assert folders(tmp_path) == set()


def test_where_no_server_ever_ran_there_is_no_address(tmp_path):
    assert running_address(tmp_path / "nothing") is None


def test_data_that_cannot_be_written_to_stops_the_start_with_one_line(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(ServersFailed, match="set RAISED_DATA to a folder of your own"):
        new_folder(tmp_path / "file", ADDRESS)
