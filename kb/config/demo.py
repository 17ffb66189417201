"""What to open once a project is ingested: an entry, its project, and a paste that leads to the entry."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse

from kb.display.examples import example_of
from kb.models import IngestJob


@dataclass(frozen=True)
class Tour:
    """Addresses below the site's own, each starting with a slash."""

    entry: str
    project: str
    paste: str


def tour_of(source: str) -> Tour | None:
    """What to open after `source` was ingested; None if it holds no error that can be shown."""
    job = IngestJob.objects.filter(source=source, state=IngestJob.State.DONE).first()
    example = example_of(job.project) if job and job.project else None
    if job is None or job.project is None or example is None:
        return None
    return Tour(
        entry=reverse("entry", args=[example.entry_id]),
        project=job.project.get_absolute_url(),
        paste=f"/?{urlencode({'paste': example.text})}",
    )
