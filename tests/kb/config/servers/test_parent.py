"""A make that is told to end takes its recipe with it."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
RECIPE = """all:
\t@exec {python} -c "import time; from kb.config.servers.parent import Parent; \\
\tparent = Parent(); print('up', flush=True); \\
\texec('while not parent.is_gone(): time.sleep(0.02)'); print('ended', flush=True)"
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists() or not shutil.which("make"), reason="needs Linux and make")
@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGHUP, signal.SIGKILL])
def test_recipe_notices_that_make_alone_was_told_to_end(tmp_path, sign):
    makefile = tmp_path / "Makefile"
    makefile.write_text(RECIPE.format(python=sys.executable))
    # As from a shell of its own, even when a make runs these tests.
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    with (
        signals_as_usual(),
        subprocess.Popen(
            ["make", "-f", makefile], cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        ) as make,
    ):
        try:
            assert make.stdout.readline() == b"up\n"

            make.send_signal(sign)

            said, _ = make.communicate(timeout=20)
            assert said == b"ended\n"
        finally:
            make.kill()


@contextlib.contextmanager
def signals_as_usual():
    """What runs in the background of a script ignores these, and hands that on."""
    before = {sign: signal.signal(sign, signal.SIG_DFL) for sign in (signal.SIGINT, signal.SIGHUP)}
    try:
        yield
    finally:
        for sign, handler in before.items():
            signal.signal(sign, handler)
