"""Which addresses search engines should know, in files of bounded size however many errors there are.

Ids are hashes, so their first digits split all entries evenly: by none while they fit one file, else by as many as
it takes. A file is one range of the primary key.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Final, NamedTuple

from django.db.models import Max, Q

from kb.display.projects import project_list
from kb.models import ErrorEntry, Pin, Project

# A sitemap may hold 50,000 addresses.
MOST_ADDRESSES: Final = 50_000
# Half full at most, since hashes spread only nearly evenly.
_PER_FILE: Final = MOST_ADDRESSES // 2


class Address(NamedTuple):
    path: str
    changed: date


def prefixes() -> list[str]:
    """The first digits of the ids in each file of errors; `[""]` where one holds them all."""
    digits, files, errors = 0, 1, project_list(size=1).total_errors
    while errors > files * _PER_FILE and digits < 4:
        digits, files = digits + 1, files * 16
    return [f"{number:0{digits}x}" for number in range(files)] if digits else [""]


def last_change() -> date | None:
    latest = Pin.objects.aggregate(latest=Max("published_at"))["latest"]
    return latest.date() if latest else None


def error_addresses(prefix: str) -> Iterator[Address]:
    """Errors that stand in the projects' own code now, their ids beginning with `prefix` (hex digits)."""
    bounds = Q(pk__gte=prefix.ljust(16, "0")) & Q(pk__lte=prefix.ljust(16, "f"))
    entries = ErrorEntry.objects.current().in_source().filter(bounds).order_by("pk")
    rows = entries.values_list("pk", "site__pin__published_at", "first_pin__published_at")[:MOST_ADDRESSES]
    for pk, read_at, first_at in rows.iterator(chunk_size=2000):
        if at := read_at or first_at:
            yield Address(f"/errors/{pk}/", at.date())


def project_addresses() -> Iterator[Address]:
    projects = Project.objects.exclude(current_pin=None).select_related("current_pin").order_by("pk")
    for project in projects[:MOST_ADDRESSES].iterator(chunk_size=2000):
        pin = project.current_pin
        if pin and pin.published_at:
            yield Address(project.get_absolute_url(), pin.published_at.date())
