"""The rows of a Pin -> its sites with their Evidence, file by file."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from celery.exceptions import SoftTimeLimitExceeded

from ingest.explain.evidence import Reader, StoredSite, bare
from ingest.explain.facts import Evidence
from ingest.explain.project import Classes
from ingest.explain.source import Source, Unreadable
from kb.models import ErrorEntry, MessageTemplate, Pin, PinFile, SourceBlob

_COLUMNS = (
    "id", "kind", "exc_type", "exc_qualified", "site__path", "site__line", "site__end_line", "site__qualname",
    "message", "site__facts",
)  # fmt: skip

_FIELDS = [column.removeprefix("site__") for column in _COLUMNS[1:]]


def evidence(pin: Pin) -> Iterator[tuple[str, Evidence]]:
    """Each entry that shows its site at this Pin, by id, in the order of the files."""
    files = dict(pin.files.filter(skipped="").order_by().values_list("path", "blob_id"))
    classes = Classes(lambda path: _content(files.get(path)))
    sources = pin.files.filter(skipped="", category=PinFile.Category.SOURCE).exclude(blob=None).order_by("path")
    for path, compressed in sources.values_list("path", "blob__compressed").iterator(chunk_size=100):
        classes.add(path, SourceBlob(compressed=compressed).content)
    pieces = dict(
        MessageTemplate.objects.filter(entry__site__pin=pin, gone_in=None)
        .order_by("entry_id", "-ordinal")
        .values_list("entry_id", "pieces")
    )
    rows = ErrorEntry.objects.filter(site__pin=pin).order_by("site__path", "site__line").values_list(*_COLUMNS)
    for path, group in groupby(rows.iterator(chunk_size=2000), key=lambda row: row[4]):
        reader = _reader(path, _content(files.get(path)), classes)
        for pk, *values in group:
            site = StoredSite(**dict(zip(_FIELDS, values, strict=True)), pieces=pieces.get(pk, ()))
            yield pk, _evidence(reader, site)


def _evidence(reader: Reader | None, site: StoredSite) -> Evidence:
    try:
        return reader.evidence(site) if reader else bare(site)
    except SoftTimeLimitExceeded:
        raise
    except Exception:  # noqa: BLE001 - whatever a hostile file brings about costs that site its evidence only
        return bare(site)


def _reader(path: str, content: bytes | None, classes: Classes) -> Reader | None:
    try:
        return None if content is None else Reader(Source(path, content), classes)
    except Unreadable:
        return None


def _content(sha: str | None) -> bytes | None:
    blob = SourceBlob.objects.filter(pk=sha).first() if sha else None
    return blob.content if blob else None
