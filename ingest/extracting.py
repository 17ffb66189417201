"""SourceBlobs of a Pin -> ParsedBlobs, by any number of workers at once.

Nobody hands out work: each worker claims batches of blobs that have no facts yet by locking their rows, and passes over
those that another one has. The lock ends with the worker, so what a killed one had claimed is simply free again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor
from functools import partial
from typing import Literal

from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from ingest import bulk
from ingest.extract import EXTRACTORS, Extractor, encoded, extractor_for
from kb.models import ParsedBlob, Pin, SourceBlob

# How a worker leaves: nothing is left; the rest is in other workers' hands; there is more, but others want a turn.
Outcome = Literal["all done", "with others", "turn over"]

BATCH = 40  # blobs
TURN_SECONDS = 60
_COLUMNS = ("blob_id", "extractor", "facts", "failed")
_KILLED = "its extraction ended the worker"

Parsed = tuple[str, str, bytes, str]
# Begins to read a blob's content, maybe in another process; calling the result waits for the encoded facts.
Begin = Callable[[Extractor, bytes], Callable[[], bytes]]


def here(extractor: Extractor, content: bytes) -> Callable[[], bytes]:
    """In this process, once the facts are waited for."""
    return partial(encoded, extractor, content)


def unparsed(pin: Pin) -> dict[Extractor, list[str]]:
    """The Pin's blobs that have no facts by the extractor's present version."""
    left: dict[Extractor, list[str]] = {}
    for extractor in set(EXTRACTORS.values()):
        parsed = ParsedBlob.objects.filter(blob=OuterRef("blob"), extractor=extractor.version)
        files = pin.files.exclude(blob=None).exclude(Exists(parsed)).order_by().values_list("path", "blob_id")
        blobs = {blob for path, blob in files.iterator() if extractor_for(path) is extractor}
        if blobs:
            left[extractor] = sorted(blobs)
    return left


def counts(pin: Pin) -> tuple[int, int]:
    """How many of the Pin's blobs are left to parse, and how many there are."""
    blobs = pin.files.exclude(blob=None).order_by().values("blob").distinct().count()
    return sum(map(len, unparsed(pin).values())), blobs


def extract(pin: Pin, add: Callable[[int], None], *, begin: Begin = here, cautious: bool = False) -> Outcome:
    """Parse what no one else is at, for one turn. `add` is told how many blobs were done since it was last called.

    Raises BrokenExecutor if a process that `begin` reads in has ended. `cautious` is for when a worker was killed in
    here: blob by blob, each marked beforehand, so that one which kills its worker is left out next time.
    """
    until = time.monotonic() + TURN_SECONDS
    step, parse = (1, _try) if cautious else (BATCH, _parse)
    for extractor, blobs in unparsed(pin).items():
        for batch in batched(blobs, step):
            if time.monotonic() > until:
                return "turn over"
            if done := parse(extractor, batch, begin):
                add(done)
    return "with others" if unparsed(pin) else "all done"


def batched(blobs: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (blobs[start : start + size] for start in range(0, len(blobs), size))


def _parse(extractor: Extractor, shas: Sequence[str], begin: Begin) -> int:
    with transaction.atomic():
        begun = [(blob.sha, begin(extractor, blob.content)) for blob in _claimed(extractor, shas)]
        return bulk.insert_unknown(ParsedBlob, _COLUMNS, [_parsed(extractor, *one) for one in begun])


def _try(extractor: Extractor, shas: Sequence[str], begin: Begin) -> int:
    blobs = list(SourceBlob.objects.filter(pk__in=shas).exclude(parsed__extractor=extractor.version))
    for blob in blobs:
        # Begun first: a pool that is broken already says so here, and must not cost this file its name.
        begun = begin(extractor, blob.content)
        bulk.insert_unknown(ParsedBlob, _COLUMNS, [(blob.sha, extractor.version, b"", _KILLED)])
        *_, facts, failed = _parsed(extractor, blob.sha, begun)
        ParsedBlob.objects.filter(blob=blob, extractor=extractor.version).update(facts=facts, failed=failed)
    return len(blobs)


def _claimed(extractor: Extractor, shas: Sequence[str]) -> QuerySet[SourceBlob]:
    """The blobs that no one else is at, locked until the transaction ends: some megabytes, as sources bound a file."""
    free = SourceBlob.objects.filter(pk__in=shas).exclude(parsed__extractor=extractor.version)
    # NO KEY: the lock must not hold up those who write rows that point to the blob.
    return free.select_for_update(skip_locked=True, no_key=True, of=("self",))


def _parsed(extractor: Extractor, sha: str, facts: Callable[[], bytes]) -> Parsed:
    try:
        return sha, extractor.version, facts(), ""
    except (SoftTimeLimitExceeded, BrokenExecutor):
        raise
    except Exception as error:  # noqa: BLE001 - whatever a hostile file brings about costs that file only
        return sha, extractor.version, b"", f"extraction failed: {type(error).__name__}"
