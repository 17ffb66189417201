"""SourceBlobs of a Pin -> ParsedBlobs, by any number of workers at once.

Nobody hands out work: each worker claims batches of blobs that have no facts yet by locking their rows, and passes over
those that another one has. The lock ends with the worker, so what a killed one had claimed is simply free again.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Literal, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.db.models import Exists, OuterRef, QuerySet

from ingest import bulk
from ingest.extract import EXTRACTORS, Encoded, Extractor, encoded, extractor_for
from kb.models import ParsedBlob, Pin, SourceBlob
from kb.models.among import Among
from kb.transactions import repeatable

# How a worker leaves: nothing is left; the rest is in other workers' hands; there is more, but others want a turn.
Outcome = Literal["all done", "with others", "turn over"]

BATCH = 40  # blobs that are brought at once
TURN_SECONDS = 60
# Bytes, as they are kept, that a process is handed at once, and how many times so much waits for it: handing over takes
# time, and so does bringing more.
_HANDFUL = 16_000
_AHEAD = 4
_COLUMNS = ("blob_id", "extractor", "facts", "failed")
_KILLED = "its extraction ended the worker"

Blob = tuple[str, bytes | memoryview]  # sha, content as it is kept
Parsed = tuple[str, str, bytes, str]  # _COLUMNS
# Begins to read blobs, maybe in another process; calling the result waits for what is made of them.
Begin = Callable[[Extractor, Sequence[bytes]], Callable[[], Sequence[Encoded]]]


def here(extractor: Extractor, packed: Sequence[bytes]) -> Callable[[], Sequence[Encoded]]:
    """In this process, once it is waited for."""
    return partial(encoded, extractor, packed, SourceBlob.unpacked, (SoftTimeLimitExceeded,))


class Hands(NamedTuple):
    """Who reads: `begin`, how many processes do so at once, and after how many blobs what they made is written."""

    begin: Begin
    processes: int = 1
    batch: int = BATCH


OURS = Hands(here)


def unparsed(pin: Pin) -> dict[Extractor, dict[str, int]]:
    """The Pin's blobs that have no facts by the extractor's present version, with their sizes in bytes."""
    left: dict[Extractor, dict[str, int]] = {}
    for extractor in set(EXTRACTORS.values()):
        parsed = ParsedBlob.objects.filter(blob=OuterRef("blob"), extractor=extractor.version)
        files = pin.files.exclude(blob=None).exclude(Exists(parsed)).order_by("blob")
        rows = files.values_list("path", "blob_id", "size").iterator()
        blobs = {blob: size for path, blob, size in rows if extractor_for(path) is extractor}
        if blobs:
            left[extractor] = blobs
    return left


def counts(pin: Pin) -> tuple[int, int]:
    """How many of the Pin's blobs are left to parse, and how many there are."""
    blobs = pin.files.exclude(blob=None).order_by().values("blob").distinct().count()
    return sum(map(len, unparsed(pin).values())), blobs


def extract(pin: Pin, add: Callable[[int], None], *, hands: Hands = OURS, cautious: bool = False) -> Outcome:
    """Parse what no one else is at, for one turn. `add` is told how many blobs were done since it was last called.

    Raises BrokenExecutor if a process that `hands` read in has ended. `cautious` is for when a worker was killed in
    here: blob by blob, each marked beforehand, so that one which kills its worker is left out next time.
    """
    until = time.monotonic() + TURN_SECONDS
    step, parse = (1, _try) if cautious else (hands.batch, _parse)
    for extractor, blobs in unparsed(pin).items():
        for batch in batched(blobs, step):
            if time.monotonic() > until:
                return "turn over"
            if done := parse(extractor, batch, hands):
                add(done)
    return "with others" if unparsed(pin) else "all done"


def batched(shas: Iterable[str], size: int) -> Iterator[list[str]]:
    left = iter(shas)
    while batch := list(islice(left, size)):
        yield batch


def _parse(extractor: Extractor, shas: Sequence[str], hands: Hands) -> int:
    with repeatable():
        # Some at a time are in memory: some megabytes, as sources bound a file.
        blobs = _claimed(extractor, shas).iterator(chunk_size=BATCH)
        return bulk.insert_unknown(ParsedBlob, _COLUMNS, list(_parsed(extractor, blobs, hands)))


def _try(extractor: Extractor, shas: Sequence[str], hands: Hands) -> int:
    blobs = list(_without_facts(extractor, shas))
    for sha, packed in blobs:
        # Begun first: a pool that is broken already says so here, and must not cost this file its name.
        begun = hands.begin(extractor, [bytes(packed)])
        bulk.insert_unknown(ParsedBlob, _COLUMNS, [(sha, extractor.version, b"", _KILLED)])
        [(facts, failed)] = begun()
        ParsedBlob.objects.filter(blob=sha, extractor=extractor.version).update(facts=facts, failed=failed)
    return len(blobs)


def _claimed(extractor: Extractor, shas: Sequence[str]) -> QuerySet[SourceBlob, Blob]:
    """The blobs that no one else is at, locked until the transaction ends."""
    # NO KEY: the lock must not hold up those who write rows that point to the blob.
    return _without_facts(extractor, shas).select_for_update(skip_locked=True, no_key=True, of=("self",))


def _without_facts(extractor: Extractor, shas: Sequence[str]) -> QuerySet[SourceBlob, Blob]:
    free = SourceBlob.objects.filter(Among("pk", shas)).exclude(parsed__extractor=extractor.version)
    return free.values_list("sha", "compressed")


def _parsed(extractor: Extractor, blobs: Iterable[Blob], hands: Hands) -> Iterator[Parsed]:
    """What is made of the blobs; some are being read while more are brought."""
    begun: deque[tuple[list[str], Callable[[], Sequence[Encoded]]]] = deque()
    for handful in _handfuls(blobs):
        shas, packed = map(list, zip(*handful, strict=True))
        begun.append((shas, hands.begin(extractor, packed)))
        if len(begun) > _AHEAD * hands.processes:
            yield from _rows(extractor, *begun.popleft())
    for one in begun:
        yield from _rows(extractor, *one)


def _rows(extractor: Extractor, shas: list[str], wait: Callable[[], Sequence[Encoded]]) -> Iterator[Parsed]:
    return ((sha, extractor.version, *made) for sha, made in zip(shas, wait(), strict=True))


def _handfuls(blobs: Iterable[Blob]) -> Iterator[list[tuple[str, bytes]]]:
    handful: list[tuple[str, bytes]] = []
    size = 0
    for sha, packed in blobs:
        handful.append((sha, bytes(packed)))
        size += len(packed)
        if size >= _HANDFUL:
            yield handful
            handful, size = [], 0
    if handful:
        yield handful
