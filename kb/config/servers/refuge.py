"""A place that PostgreSQL's user can reach, where RAISED_DATA or the programs lie behind a closed folder.

Under root with a checkout below /root, `nobody` can enter neither. The closed folder stays closed: the cluster goes to
/var/lib/raised/<digest> with a link to it in RAISED_DATA, and the programs are copied there.
"""

from __future__ import annotations

import logging
import shutil
import time
from pathlib import Path

from kb.config.servers.places import Places, ServersFailed
from kb.config.servers.runner import Runner

SHELTER = Path("/var/lib/raised")
logger = logging.getLogger(__name__)


def settle(places: Places, runner: Runner, programs: Path) -> Path:
    """Make PostgreSQL's folder where `runner` can use it; return the programs where it can run them."""
    if not places.postgres.exists():
        _make_folder(places, runner)
    if runner.may_enter(programs):
        return programs
    return _copied(programs, SHELTER / "programs")


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
    folder = _shelter() / places.digest
    if folder.exists():
        # RAISED_DATA was deleted or replaced, so start afresh, but another's data is not ours to delete.
        aside = folder.with_name(f"{folder.name}-until-{time.strftime('%Y%m%dT%H%M%S')}")
        folder.rename(aside)
        logger.warning("An earlier database of %s was set aside as %s.", places.data, aside)
    folder.mkdir()
    return folder


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


def _copied(programs: Path, target: Path) -> Path:
    """The tree that holds `programs`, copied so that it is whole or not there."""
    stamp = int((programs / "postgres").stat().st_mtime)
    folder = _shelter() / f"{target.name}-{stamp}"
    if not folder.exists():
        part = folder.with_name(folder.name + ".part")
        shutil.rmtree(part, ignore_errors=True)
        shutil.copytree(programs.parent, part, symlinks=True, ignore=shutil.ignore_patterns("include", "*.a"))
        part.chmod(0o755)
        part.rename(folder)
    return folder / programs.name
