"""As whom PostgreSQL runs, and running its programs as that user.

PostgreSQL refuses uid 0. Under root it runs as `nobody`, which exists everywhere, or as the owner of a cluster that
is already there; no system user is made, and no folder of others is opened up.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from kb.config.servers.places import ServersFailed


@dataclass(frozen=True)
class Runner:
    """A user to run programs as; `uid` None means: as we are."""

    uid: int | None = None
    gid: int | None = None

    @classmethod
    def for_cluster(cls, cluster: Path) -> Runner:
        """Ourselves, unless we are root."""
        if os.geteuid() != 0:
            return cls()
        if cluster.exists() and (owner := cluster.stat()).st_uid != 0:
            return cls(owner.st_uid, owner.st_gid)
        try:
            nobody = pwd.getpwnam("nobody")
        except KeyError:
            raise ServersFailed(
                "PostgreSQL does not run as root and this system has no user `nobody`: "
                "run this as another user, or set DATABASE_URL to a server of your own."
            ) from None
        return cls(nobody.pw_uid, nobody.pw_gid)

    def give(self, folder: Path) -> None:
        """Make `folder` this user's own and closed to others."""
        folder.chmod(0o700)
        if self.uid is not None and self.gid is not None:
            os.chown(folder, self.uid, self.gid)

    def may_enter(self, folder: Path) -> bool:
        """Whether this user can reach into an existing folder; the kernel is asked, since modes are not all."""
        return self.run(["test", "-x", str(folder / ".")]).returncode == 0

    def run(
        self,
        command: Sequence[str | Path],
        *,
        env: Mapping[str, str] | None = None,
        stdout: int | IO[bytes] = subprocess.PIPE,
        timeout: float = 120,
    ) -> subprocess.CompletedProcess[bytes]:
        """Run `command` to its end; its errors are in stdout. PG… variables of ours must not reach it."""
        become: dict[str, Any] = {}
        if self.uid is not None:
            become = {"user": self.uid, "group": self.gid, "extra_groups": []}
        try:
            return subprocess.run(
                [str(part) for part in command],
                env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", **(env or {})},
                stdin=subprocess.DEVNULL,
                stdout=stdout,
                stderr=subprocess.STDOUT,
                cwd="/",
                umask=0o077,
                timeout=timeout,
                check=False,
                **become,
            )
        except (PermissionError, OSError) as failed:
            raise ServersFailed(
                f"Could not run {command[0]} as user {self.uid or os.geteuid()} ({failed.strerror}): "
                "run this as a user other than root, or set DATABASE_URL to a server of your own."
            ) from failed
        except subprocess.TimeoutExpired as expired:
            raise ServersFailed(f"{command[0]} did not end within {timeout:.0f} seconds.") from expired


def own_short_folder(folder: Path) -> None:
    """Make a folder under /tmp whose name anyone can guess, or refuse one that another user made first."""
    folder.mkdir(mode=0o711, exist_ok=True)
    if folder.is_symlink() or folder.stat().st_uid != os.geteuid():
        raise ServersFailed(f"{folder} belongs to another user: set RAISED_DATA to a shorter path.")
    folder.chmod(0o711)


def drop_short_folder(folder: Path) -> None:
    """Leave nothing of ours under /tmp; a folder in which something still lies stays."""
    if folder.is_symlink():  # Not ours, and what it leads to is not either.
        return
    for empty in (folder / "postgres", folder):
        with contextlib.suppress(OSError):
            empty.rmdir()
