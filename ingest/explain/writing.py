"""The static Explanations of a Pin's entries, stored in bulk: the only writer of rows of that origin.

Running it again changes nothing. A row is replaced when what it says changed or stands on other lines, so that what a
page cites always holds at the Pin that the page shows.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from psycopg.types.json import Jsonb

from ingest import bulk
from ingest.explain import keeping
from ingest.explain.reading import Entry, Reading, explained
from ingest.explain.saying import undisturbed
from ingest.writing import Progress
from kb.models import Explanation, Pin

_COLUMNS = ("entry_id", "pin_id", "origin", "body", "evidence_hash", "made_from", "made_at")
_STORED = ("entry_id", "id", "evidence_hash", "made_from")
_TOLD_EVERY = 200

_Said = tuple[dict[str, Any], str, str]  # Explanation.body, evidence_hash and made_from


class _Stored(NamedTuple):
    id: int
    evidence_hash: str
    made_from: str


def explain_pin(pin_id: int, progress: Progress | None = None) -> int:
    """Explain the entries of this Pin, as `explained` has them; says how many explanations are new or changed."""
    pin = Pin.objects.select_related("project").get(pk=pin_id)
    stored = {pk: _Stored(*values) for pk, *values in _static(pin).values_list(*_STORED).iterator()}
    reading = Reading(pin)
    said, hashes = {}, {}
    with undisturbed():
        made = {pk: row.made_from for pk, row in stored.items()}
        for entry in _told(pin, reading.entries(made), progress):
            now = entry.said
            hashes[entry.id] = now.evidence_hash if now else stored[entry.id].evidence_hash
            if now:
                said[entry.id] = (now.body, now.evidence_hash, entry.made_from)
    with transaction.atomic():
        _static(pin).exclude(entry__in=explained(pin)).delete()  # whose file has become a test's
        written = _write(pin, stored, said)
        # What did not change holds at this Pin as well.
        _static(pin).exclude(pin=pin).update(pin=pin)
        keeping.keep(pin, hashes)
        reading.store()
    return written


def _write(pin: Pin, stored: Mapping[str, _Stored], said: Mapping[str, _Said]) -> int:
    """Store what is new and what is not as it was."""
    before = dict(_static(pin).filter(entry__in=said).values_list("entry_id", "body"))
    new, changed, reworded, same = [], [], [], []
    made_at = timezone.now()
    for pk, (body, hashed, made_from) in said.items():
        now = (pk, pin.pk, str(Explanation.Origin.STATIC), Jsonb(body), hashed, made_from, made_at)
        if pk not in before:
            new.append(now)
        elif (before[pk], stored[pk].evidence_hash) == (body, hashed):
            same.append((stored[pk].id, made_from))
        else:
            changed.append((stored[pk].id, *now))
            if keeping.words(before[pk]) != keeping.words(body):
                reworded.append(stored[pk].id)
    keeping.flag_remade(reworded)
    # Beside another run over the same Pin, the first one's rows stay.
    bulk.insert_unknown(Explanation, _COLUMNS, new)
    bulk.update(Explanation, ("id", *_COLUMNS), changed)
    bulk.update(Explanation, ("id", "made_from"), same)
    return len(new) + len(changed)


def _static(pin: Pin) -> QuerySet[Explanation]:
    return Explanation.objects.filter(entry__site__pin=pin, origin=Explanation.Origin.STATIC)


def bodies(pin: Pin) -> Iterator[tuple[str, dict[str, Any], str]]:
    """What there is to say of each entry, by its id: Explanation.body and evidence_hash."""
    with undisturbed():
        for entry in Reading(pin).entries():
            if entry.said:
                yield entry.id, entry.said.body, entry.said.evidence_hash


def _told(pin: Pin, entries: Iterator[Entry], progress: Progress | None) -> Iterator[Entry]:
    """The same, and how many there have been."""
    total = explained(pin).count() if progress else 0
    for done, entry in enumerate(entries, 1):
        if progress and (done % _TOLD_EVERY == 0 or done == total):
            progress(done, total)
        yield entry
