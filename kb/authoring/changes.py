"""What people do to explanations, each with who did it, when, and the body that it was done to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils import timezone

from kb.models import ErrorEntry, Explanation, ExplanationChange

Action = ExplanationChange.Action
Origin = Explanation.Origin

_FLAGS: Mapping[Action, dict[str, bool]] = {
    Action.HID: {"is_hidden": True},
    Action.SHOWED: {"is_hidden": False},
    Action.PINNED: {"is_pinned": True},
    Action.UNPINNED: {"is_pinned": False},
}


def record(row: Explanation, action: Action, by: str) -> None:
    ExplanationChange.objects.create(entry_id=row.entry_id, origin=row.origin, action=action, by=by, body=row.body)


@transaction.atomic
def write(entry: ErrorEntry, body: dict[str, Any], by: str) -> Explanation:
    """Make this the person's explanation of the entry, of the code as it is now. Raises ValueError for an entry that
    has no source."""
    if entry.site is None:
        raise ValueError(f"{entry.pk} has no source that could be explained.")
    row = Explanation.objects.select_for_update().filter(entry=entry, origin=Origin.HUMAN).first()
    if row and row.body == body and not row.is_stale:
        return row
    static = Explanation.objects.filter(entry=entry, origin=Origin.STATIC).first()
    now = {
        "pin": entry.site.pin,
        "body": body,
        "evidence_hash": static.evidence_hash if static else "",
        "made_at": timezone.now(),
        "is_stale": False,
        "approved_by": "",
        "approved_at": None,
    }
    written, is_new = Explanation.objects.update_or_create(entry=entry, origin=Origin.HUMAN, defaults=now)
    record(written, Action.WROTE if is_new else Action.EDITED, by)
    return written


@transaction.atomic
def approve(row: Explanation, by: str) -> None:
    """A person says that it holds, of the code as it is now."""
    row.approved_by, row.approved_at = by, timezone.now()
    row.is_stale = False
    static = Explanation.objects.filter(entry_id=row.entry_id, origin=Origin.STATIC).first()
    if static:
        row.evidence_hash = static.evidence_hash
    row.save(update_fields=["approved_by", "approved_at", "is_stale", "evidence_hash"])
    record(row, Action.APPROVED, by)


@transaction.atomic
def withdraw(row: Explanation, by: str) -> None:
    row.approved_by, row.approved_at = "", None
    row.save(update_fields=["approved_by", "approved_at"])
    record(row, Action.WITHDREW, by)


@transaction.atomic
def mark(row: Explanation, action: Action, by: str) -> None:
    """Hide or show, pin or unpin. Of an entry's explanations one is pinned at most: the last that was."""
    flags = _FLAGS[action]
    # Two who pin at once wait for each other here, not for the constraint, which would refuse the second.
    ErrorEntry.objects.select_for_update().get(pk=row.entry_id)
    if action == Action.PINNED:
        for other in Explanation.objects.filter(entry_id=row.entry_id, is_pinned=True).exclude(pk=row.pk):
            mark(other, Action.UNPINNED, by)
    Explanation.objects.filter(pk=row.pk).update(**flags)
    record(row, action, by)


@transaction.atomic
def remove(row: Explanation, by: str) -> None:
    """Its words stay in the history."""
    record(row, Action.REMOVED, by)
    row.delete()
