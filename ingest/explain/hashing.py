"""Evidence -> a hash of what it says. Pure.

Lines are left out: that code moved changes nothing about it. Empty values are left out as well, so that evidence which
learns to read something new does not look changed where there is none of it.
"""

from __future__ import annotations

import msgspec

from ingest.explain.facts import Evidence
from ingest.wording import digest


def evidence_hash(known: Evidence) -> str:
    """16 hex digits."""
    return digest(msgspec.json.encode(_said(known), order="sorted").decode())


def _said(value: object) -> object:
    """A dataclass as a dict of what is not empty; unlike `asdict`, without copying every value."""
    if isinstance(value, str | int):
        return value
    if isinstance(value, list | tuple):
        return [_said(item) for item in value]
    names = value.keys() if isinstance(value, dict) else getattr(value, "__match_args__", ())
    held = value.get if isinstance(value, dict) else lambda name: getattr(value, name)
    items = ((name, _said(held(name))) for name in names if name != "line")
    return {name: item for name, item in items if item not in (None, "", False, [], {})} or None
