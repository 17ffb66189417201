"""The parse cache of a Pin -> PinnedFiles, and the files that extraction could not read marked as skipped."""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import F

from ingest import bulk
from ingest.extract import EXTRACTORS, extractor_for
from ingest.extract.facts import decode
from ingest.files import category
from ingest.link import PinnedFile
from kb.models import Pin, PinFile


def pinned_files(pin: Pin) -> Iterator[PinnedFile]:
    """The Pin's files that have facts."""
    versions = {extractor.version for extractor in EXTRACTORS.values()}
    rows = (
        pin.files.filter(blob__parsed__extractor__in=versions, blob__parsed__failed="")
        .order_by("path")
        .values_list("path", "blob_id", "blob__parsed__extractor", "blob__parsed__facts")
    )
    for path, blob, version, facts in rows.iterator(chunk_size=100):
        extractor = extractor_for(path)
        if extractor and extractor.version == version:
            known = decode(bytes(facts))
            yield PinnedFile(path=path, blob=blob, category=category(path), facts=known)


def mark_failures(pin: Pin) -> None:
    """Let each file that was fetched say why it has no facts, or nothing if it has."""
    versions = {extractor.version for extractor in EXTRACTORS.values()}
    rows = pin.files.filter(blob__parsed__extractor__in=versions).annotate(failed=F("blob__parsed__failed"))
    changed = rows.exclude(skipped=F("failed")).values_list("id", "failed")
    bulk.update(PinFile, ("id", "skipped"), list(changed))
