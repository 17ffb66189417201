"""A snippet of Python, run in a process of its own -> what it raised."""

import json
import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

_SECONDS = 30
_HARNESS = """
import json, sys
code = sys.stdin.read()
said = {"exc_type": "", "classes": [], "message": ""}
try:
    exec(compile(code, "snippet", "exec"), {"__name__": "snippet"})
except BaseException as error:
    classes = [item.__name__ for item in type(error).__mro__]
    said = {"exc_type": type(error).__name__, "classes": classes, "message": str(error)}
print("\\n" + json.dumps(said))
"""


@dataclass(frozen=True)
class Outcome:
    """The exception that ended a snippet, its class and all bases by their bare names; empty if none did."""

    exc_type: str = ""
    classes: tuple[str, ...] = ()
    message: str = ""

    is_lost: bool = False  # it was killed, or killed Python: what it would have raised is not known

    def __str__(self) -> str:
        return f"{self.exc_type}: {' '.join(self.message.split())[:160]}" if self.exc_type else "nothing raised"


@dataclass(frozen=True)
class Home:
    """A Python and the folder of what it can import."""

    python: str
    folder: Path
    seconds: int = _SECONDS  # that a snippet may take

    def install(self, *packages: str) -> None:
        command = [self.python, "-m", "pip", "install", "-q", "--only-binary", ":all:", "--target", str(self.folder)]
        if subprocess.run([*command, *packages], check=False).returncode:
            raise SystemExit(
                f"pip could not install {' '.join(packages)} for {self.python}: see above, or give --python."
            )

    def raised(self, code: str) -> Outcome:
        """What `code` raises, away from our own files and settings."""
        with tempfile.TemporaryDirectory() as folder:
            environment = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "PYTHONPATH": str(self.folder)}
            command = [self.python, "-S", "-c", _HARNESS]
            try:
                done = subprocess.run(
                    command,
                    input=code,
                    capture_output=True,
                    text=True,
                    timeout=self.seconds,
                    cwd=folder,
                    env=environment,
                )
            except subprocess.TimeoutExpired:
                return Outcome("Timeout", (), f"still running after {self.seconds} s", is_lost=True)
        try:
            said = json.loads(done.stdout.rstrip("\n").rpartition("\n")[2])
        except ValueError:
            return Outcome("Crash", (), done.stderr[-200:], is_lost=True)
        return Outcome(said["exc_type"], tuple(said["classes"]), said["message"])


def halves(example: str) -> tuple[str, str, str]:
    """What both share, before and after."""
    setting, _, rest = example.partition("# before\n")
    before, _, after = rest.partition("# after\n")
    return setting, before, after


def verdict(outcome: Outcome, *, is_wanted: bool) -> str:
    """What became of a snippet; `is_wanted` tells that it raised the entry's error."""
    if outcome.is_lost:
        return "crashed or timed out"
    if not outcome.exc_type:
        return "raise nothing"
    return "raise the entry's error" if is_wanted else "raise another error"
