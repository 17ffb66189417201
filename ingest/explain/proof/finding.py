"""A file with tests or doctests -> what they expect, and what makes that run alone. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from ingest.explain.facts import Setting
from ingest.explain.fence import fenced
from ingest.explain.proof.doctests import MARK, doctests
from ingest.explain.proof.expectations import Expectation, expectations
from ingest.explain.proof.setting import setting
from ingest.explain.source import Source


def expected(path: str, content: bytes) -> list[Expectation] | None:
    """None if reading it went wrong."""
    return fenced(lambda: _expected(path, content), path)


def _expected(path: str, content: bytes) -> list[Expectation]:
    source = Source(path, content)
    shown = list(doctests(source)) if MARK in content else []
    return [*expectations(source), *shown] if b"aises" in content else shown


def settings(path: str, content: bytes, lines: Sequence[int]) -> dict[int, Setting | None]:
    """Of what is expected on the lines; those are left out where it went wrong."""
    source = Source(path, content)
    found = {line: fenced(lambda line=line: (setting(source, line),), f"{path}:{line}") for line in lines}  # type: ignore[misc]
    return {line: one[0] for line, one in found.items() if one is not None}
