"""A Snapshot -> Project, Pin, SourceBlobs and PinFiles. Safe to repeat: what is stored is neither read nor written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from django.db import transaction

from ingest import bulk
from ingest.files import category
from ingest.sources import SkippedFile, Snapshot, SourceFile
from ingest.wording import storable
from kb.models import Pin, PinFile, Project, SourceBlob

Progress = Callable[[int, int], None]

# Contents are written once so many files or bytes are in memory.
_BATCH_FILES = 500
_BATCH_BYTES = 8 * 1024 * 1024


def project_of(snapshot: Snapshot) -> Project:
    """The snapshot's Project; addresses that the snapshot knows replace older ones."""
    owner, _, name = snapshot.slug.partition("/")
    project, _ = Project.objects.get_or_create(
        owner__iexact=owner, name__iexact=name, defaults={"owner": owner, "name": name}
    )
    told = {"repository_url": snapshot.repository_url, "homepage_url": snapshot.homepage_url}
    changed = [column for column, value in told.items() if value and value != getattr(project, column)]
    for column in changed:
        setattr(project, column, told[column])
    if changed:
        project.save(update_fields=changed)
    return project


def fetch(project: Project, snapshot: Snapshot, progress: Progress) -> Pin:
    """Store the files of a Pin and of what is in them. `progress(done, total)` counts files."""
    values = {
        "label": storable(snapshot.label, 200),
        "source": snapshot.source,
        "source_kind": snapshot.kind,
        "dated_at": snapshot.dated_at,
        "kept_at": storable(snapshot.kept_at, 500),
    }
    pin, _ = Pin.objects.get_or_create(project=project, sha=snapshot.sha, defaults=values)
    # First read by its bare commit, now by its tag; or from an index of somebody's own, now from the public one.
    told = [name for name in ("label", "kept_at") if values[name] and not getattr(pin, name)]
    for name in told:
        setattr(pin, name, values[name])
    if told:
        pin.save(update_fields=told)
    known = set(PinFile.objects.filter(pin__project=project).exclude(blob=None).values_list("blob_id", flat=True))
    batch = _Batch()
    files = []
    for done, file in enumerate(snapshot.files(known)):
        progress(done, snapshot.total)
        files.append(_row(file))
        batch.add(file)
    batch.write()
    _write_files(pin, files)
    progress(snapshot.total, snapshot.total)
    return pin


@dataclass
class _Batch:
    """Contents that are not written yet."""

    rows: list[SourceBlob] = field(default_factory=list)
    size: int = 0

    def add(self, file: SourceFile | SkippedFile) -> None:
        if isinstance(file, SkippedFile) or file.content is None:
            return
        self.rows.append(SourceBlob.of(file.sha, file.content))
        self.size += file.size
        if len(self.rows) >= _BATCH_FILES or self.size >= _BATCH_BYTES:
            self.write()

    def write(self) -> None:
        rows = {row.sha: (row.sha, row.size, row.compressed) for row in self.rows}
        bulk.insert_unknown(SourceBlob, ("sha", "size", "compressed"), rows.values())
        self.rows, self.size = [], 0


_FileRow = tuple[str, str | None, int, str]  # path, blob, size, why it was skipped


def _row(file: SourceFile | SkippedFile) -> _FileRow:
    if isinstance(file, SkippedFile):
        return file.path, None, file.size, storable(file.reason, 200)
    return file.path, file.sha, file.size, ""


def _write_files(pin: Pin, files: list[_FileRow]) -> None:
    """Make the Pin's rows these. A row whose content is the same stays, with what extraction has said of it."""
    stored = {file[0]: file for file in _stored(pin)}
    same = {file[0] for file in files if file[0] in stored and _is_same(stored[file[0]], file)}
    new = [file for file in files if file[0] not in same]
    with transaction.atomic():
        stale = [path for path in stored if path not in same]
        if stale:
            PinFile.objects.filter(pin=pin, path__in=stale).delete()
        columns = ("pin_id", "path", "blob_id", "size", "skipped", "category")
        bulk.insert(PinFile, columns, ((pin.pk, *file, category(file[0])) for file in new))


def _stored(pin: Pin) -> Iterator[_FileRow]:
    return PinFile.objects.filter(pin=pin).values_list("path", "blob_id", "size", "skipped").iterator()


def _is_same(stored: _FileRow, now: _FileRow) -> bool:
    _, blob, _, skipped = now
    return stored[:3] == now[:3] and (blob is not None or stored[3] == skipped)
