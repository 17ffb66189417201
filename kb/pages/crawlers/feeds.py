"""A project's new errors as an Atom feed."""

from __future__ import annotations

from typing import Final

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.feedgenerator import Atom1Feed
from django.views.decorators.http import require_safe

from kb.display.freshness import project_stamp
from kb.display.kept import kept_answer
from kb.display.projects import find_project
from kb.display.site_address import full
from kb.display.visible import visible
from kb.models import ErrorEntry, Project

MOST_ENTRIES: Final = 100
MOST_PINS: Final = 20


@require_safe
def new_errors(request: HttpRequest, owner: str, name: str) -> HttpResponse:
    """Errors first seen in the latest pins. All of a project's first pin were there before we looked: none is new."""
    project = find_project(owner, name)
    if project is None:
        raise Http404(f"No project {owner}/{name} has been read.")
    stamp = project_stamp(project.owner, project.name)
    return kept_answer(request, stamp, "application/atom+xml; charset=utf-8", lambda: _feed(project).encode())


def _feed(project: Project) -> str:
    later = project.pins.exclude(published_at=None).filter(order__gt=1).order_by("-order")[:MOST_PINS]
    pins = {pin.pk: pin for pin in later}
    feed = Atom1Feed(
        title=f"New errors of {project.slug}",
        link=full(project.get_absolute_url()),
        description=f"Errors that newer versions of {project.slug} raise.",
        feed_url=full(f"{project.get_absolute_url()}feed.atom"),
        language="en",
    )
    found = ErrorEntry.objects.current().in_source().raising().filter(project=project, first_pin__in=pins)
    for entry in found.select_related("site").order_by("-first_pin__order", "pk")[:MOST_ENTRIES]:
        pin = pins[entry.first_pin_id]
        # Without words of its own it is called by its type already.
        has_type = bool(entry.exc_type) and entry.has_words
        heading = visible(f"{entry.exc_type}: {entry.headline}" if has_type else entry.headline)
        feed.add_item(
            title=" ".join(heading.split()),
            link=full(entry.get_absolute_url()),
            unique_id=full(entry.get_absolute_url()),
            description=f"New in {pin.label or pin.short_sha}: {' '.join(visible(entry.message).split())}",
            pubdate=pin.published_at,
            updateddate=pin.published_at,
            author_name=project.slug,
        )
    return str(feed.writeString("utf-8"))
