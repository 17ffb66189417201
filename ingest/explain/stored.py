"""A site as its rows hold it -> the Evidence that these alone give. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ingest.explain.facts import Condition, Evidence, Fact


@dataclass(frozen=True, slots=True)
class StoredSite:
    """What the rows of an entry and its site hold, as evidence needs it; `facts` as in RaiseSite.facts."""

    kind: str
    exc_type: str
    exc_qualified: str
    path: str
    line: int
    end_line: int
    qualname: str
    message: str
    facts: dict[str, Any]
    pieces: Sequence[Any] = ()


def bare(site: StoredSite) -> Evidence:
    """What the rows alone say, for a file that Python's parser does not read."""
    return Evidence(
        kind=site.kind,
        exc_type=site.exc_type,
        exc_qualified=site.exc_qualified,
        bases=tuple(site.facts.get("bases", ())),
        path=site.path,
        line=site.line,
        qualname=site.qualname,
        conditions=tuple(Condition(g["text"], Fact(site.path, g["line"], "")) for g in site.facts.get("guards", ())),
        bindings=(),
        site=Fact(site.path, site.line, ""),
        message=site.message,
        doc=str(site.facts.get("doc", "")),
        cause=str(site.facts.get("cause", "")),
        via=str(site.facts.get("via", "")),
    )
