"""The hook in a program that fails: switched off, on, and with everything going wrong."""

import os
import shlex
import subprocess
import sys

import pytest

from tests.api.client.conftest import ROOT

PROGRAM = "import raised_hook\n\n\ndef load(what):\n    raise ValueError(f'no {what} given')\n\n\nload('key')\n"
COMMAND = shlex.join(
    [sys.executable, "-c", f"import sys; sys.path.insert(0, {str(ROOT)!r}); import api.client.__main__"]
)


@pytest.fixture
def program(tmp_path):
    folder = tmp_path / "anvil"
    folder.mkdir()
    (folder / "raised_hook.py").write_bytes((ROOT / "api/client/raised_hook.py").read_bytes())
    (folder / "load.py").write_text(PROGRAM)

    def run(**env: str) -> subprocess.CompletedProcess[str]:
        given = {"PATH": os.environ["PATH"], "RAISED_COMMAND": COMMAND} | env
        return subprocess.run(
            [sys.executable, str(folder / "load.py")],
            env=given,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


@pytest.mark.django_db(transaction=True)
def test_link_stands_under_the_traceback_when_it_is_switched_on(program, site):
    ended = program(RAISED_HOOK="1", RAISED_URL=site)

    *traceback, link = ended.stderr.splitlines()
    assert ended.returncode == 1
    assert traceback[-1] == "ValueError: no key given"
    assert link == f"Raised: {site}/errors/fade0000000000aa/"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("switch", [{}, {"RAISED_HOOK": ""}, {"RAISED_HOOK": "0"}, {"RAISED_HOOK": "off"}])
def test_nothing_is_sent_unless_it_is_switched_on(program, site, switch, tmp_path):
    command = shlex.join([sys.executable, "-c", f"open({str(tmp_path / 'asked')!r}, 'w')"])

    ended = program(RAISED_URL=site, RAISED_COMMAND=command, **switch)

    assert ended.stderr.endswith("ValueError: no key given\n")
    assert not (tmp_path / "asked").exists()


@pytest.mark.parametrize(
    "command",
    [
        "no-such-command",
        "",
        "'",
        "false",
        "echo not an address",
        shlex.join([sys.executable, "-c", "print('http://a\\x1b[2J')"]),
    ],
)
def test_program_ends_as_ever_whatever_goes_wrong(program, command):
    ended = program(RAISED_HOOK="1", RAISED_COMMAND=command)

    assert ended.returncode == 1
    assert ended.stderr.endswith("ValueError: no key given\n")


def test_hook_asks_for_what_it_needs_only_when_an_error_was_not_caught(program, tmp_path):
    said = "import sys; before = set(sys.modules); import raised_hook; print(sorted(set(sys.modules) - before))"

    ended = subprocess.run(
        [sys.executable, "-S", "-c", said],
        cwd=tmp_path / "anvil",
        env={"RAISED_HOOK": "1"},
        capture_output=True,
        text=True,
    )

    assert "subprocess" not in ended.stdout
    assert "'raised_hook'" in ended.stdout
