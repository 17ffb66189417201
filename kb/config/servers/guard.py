"""A small process that outlives its owner by a moment, to clean up behind it however it ended.

It waits for the end of its standard input, which the kernel closes even when the owner is killed. Then it ends the
owner's children (`children`) and leaves the servers (`lifetime`). It leads a session of its own, out of reach of a
Ctrl-C, and ignores the signals by which a whole group is asked to end.
"""

from __future__ import annotations

import contextlib
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from kb.config.servers.processes import open_log

ROOT = Path(__file__).resolve().parents[3]


@dataclass
class Guard:
    """The owner's side."""

    process: subprocess.Popen[bytes]

    @classmethod
    def over(cls, data: Path, servers: Sequence[str], users: int, owner: int | None) -> Guard:
        """Post a guard over `servers` and, with `owner`, the children below `data`.

        `users` and `owner` are its owner's open locks, which it holds until it is done.
        """
        watched = list(servers) if owner is None else [*servers, "children"]
        with open_log(data / "logs" / "guard.log").open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, "-m", __name__, str(data), ",".join(watched), str(users)],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                pass_fds=[users] if owner is None else [users, owner],
                cwd=ROOT,
                start_new_session=True,
            )
        return cls(process)

    def dismiss(self) -> None:
        """Have everything cleaned up, and wait until it is."""
        if self.process.stdin:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.close()
        self.process.wait()


def watch(data: Path, watched: Sequence[str], users: int) -> None:
    """The guard's side: wait for the owner's end, then clean up."""
    from kb.config.servers.children import end_left_behind
    from kb.config.servers.lifetime import Services

    for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(sign, signal.SIG_IGN)
    sys.stdin.buffer.read()
    if "children" in watched:
        end_left_behind(data)
    Services.below(data, postgres="postgres" in watched, redis="redis" in watched).leave(users)


if __name__ == "__main__":
    watch(Path(sys.argv[1]), sys.argv[2].split(","), int(sys.argv[3]))
