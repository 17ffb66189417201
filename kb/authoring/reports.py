"""Keep what a reader says is wrong with a page: masked, bounded, and nothing of who said it."""

from __future__ import annotations

from kb.models import ErrorEntry, ProblemReport
from kb.secrets import mask

MOST_OPEN = 50


def report(entry: ErrorEntry, reason: str, text: str, origin: str) -> bool:
    """Keep the report. False = this error has been reported so often that no more is learnt from another."""
    if ProblemReport.objects.filter(entry=entry, closed_at=None).count() >= MOST_OPEN:
        return False
    pin = entry.site.pin if entry.site else None
    masked = mask(text).text[: ProblemReport.MOST_CHARACTERS]
    ProblemReport.objects.create(entry=entry, pin=pin, origin=origin, reason=reason, text=masked)
    return True
