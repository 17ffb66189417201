"""A place that PostgreSQL's user can reach, where RAISED_DATA or the programs lie behind a closed folder.

Under root with a checkout below /root, `nobody` can enter neither. The closed folder stays closed: the cluster goes to
a folder of its own in /var/lib/raised with a link to it in RAISED_DATA, and the programs are copied there.
"""

from __future__ import annotations

import logging
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from kb.config.servers.places import Places, ServersFailed
from kb.config.servers.runner import Runner

SHELTER = Path("/var/lib/raised")
logger = logging.getLogger(__name__)


def settle(places: Places, runner: Runner, programs: Path) -> Path:
    """Make PostgreSQL's folder where `runner` can use it; return the programs where it can run them."""
    if not places.postgres.exists():
        _make_folder(places, runner)
    elif not runner.may_enter(folder := places.postgres.resolve()):
        raise ServersFailed(f"PostgreSQL's user may not enter {folder}: let it, or set RAISED_DATA to another folder.")
    if runner.may_enter(programs):
        return programs
    return _copied(programs)


def _make_folder(places: Places, runner: Runner) -> None:
    places.data.mkdir(parents=True, exist_ok=True)
    places.postgres.unlink(missing_ok=True)
    if runner.may_enter(places.data):
        places.postgres.mkdir()
    else:
        places.postgres.symlink_to(_sheltered(places))
        logger.warning(
            "PostgreSQL keeps its data in %s: its user may not enter %s.", places.postgres.resolve(), places.data
        )
    runner.give(places.postgres.resolve())


def _sheltered(places: Places) -> Path:
    """A new folder. One of a RAISED_DATA that was deleted or moved is not ours to take, even at the same path."""
    if earlier := sorted(_shelter().glob(f"{places.digest}-*")):
        logger.warning("Earlier databases of this path are still in %s.", ", ".join(map(str, earlier)))
    return Path(tempfile.mkdtemp(prefix=f"{places.digest}-", dir=_shelter()))


def _shelter() -> Path:
    try:
        SHELTER.mkdir(mode=0o755, parents=True, exist_ok=True)
    except OSError as failed:
        raise ServersFailed(
            f"PostgreSQL does not run as root, and its user may enter neither this folder nor {SHELTER} "
            f"({failed.strerror}): set RAISED_DATA to a folder that everyone may enter."
        ) from failed
    SHELTER.chmod(0o755)
    return SHELTER


def _copied(programs: Path) -> Path:
    """`programs` in a copy of what they need, which is whole or not there."""
    folder = _shelter() / f"programs-{version(programs)}"
    if not folder.exists():
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        for tree in _trees(programs):
            target = part / tree.relative_to(programs.parents[2])
            shutil.copytree(tree, target, symlinks=True, ignore=shutil.ignore_patterns("include", "*.a"))
        for path in [part, *part.rglob("*")]:
            if not path.is_symlink():
                # Whoever installed them may have kept them to himself.
                path.chmod(path.stat().st_mode | (0o555 if os.access(path, os.X_OK) else 0o444))
        part.rename(folder)
    return folder / programs.relative_to(programs.parents[2])


def _trees(programs: Path) -> list[Path]:
    """The installation that holds `programs`, and the libraries that its wheel keeps beside the package.

    The programs find those by a path that is relative to their own, so the copy has to keep it.
    """
    package = programs.parents[1]
    return [programs.parent, *package.parent.glob(f"{package.name}.libs")]


def version(programs: Path) -> str:
    """Such as `18.6`. Raises ServersFailed if the programs do not run on this system."""
    said = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=False).stdout
    found = re.search(r"\d+(\.\d+)*", said)
    if not found:
        raise ServersFailed(f"{programs / 'postgres'} does not run on this system.")
    return found[0]
