"""Gather what a Pin's page says: what was read, what was skipped and why, and what was found in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import Count

from kb.display.pins import PinFacts, pin_facts
from kb.models import ErrorEntry, Pin, PinFile, Project
from kb.models.sources import by_age

PAGE_SIZE: Final = 100
MOST_REASONS: Final = 50
MOST_OTHERS: Final = 100

# Keys of Pin.counts, with what each counts.
_COUNTED: Final = {
    "kinds": "Statements by kind",
    "forms": "Statements by how the message is written",
    "reasons": "Statements without a known message, by reason",
    "changes": "Statements of every kind, tests too, compared with the pin before",
}


@dataclass(frozen=True)
class CountTable:
    """`rows` by count, greatest first."""

    label: str
    rows: tuple[tuple[str, int], ...]

    @property
    def total(self) -> int:
        return sum(count for _, count in self.rows)

    @property
    def bars(self) -> tuple[tuple[str, int, float], ...]:
        """Each row with its share of the whole, in per cent."""
        return tuple((name, count, round(100 * count / self.total, 1)) for name, count in self.rows)


@dataclass(frozen=True)
class PinPage:
    """`tables` say what was found; of the statements that they count, `errors` have a page and end a call, `passing`
    let the program go on, and `reraised` only raise what they caught. `skipped` is one page of the files that were not
    read, `reasons` counts all; `others` are the project's other pins, the newest first."""

    project: Project
    pin: PinFacts
    is_current: bool
    tables: tuple[CountTable, ...]
    errors: int
    passing: int
    reraised: int
    others: Sequence[PinFacts]
    reasons: dict[str, int]
    skipped: Sequence[PinFile]
    page: int
    pages: int


def pin_page(project: Project, pin: Pin, page: int = 1) -> PinPage:
    """`pin` must be a published one of `project`. Four queries."""
    files = PinFile.objects.filter(pin=pin)
    skipped = files.exclude(skipped="")
    by_reason = skipped.order_by().values_list("skipped").annotate(n=Count("pk")).order_by("-n", "skipped")
    by_category = files.filter(skipped="").order_by().values_list("category").annotate(n=Count("pk"))
    reasons = dict(by_reason[:MOST_REASONS])
    total = sum(reasons.values())
    others = sorted(project.pins.exclude(published_at=None).exclude(pk=pin.pk), key=by_age, reverse=True)[:MOST_OTHERS]
    return PinPage(
        project=project,
        pin=pin_facts(pin, project),
        is_current=project.current_pin_id == pin.pk,
        tables=_tables(dict(by_category), pin.counts),
        errors=pin.counts.get("entries", 0),
        passing=sum(pin.counts.get("kinds", {}).get(kind, 0) for kind in ErrorEntry.PASSING_KINDS),
        reraised=pin.counts.get("forms", {}).get("reraise", 0),
        others=[pin_facts(other, project) for other in others],
        reasons=reasons,
        skipped=list(skipped.order_by("path")[(page - 1) * PAGE_SIZE : page * PAGE_SIZE]),
        page=page,
        pages=max(1, -(-total // PAGE_SIZE)),
    )


def _tables(files: dict[str, int], counts: dict[str, Any]) -> tuple[CountTable, ...]:
    """The counts that say anything, each by count."""
    named = {"Files by part of the code": files} | {label: counts.get(key, {}) for key, label in _COUNTED.items()}
    return tuple(
        CountTable(label, tuple(sorted((row for row in rows.items() if row[1]), key=lambda row: (-row[1], row[0]))))
        for label, rows in named.items()
        if any(rows.values())
    )
