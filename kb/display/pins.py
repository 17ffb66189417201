"""A Pin as pages and API name it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime

from kb.display.permalinks import provenance
from kb.models import Pin, Project


@dataclass(frozen=True)
class PinFacts:
    """A Pin, as far as a page names it.

    `date` is the day on which its facts were published here, `provenance` says how to have its files again.
    """

    sha: str
    short_sha: str
    label: str
    source: str
    source_kind: str
    date: date
    dated_at: datetime | None
    provenance: str
    url: str


def pin_facts(pin: Pin, project: Project) -> PinFacts:
    """`project` is the Pin's; handed over, since whoever asks has it already."""
    pin.project = project
    return PinFacts(
        sha=pin.sha,
        short_sha=pin.short_sha,
        label=pin.label,
        source=pin.source,
        source_kind=pin.source_kind,
        date=(pin.published_at or pin.created_at).date(),
        dated_at=pin.dated_at,
        provenance=provenance(pin.source_kind, pin.source, pin.label, pin.sha),
        url=pin.get_absolute_url(),
    )
