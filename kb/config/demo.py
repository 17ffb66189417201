"""What to open once a project is ingested: an entry, its project, and a paste that leads to the entry."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from kb.matching import match
from kb.models import ErrorEntry, IngestJob, MessageTemplate, Project

# An entry with this many fixed words is read at a glance, and says enough to be told from others.
WORDS = range(8, 40)
# How many entries are tried until one is found by its own paste.
TRIES = 20
PACKAGES = "/srv/venv/lib/python3.13/site-packages"


@dataclass(frozen=True)
class Tour:
    """Addresses below the site's own, each starting with a slash."""

    entry: str
    project: str
    paste: str


def tour_of(source: str) -> Tour | None:
    """What to open after `source` was ingested; None if it holds no error that can be shown."""
    job = IngestJob.objects.filter(source=source, state=IngestJob.State.DONE).first()
    if job is None or job.project is None:
        return None
    for template in _telling(job.project):
        text = paste_of(template)
        answer = match(text)
        if answer.outcome == "exact" and answer.matches[0].id == template.entry_id:
            return Tour(
                entry=template.entry.get_absolute_url(),
                project=job.project.get_absolute_url(),
                paste=f"/?{urlencode({'paste': text})}",
            )
    return None


def paste_of(template: MessageTemplate) -> str:
    """A traceback as a person would see it who met this error, Holes filled with `example`."""
    site = template.entry.site
    if site is None:
        return template.text
    message = "".join(piece if isinstance(piece, str) else _value(piece["hole"]) for piece in template.pieces)
    exc = template.entry.exc_qualified or template.entry.exc_type
    return "\n".join(
        (
            "Traceback (most recent call last):",
            '  File "/srv/app/main.py", line 12, in main',
            "    run()",
            f'  File "{PACKAGES}/{site.path.removeprefix("src/")}", line {site.line}, in {site.function}',
            f"    raise {template.entry.exc_type}(",
            f"{exc.removeprefix('builtins.')}: {message}",
        )
    )


def _value(hole: str) -> str:
    return "'example'" if hole.endswith("!r") else "example"


def _telling(project: Project) -> Iterator[MessageTemplate]:
    """Wordings of one line that vary and say enough, the shortest first."""
    wordings = (
        MessageTemplate.objects.filter(
            entry__in=ErrorEntry.objects.filter(project=project, kind=ErrorEntry.Kind.ERROR).current().in_source(),
            entry__site__isnull=False,
            gone_in=None,
            words__in=WORDS,
            text__contains="{",
        )
        .exclude(text__contains="\n")
        .select_related("entry__site")
        .order_by("words", "entry_id")
    )
    return iter(wordings[:TRIES])
