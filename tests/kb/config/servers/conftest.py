"""Real servers in folders of their own, so that stopping and killing them disturbs nobody."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kb.config.servers import refuge
from kb.config.servers.lifetime import Services


@pytest.fixture(scope="session")
def folder() -> Iterator[Path]:
    """A short folder that every user may enter; pytest's own may not be entered under root."""
    made = Path(tempfile.mkdtemp(prefix="raised-test-"))
    made.chmod(0o755)
    yield made
    shutil.rmtree(made)


@pytest.fixture(autouse=True)
def _own_shelter(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(refuge, "SHELTER", folder / "shelter")


@pytest.fixture(scope="session")
def services(folder: Path) -> Iterator[Services]:
    """Servers below `folder`/data; each test finds them stopped or running, as the one before left them."""
    services = Services.below(folder / "data")
    yield services
    services.stop()
