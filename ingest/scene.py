"""Where a Pin stands among the Project's Pins, and what it may therefore say about an entry."""

from __future__ import annotations

from dataclasses import dataclass

from ingest.stored import EntryRow, Stored
from kb.models import Pin


@dataclass(frozen=True)
class Scene:
    """The Pin at hand, what is stored, and `current`: the Project's current Pin once this one is published."""

    stored: Stored
    pin: Pin
    current: Pin

    @property
    def leads(self) -> bool:
        """Whether this Pin is the one that says what is so now."""
        return self.pin == self.current

    def shows(self, row: EntryRow) -> bool:
        """Whether the entry shows this Pin's site and wording: the current Pin's, or the newest one that had it."""
        if self.leads or row.site_pin in (None, self.pin.pk):
            return True
        return row.removed_in is not None and self.stored.pins[row.site_pin].is_older_than(self.pin)

    def first(self, pin: int) -> int:
        """The older one of a stored row's first Pin and this one."""
        return self.pin.pk if self.pin.is_older_than(self.stored.pins[pin]) else pin

    @property
    def gone_in(self) -> int | None:
        """Where that went which this Pin has and no other one was known to have."""
        return None if self.leads else self.current.pk


def scene(stored: Stored, pin: Pin, *, make_current: bool) -> Scene:
    """An older Pin does not take the place of the current one, unless that is asked for."""
    current = stored.pins.get(pin.project.current_pin_id or 0)
    leads = current is None or make_current or not pin.is_older_than(current)
    return Scene(stored, pin, pin if leads or current is None else current)
