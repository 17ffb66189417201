import subprocess
import sys

import pytest

from bench.spent import spent, tree

BUSY = "import time\nend = time.process_time() + {}\nwhile time.process_time() < end: pass\n"


def test_what_a_command_and_its_children_use_counts_for_the_stage_that_it_is_at(tmp_path):
    mark = tmp_path / "mark"
    child = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {BUSY.format(0.3)!r}])\n"
    code = f"{child}open({str(mark)!r}, 'w').close()\n{BUSY.format(1)}print('done')"

    told, used = spent([sys.executable, "-c", code], 0, lambda: "two" if mark.exists() else "one", ".")

    assert told == "done\n"
    assert used["one"] > 0.2
    assert used["two"] > 0
    assert used["one"] + used["two"] > 1.25


def test_what_the_server_uses_counts_with_it_and_what_it_had_used_before_does_not():
    code = BUSY.format(1) + "print(flush=True)\n" + BUSY.format(60)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as server:
        try:
            server.stdout.readline()
            _, used = spent([sys.executable, "-c", "import time; time.sleep(1)"], server.pid, lambda: "one", ".")
            after = tree(server.pid)
        finally:
            server.kill()

    assert after > 1
    assert 0.1 < used["one"] < after


def test_a_command_that_fails_is_told():
    with pytest.raises(subprocess.CalledProcessError, match="exit status 3"):
        spent([sys.executable, "-c", "raise SystemExit(3)"], 0, lambda: "one", ".")


def test_a_process_that_is_gone_uses_nothing():
    gone = subprocess.Popen([sys.executable, "-c", ""])
    gone.wait()
    assert tree(gone.pid) == 0
