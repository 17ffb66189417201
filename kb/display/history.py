"""What became of an entry from pin to pin; one query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kb.display.pins import PinFacts, pin_facts
from kb.models import ErrorEntry, RaiseSite
from kb.models.sources import by_age

# Read of one entry, and told of them.
MOST_SITES: Final = 3000
MOST_MOMENTS: Final = 200

# What RaiseSite.carried means of a pin that is not the first.
_CHANGES: Final = {"same": "unchanged", "new": "back"}


@dataclass(frozen=True)
class Moment:
    """A pin that changed something: `change` is "first seen", "moved", "reworded", "unchanged", "back" or "gone".

    Between two moments nothing changed but lines. `path` and what follows are "" and 0 where it is gone.
    """

    change: str
    pin: PinFacts
    path: str = ""
    line: int = 0
    qualname: str = ""


def history(entry: ErrorEntry) -> tuple[Moment, ...]:
    """The oldest first, the last pin that has it always with it; `entry` comes with its project and removed_in.

    Of very many moments the first and the latest are told.
    """
    latest = RaiseSite.objects.filter(entry=entry, pin__published_at__isnull=False).select_related("pin")
    sites = list(latest.defer("facts").order_by("-pin__order", "path", "line")[:MOST_SITES])
    sites.sort(key=lambda site: by_age(site.pin))
    changes = [_change(before, site) for before, site in zip([None, *sites], sites, strict=False)]
    told = [
        Moment(change, pin_facts(site.pin, entry.project), site.path, site.line, site.qualname)
        for place, (change, site) in enumerate(zip(changes, sites, strict=True))
        if place in (0, len(sites) - 1) or change in ("moved", "reworded")
    ]
    if entry.removed_in:
        told.append(Moment("gone", pin_facts(entry.removed_in, entry.project)))
    return (*told[:1], *told[1:][-MOST_MOMENTS:])


def _change(before: RaiseSite | None, site: RaiseSite) -> str:
    """What became of `before`, the site at the next older pin."""
    if before is None:
        return "first seen"
    if site.pin.order > before.pin.order:
        return _CHANGES.get(site.carried, site.carried)
    # The older pin was read later, so the site was tied to others than that.
    stays = (before.path, before.qualname) == (site.path, site.qualname)
    return "unchanged" if stays else "moved"
