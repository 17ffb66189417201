"""Runs git, the one program that this package starts, so that a repository's owner cannot make it do anything else.

No hook, filter, pager, signature check or helper of theirs is run, no object is fetched in passing, nothing is asked
on the terminal, and neither the machine's nor the user's git configuration counts. A mirror's own configuration is
read by git, so only commands that start no program at a configuration's word may be called on one:
rev-parse, cat-file, ls-tree, for-each-ref.
"""

import os
import re
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

from ingest.sources.bounds import Deadline
from ingest.sources.failures import SourceFailed

_CONFIG: Final = {
    "safe.directory": "*",  # a mirror may belong to another user: with the rest of this, reading it is harmless
    "core.hooksPath": os.devnull,
    "core.fsmonitor": "false",
    "core.askPass": "",
    "core.bigFileThreshold": "16m",  # larger blobs are not taken into memory while they are fetched
    "credential.helper": "",
    "gc.auto": "0",
    "maintenance.auto": "false",
    "fetch.recurseSubmodules": "false",
    "submodule.recurse": "false",
    "http.followRedirects": "false",
    "http.lowSpeedLimit": "1000",
    "http.lowSpeedTime": "60",
}
_MAX_OUTPUT: Final = 64 * 1024 * 1024


def environment(protocols: str = "none") -> dict[str, str]:
    """The process environment for git; `protocols` are those that it may fetch with, parted by ":"."""
    # Only what says where git's certificates lie: the other GIT_ variables change what a command reads or starts.
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_") or "_SSL_" in name}
    return kept | {
        "GIT_ALLOW_PROTOCOL": protocols,
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_NO_LAZY_FETCH": "1",
        "GIT_NO_REPLACE_OBJECTS": "1",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_TERMINAL_PROMPT": "0",
        "LC_ALL": "C",
    }


def command(git_dir: Path, *arguments: str, config: Sequence[str] = ()) -> list[str]:
    """The words of a git call; `config` are more `name=value` settings."""
    git = shutil.which("git")
    if git is None:
        raise SourceFailed(
            "a git source needs git, which is not on this machine: install it, or give a pypi: source or a folder"
        )
    settings = [*(f"{name}={value}" for name, value in _CONFIG.items()), *config]
    return [git, f"--git-dir={git_dir}", *(word for setting in settings for word in ("-c", setting)), *arguments]


def output(git_dir: Path, deadline: Deadline, *arguments: str) -> str | None:
    """What a short local call prints, or None if it fails."""
    try:
        done = subprocess.run(
            command(git_dir, *arguments),
            env=environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=max(deadline.left, 0.1),
            check=False,
        )
    except subprocess.TimeoutExpired:
        deadline.check("reading the repository")
        return None
    return done.stdout.decode("utf-8", "surrogateescape") if done.returncode == 0 else None


@contextmanager
def running(git_dir: Path, *arguments: str) -> "Iterator[tuple[IO[bytes], IO[bytes], subprocess.Popen[bytes]]]":
    """A git process with its input and output, ended with the block."""
    process = subprocess.Popen(
        command(git_dir, *arguments),
        env=environment(),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None and process.stdout is not None  # noqa: S101, PT018
    try:
        yield process.stdin, process.stdout, process
    finally:
        process.kill()
        with suppress(BrokenPipeError):  # what was still to be written to a process that had ended before
            process.stdin.close()
        process.stdout.close()
        process.wait()


def watched(words: Sequence[str], protocols: str, deadline: Deadline, check: Callable[[], None]) -> "Finished":
    """Run to the end, calling `check` five times a second and at the end; what that raises ends the process."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            words,
            env=environment(protocols),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,  # so that git's own children, as remote-https and index-pack, end with it
        )
        try:
            while process.poll() is None:
                deadline.check("fetching from the repository")
                check()
                if max(os.fstat(file.fileno()).st_size for file in (out, err)) > _MAX_OUTPUT:
                    raise SourceFailed("git lists more than can be read")
                with suppress(subprocess.TimeoutExpired):
                    process.wait(0.2)
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        check()
        return Finished(process.returncode, _start_of(out, _MAX_OUTPUT), _start_of(err, 1 << 16))


@dataclass(frozen=True)
class Finished:
    """How a process ended: its exit code and the start of what it printed."""

    code: int
    output: str
    errors: str


def _start_of(file: IO[bytes], size: int) -> str:
    file.seek(0)
    return file.read(size).decode("utf-8", "replace")


def version() -> tuple[int, ...]:
    """The version of git, e.g. (2, 39, 5)."""
    words = subprocess.run(
        command(Path(), "version"), env=environment(), capture_output=True, text=True, check=True, timeout=30
    )
    return tuple(int(number) for number in re.findall(r"\d+", words.stdout)[:3])
