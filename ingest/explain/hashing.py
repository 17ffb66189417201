"""Evidence -> a hash of what it says. Pure.

Lines are left out: that code moved changes nothing about it. Empty values are left out as well, so that evidence which
learns to read something new does not look changed where there is none of it.
"""

from __future__ import annotations

import json
from dataclasses import asdict

from ingest.explain.facts import Evidence
from ingest.wording import digest


def evidence_hash(known: Evidence) -> str:
    """16 hex digits."""
    return digest(json.dumps(_said(asdict(known)), sort_keys=True, default=str))


def _said(value: object) -> object:
    if isinstance(value, dict):
        items = ((key, _said(item)) for key, item in value.items() if key != "line")
        return {key: item for key, item in items if item not in (None, "", False, [], {})}
    return [_said(item) for item in value] if isinstance(value, list | tuple) else value
