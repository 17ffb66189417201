"""What became of an entry from pin to pin; one query."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from kb.display.pins import PinFacts, pin_facts
from kb.models import ErrorEntry, RaiseSite

MOST_SITES: Final = 300

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
    """The oldest first, the last pin that has it always with it; `entry` comes with its project and removed_in."""
    sites = list(
        RaiseSite.objects.filter(entry=entry, pin__published_at__isnull=False)
        .select_related("pin")
        .order_by("pin__order", "path", "line")
        .defer("facts")[:MOST_SITES]
    )
    telling = [
        site for index, site in enumerate(sites) if index in (0, len(sites) - 1) or site.carried not in ("same", "new")
    ]
    moments = [_moment(entry, site, is_first=index == 0) for index, site in enumerate(telling)]
    if entry.removed_in:
        moments.append(Moment("gone", pin_facts(entry.removed_in, entry.project)))
    return tuple(moments)


def _moment(entry: ErrorEntry, site: RaiseSite, *, is_first: bool) -> Moment:
    change = "first seen" if is_first else _CHANGES.get(site.carried, site.carried)
    return Moment(change, pin_facts(site.pin, entry.project), site.path, site.line, site.qualname)
