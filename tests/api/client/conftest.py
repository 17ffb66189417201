"""The command as people run it: a process of its own that asks a site of real rows."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kb.search.indexing import index_pin
from tests.factories import make_entry, make_pin

ROOT = Path(__file__).resolve().parents[3]
Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def raised(tmp_path: Path) -> Command:
    """`raised("match", "-", input=…, url=…)` away from the checkout; nothing of this environment but PATH is there."""

    def run(*arguments: str, url: str = "http://127.0.0.1:9", env: dict[str, str] | None = None, **options: Any):
        given = {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), "RAISED_URL": url} | (env or {})
        command = [sys.executable, "-m", "api.client", *arguments]
        return subprocess.run(
            command, env=given, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False, **options
        )

    return run


@pytest.fixture
def site(live_server: Any) -> str:
    """The address of a site that knows two errors."""
    pin = make_pin()
    make_entry(pin, id="fade0000000000aa", message="no {what} given")
    make_entry(pin, id="fade0000000000ab", message="the tongs are missing", site={"qualname": "open"})
    make_entry(pin, id="fade0000000000ac", message="the tongs are missing", site={"qualname": "close"})
    index_pin(pin.pk)
    address: str = live_server.url
    return address
