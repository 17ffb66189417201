"""Explanations of people and LLMs at a new Pin: kept where the evidence is the same, flagged where it is not.

What is kept is moved to the Pin if every place that it cites is found there again; else it stays at its own Pin, where
what it cites holds. A person's judgement of a static text that was written anew is flagged likewise.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeGuard

from kb.models import Explanation, ExplanationChange, Pin, PinFile

Origin = Explanation.Origin


def keep(pin: Pin, hashes: Mapping[str, str]) -> None:
    """Move or flag the rows of the entries that show a site of this Pin; `hashes` are those of their evidence."""
    rows = Explanation.objects.filter(entry__site__pin=pin).exclude(origin=Origin.STATIC).select_related("pin")
    places = _Places(pin)
    # Locked, or what a person writes meanwhile would be written over.
    for row in rows.select_for_update(of=("self",)).order_by("pk"):
        before = (row.is_stale, row.pin_id)
        row.is_stale = hashes.get(row.entry_id) != row.evidence_hash
        if not row.is_stale and row.pin_id != pin.pk:
            moved = places.moved(row.body, row.pin)
            if moved is not None:
                row.body, row.pin = moved, pin
        if (row.is_stale, row.pin_id) != before:
            row.save(update_fields=["body", "pin", "is_stale"])


def flag_remade(ids: Collection[int]) -> None:
    """Static rows about to be written anew: what a person approved, hid or pinned is for that person to look at."""
    judged = Explanation.objects.filter(pk__in=ids).exclude(is_hidden=False, is_pinned=False, approved_at=None)
    for row in judged:
        ExplanationChange.objects.create(
            entry_id=row.entry_id, origin=row.origin, action=ExplanationChange.Action.REMADE, body=row.body
        )
    judged.update(is_stale=True, approved_at=None, approved_by="")


def words(body: Mapping[str, Any]) -> tuple[str, ...]:
    """What a body says, wherever the lines it cites stand."""
    return (*(sentence["text"] for sentence in body.get("sentences", ())), body.get("example_fix", ""))


class _Places:
    """Where lines of other Pins stand in this one."""

    def __init__(self, pin: Pin) -> None:
        self._pin = pin
        self._files: dict[tuple[int, str], list[str] | None] = {}

    def moved(self, body: dict[str, Any], old: Pin) -> dict[str, Any] | None:
        """`body` with each of its places at the Pin; None if one of them is not found for sure."""
        try:
            moved = self._moved(body, old)
        except LookupError:
            return None
        return moved if isinstance(moved, dict) else None

    def _moved(self, value: object, old: Pin) -> object:
        if is_place(value):
            path, line, quote = value
            return [path, self._line(old, path, line, quote), quote]
        if isinstance(value, dict):
            return {key: self._moved(item, old) for key, item in value.items()}
        return [self._moved(item, old) for item in value] if isinstance(value, list) else value

    def _line(self, old: Pin, path: str, line: int, quote: str) -> int:
        """The line with the same ordinal among as many that hold the quote; LookupError if there is none."""
        before, after = (self._holding(pin, path, quote) for pin in (old, self._pin))
        if line not in before or len(before) != len(after):
            raise LookupError(quote)
        return after[before.index(line)]

    def _holding(self, pin: Pin, path: str, quote: str) -> list[int]:
        if (pin.pk, path) not in self._files:
            file = PinFile.objects.select_related("blob").filter(pin=pin, path=path).exclude(blob=None).first()
            text = file.blob.content.decode("utf-8", "replace") if file and file.blob else None
            self._files[pin.pk, path] = text.split("\n") if text is not None else None
        lines = self._files[pin.pk, path] or []
        return [number for number, text in enumerate(lines, 1) if quote in text]


def is_place(value: object) -> TypeGuard[tuple[str, int, str]]:
    """Whether it is [path, line, quote], as bodies hold places."""
    return isinstance(value, list) and [type(item) for item in value] == [str, int, str]
