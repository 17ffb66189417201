"""Evidence -> a hash of what it says. Pure.

Lines and places are left out: that code moved changes nothing about it. Empty values are left out as well, so that
evidence which learns to read something new does not look changed where there is none of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import msgspec

from ingest.explain.facts import Evidence
from ingest.wording import digest

_MANY: Final = (list, tuple)
_PASSED_OVER: Final = frozenset(
    {"line", "place", "setting", "origins", "derived", "held", "instead", "is_touched", "spoken", "stored", "tag"}
)


def evidence_hash(known: Evidence) -> str:
    """16 hex digits."""
    # Who alone calls a function is told by all of the Pin, and by what comments say in it.
    known = replace(known, kept=None) if known.kept and known.kept.by else known
    return digest(msgspec.json.encode(_said(known), order="sorted").decode())


def _said(value: object) -> object:
    """A dataclass as a dict of what is not empty; unlike `asdict`, without copying every value."""
    if isinstance(value, str):
        # A literal may hold half a character.
        return value if value.isascii() else value.encode(errors="backslashreplace").decode()
    if isinstance(value, int):
        return value
    if isinstance(value, _MANY):
        return [_said(item) for item in value]
    known = value if isinstance(value, dict) else _fields(value)
    return {
        name: said for name, held in known.items() if held and name not in _PASSED_OVER and (said := _said(held))
    } or None


def _fields(value: object) -> dict[str, object]:
    return {name: getattr(value, name) for name in getattr(value, "__match_args__", ())}
