"""The static Explanations of a Pin's entries, stored in bulk: the only writer of rows of that origin.

Running it again changes nothing. A row is replaced when what it says changed or stands on other lines, so that what a
page cites always holds at the Pin that the page shows.
"""

from __future__ import annotations

import gc
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from psycopg.types.json import Jsonb

from ingest import bulk
from ingest.explain import keeping
from ingest.explain.facts import Evidence, Fact
from ingest.explain.fence import fenced
from ingest.explain.hashing import evidence_hash
from ingest.explain.reading import Read, Reading, evidence, explained
from ingest.explain.static import Explained, explain
from ingest.wording import storable
from ingest.writing import Progress
from kb.models import Explanation, Pin

_COLUMNS = ("entry_id", "pin_id", "origin", "body", "evidence_hash", "made_from", "made_at")
_STORED = ("entry_id", "id", "evidence_hash", "made_from")
_TEST = ("path", "line", "test", "expects", "code", "quote")
_LIMIT = 4_000  # characters of one text
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
    with _undisturbed():
        made = {pk: row.made_from for pk, row in stored.items()}
        for pk, made_from, known in _told(pin, reading.entries(made), progress):
            hashes[pk] = evidence_hash(known) if known else stored[pk].evidence_hash
            if known:
                told = _explained(known)
                said[pk] = (_storable(told) if told else {}, hashes[pk], made_from if told else "")
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


@contextmanager
def _undisturbed() -> Iterator[None]:
    with warnings.catch_warnings(), _rarely_collected():
        warnings.simplefilter("ignore")  # Python's parser warns of what upstream wrote
        yield


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Trees of code are many objects and no cycles: looking through them for such takes a third of the time."""
    thresholds = gc.get_threshold()
    gc.set_threshold(100_000, *thresholds[1:])
    try:
        yield
    finally:
        gc.set_threshold(*thresholds)


def _static(pin: Pin) -> QuerySet[Explanation]:
    return Explanation.objects.filter(entry__site__pin=pin, origin=Explanation.Origin.STATIC)


def bodies(pin: Pin) -> Iterator[tuple[str, dict[str, Any], str]]:
    """What there is to say of each entry, by its id: Explanation.body and evidence_hash."""
    for pk, known in evidence(pin):
        told = _explained(known)
        yield pk, _storable(told) if told else {}, evidence_hash(known)


def _explained(known: Evidence) -> Explained | None:
    """None if explaining it went wrong: that costs the entry what is said of it, and not the Pin its job."""
    return fenced(lambda: explain(known), f"{known.path}:{known.line}")


def _told(pin: Pin, entries: Iterator[Read], progress: Progress | None) -> Iterator[Read]:
    """The same, and how many there have been."""
    total = explained(pin).count() if progress else 0
    for done, entry in enumerate(entries, 1):
        if progress and (done % _TOLD_EVERY == 0 or done == total):
            progress(done, total)
        yield entry


def _storable(explained: Explained) -> dict[str, Any]:
    sentences = [
        {
            "part": sentence.part,
            "text": storable(sentence.text, _LIMIT),
            "sources": [_place(fact) for fact in sentence.sources],
            **({"is_named": True} if sentence.is_named else {}),
        }
        for sentence in explained.sentences
    ]
    options = [
        {
            "name": storable(binding.key, _LIMIT),
            "owner": storable(binding.owner, _LIMIT),
            "default": None if binding.default is None else storable(binding.default, _LIMIT),
            "allowed": [storable(value, _LIMIT) for value in (binding.choices.values if binding.choices else ())],
            "help": storable(binding.help, _LIMIT),
            "source": _place(binding.facts[0]),
        }
        for binding in explained.options
        if binding.facts
    ]
    code = {name: storable(getattr(explained, name), _LIMIT) for name in ("example_fix", "trigger_code", "guard_code")}
    tests = [{name: _stored_text(getattr(proof, name)) for name in _TEST} for proof in explained.proofs]
    body = {"sentences": sentences, "options": options, **code, "tests": tests}
    return {name: value for name, value in body.items() if value}


def _stored_text(value: str | int) -> str | int:
    return value if isinstance(value, int) else storable(value, _LIMIT)


def _place(fact: Fact) -> list[Any]:
    return [fact.path, fact.line, storable(fact.quote, _LIMIT)]
