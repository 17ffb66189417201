"""Watched Projects -> jobs over pins that upstream has made since."""

from __future__ import annotations

import logging

from ingest import jobs
from ingest.sources import SourceFailed, newest
from kb.models import IngestJob, Pin, Project

logger = logging.getLogger(__name__)


def watched() -> list[int]:
    return list(Project.objects.exclude(watch="").order_by("pk").values_list("pk", flat=True))


def repin(project_id: int) -> IngestJob | None:
    """The job over the newest pin of a watched project; None if that is published already or cannot be told now."""
    project = Project.objects.get(pk=project_id)
    try:
        source = newest(project.watch)
    except SourceFailed as failure:
        logger.warning("cannot look for a newer pin of %s: %s", project.slug, failure)
        return None
    if Pin.objects.filter(project=project, source=source).exclude(published_at=None).exists():
        return None
    return jobs.request(source, as_slug=project.slug)
