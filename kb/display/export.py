"""Gather all current errors of a project for download, a batch at a time, so that memory is bounded by the batch."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Prefetch

from kb.display.entry import Guard
from kb.display.explanation import Explanation, place
from kb.display.permalinks import Permalink, permalink
from kb.display.written import written
from kb.models import ErrorEntry, MessageTemplate, Project

BATCH: Final = 200
MOST_WORDINGS: Final = 20


@dataclass(frozen=True)
class Exported:
    """An entry with what its page says, but for the code around it and its neighbours."""

    entry: ErrorEntry
    wordings: tuple[str, ...]
    guards: tuple[Guard, ...]
    permalink: Permalink | None
    pin: str
    explanation: Explanation


def exported(project: Project) -> Iterator[Exported]:
    """Every entry that stands in the project's current pin, by id; six queries a batch."""
    said = MessageTemplate.objects.filter(gone_in=None).order_by("ordinal", "id")
    joined = ErrorEntry.objects.current().filter(project=project).select_related("site")
    # A project has few pins: looked up apart, they are not made anew for each row.
    apart = ("site__pin", "first_pin", "explanations__pin", Prefetch("templates", said, to_attr="said"))
    entries = joined.prefetch_related(*apart).order_by("pk")
    last = ""
    while batch := list(entries.filter(pk__gt=last)[:BATCH]):
        for entry in batch:
            entry.project = project
            yield _exported(entry)
        last = batch[-1].pk


def _exported(entry: ErrorEntry) -> Exported:
    site = entry.site
    facts: dict[str, Any] = site.facts if site else {}
    pin = site.pin if site else entry.first_pin
    said: list[MessageTemplate] = entry.said  # type: ignore[attr-defined]
    return Exported(
        entry=entry,
        wordings=tuple(template.text for template in said[:MOST_WORDINGS]),
        guards=tuple(Guard(guard["text"], guard["line"]) for guard in facts.get("guards", ())),
        permalink=permalink(pin, entry.project.repository_url, site.path, site.line, site.end_line) if site else None,
        pin=pin.sha,
        explanation=written(entry, place(site.qualname, site.path) if site else entry.project.slug, facts),
    )
