"""Entries -> the rows that finding reads (`kb.models.search`); the only writer of them.

Incremental and safe to repeat: it works on what has no rows yet or no longer agrees with them, in batches of bounded
size, each in a transaction of its own, so that a killed run goes on where it stopped. A search server, where there is
one, gets what changed afterwards; when it does not answer, `heal` sends it later.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import ProgrammingError, connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from psycopg.errors import InsufficientPrivilege

from kb import text
from kb.models import (
    ErrorEntry,
    FrameKey,
    MessageTemplate,
    Pin,
    PinFile,
    Project,
    RaiseSite,
    SearchDocument,
    SearchWord,
    TemplateFingerprint,
    TemplateShape,
    TemplateUse,
)
from kb.models.among import Among
from kb.search import documents, fingerprints
from kb.search.meilisearch import sync
from kb.search.meilisearch.gateway import Gateway
from kb.search.places import path_parts
from kb.search.protocol import SearchFailed
from kb.search.rows import upsert, write
from kb.transactions import repeatable

logger = logging.getLogger(__name__)

Key = TypeVar("Key", int, str)
BATCH = 10_000  # rows in memory: some kilobytes each
Progress = Callable[[int, int], None]  # (done, total)


def index_pin(pin_id: int, progress: Progress | None = None) -> None:
    """Bring the rows of a published pin's project up to date."""
    pin = Pin.objects.get(pk=pin_id)
    _index(pin.project_id, pin_id, progress, everything=False)
    if settings.MEILISEARCH_URL:
        try:
            sync.push(Gateway.writing())
        except SearchFailed as failed:
            logger.warning("What changed waits to be sent. %s", failed)


def reindex(progress: Progress | None = None) -> dict[str, int]:
    """Work everything out again, then drop what no template has any more; a search server's index is made anew.

    Returns how many rows of each kind stand. Raises SearchFailed when the search server does not take its part.
    """
    for project_id in Project.objects.order_by("pk").values_list("pk", flat=True):
        _index(project_id, None, progress, everything=True)
    _sweep()
    if settings.MEILISEARCH_URL:
        sync.rebuild(Gateway.writing(), progress)
    return {
        "documents": SearchDocument.objects.count(),
        "templates": TemplateUse.objects.count(),
        "shapes": TemplateShape.objects.count(),
        "fingerprints": TemplateFingerprint.objects.count(),
        "places": FrameKey.objects.count(),
    }


def heal() -> int:
    """Bring the search server to what the database says; returns how many documents were sent. Raises SearchFailed."""
    return sync.heal(Gateway.writing()) if settings.MEILISEARCH_URL else 0


def _index(project_id: int, pin_id: int | None, progress: Progress | None, *, everything: bool) -> None:
    entries = list(_entries(project_id, everything=everything).order_by("pk"))
    templates = list(_templates(project_id, everything=everything).order_by("pk"))
    total, done = len(entries) + len(templates), 0
    # Entries first: a template without a use is what tells that its entry's document is behind.
    for size, work in (*_turns(entries, _write_entries), *_turns(templates, _write_templates)):
        with repeatable():
            _hold(project_id)
            work()
        done += size
        if progress:
            progress(done, total)
    if pin_id is not None:
        with repeatable():
            _hold(project_id)
            _write_moved(pin_id)
    _settle()


def _hold(project_id: int) -> None:
    """Who writes what is found of a project does so alone: it is asked but once what there is of a batch. One that is
    gone by now has nothing left to write."""
    list(Project.objects.select_for_update(no_key=True).filter(pk=project_id).values_list("pk"))


def _turns(ids: Sequence[Key], write: Callable[[Sequence[Key]], None]) -> Iterator[tuple[int, Callable[[], None]]]:
    """How many rows, and what writes them."""
    for start in range(0, len(ids), BATCH):
        batch = ids[start : start + BATCH]
        yield len(batch), partial(write, batch)


def _settle() -> None:
    """Put what was written into the index of words at once, which takes half of the time that a row at a time does.

    Until then it stands in a list that each search reads through. PostgreSQL does so by itself in time, and lets only
    the owner of the index ask for it.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SELECT gin_clean_pending_list('document_words')")
    except ProgrammingError as error:
        if not isinstance(error.__cause__, InsufficientPrivilege):
            raise


def _templates(project_id: int, *, everything: bool) -> QuerySet[MessageTemplate, int]:
    rows = MessageTemplate.objects.filter(entry__project_id=project_id)
    if not everything:
        rows = rows.exclude(Exists(TemplateUse.objects.filter(pk=OuterRef("pk"), exc_type=OuterRef("entry__exc_type"))))
    return rows.values_list("pk", flat=True)


def _entries(project_id: int, *, everything: bool) -> QuerySet[ErrorEntry, str]:
    rows = ErrorEntry.objects.filter(project_id=project_id)
    if not everything:
        rows = rows.exclude(Exists(_agreeing()))
    return rows.values_list("pk", flat=True)


def _agreeing() -> QuerySet[SearchDocument]:
    """The document of the outer entry, if it still says what the entry says."""
    return SearchDocument.objects.filter(
        Q(path=OuterRef("site__path")) | Q(path="", entry__site=None),
        Q(is_current=True, entry__removed_in=None) | Q(is_current=False, entry__removed_in__isnull=False),
        pk=OuterRef("pk"),
        exc_type=OuterRef("exc_type"),
        kind=OuterRef("kind"),
    ).exclude(Exists(MessageTemplate.objects.filter(entry=OuterRef("pk"), use=None)))


def _write_templates(ids: Sequence[int]) -> None:
    shapes, uses = {}, []
    rows = MessageTemplate.objects.filter(Among("pk", ids)).order_by("pk")
    for template_id, entry_id, pieces, exc_type in rows.values_list("pk", "entry_id", "pieces", "entry__exc_type"):
        pattern = text.pattern(pieces)
        shape_id = fingerprints.of_shape(pattern)
        shapes[shape_id] = (pattern, pieces)
        uses.append((template_id, entry_id, shape_id, exc_type))
    counted = [(shape, pattern, text.fixed_words(pieces)) for shape, (pattern, pieces) in shapes.items()]
    upsert(TemplateShape, ("id", "pattern", "words"), counted, key=("id",))
    prints = (
        (fingerprint, words, shape_id)
        for shape_id, _, words in counted
        for fingerprint in fingerprints.of_template(shapes[shape_id][1])
    )
    key = ("hash", "words", "shape_id")
    upsert(TemplateFingerprint, key, prints, key=key)
    columns = ("template_id", "entry_id", "shape_id", "exc_type")
    of = ("template", ids)
    write(TemplateUse, columns, uses, of=of, key=("template_id",), on_conflict=("shape_id", "exc_type"))


def _write_entries(ids: Sequence[str]) -> None:
    vocabulary: Counter[str] = Counter()
    columns = (
        "entry_id", "project_id", "exc_type", "kind", "path", "is_current", "is_source", "words", "written_at",
    )  # fmt: skip
    rows = _documents(list(documents.read(ids)), vocabulary)
    write(SearchDocument, columns, rows, of=("entry", ids), key=("entry_id",), on_conflict=columns[1:])
    counted = [(word, count) for word, count in vocabulary.items() if len(word) >= 3 and not word.isdigit()]
    upsert(SearchWord, ("word", "documents"), counted, key=("word",), on_conflict=("documents+",))
    _write_places(RaiseSite.objects.filter(Among("entry", ids)))


def _documents(entries: Iterable[documents.Said], vocabulary: Counter[str]) -> Iterator[tuple[Any, ...]]:
    """A SearchDocument's columns for each entry, whose words are counted as it is asked for."""
    now = timezone.now()
    for said in entries:
        vector, words = documents.tsvector(documents.weighted(said))
        vocabulary.update(words)
        yield (
            said.id, said.project_id, said.exc_type, said.kind, said.path, said.removed_in is None,
            said.category == PinFile.Category.SOURCE, vector, now,
        )  # fmt: skip


def _write_moved(pin_id: int) -> None:
    """Places where this pin has entries that stood elsewhere before; all are written with an entry's document."""
    settled = (RaiseSite.Carried.SAME, RaiseSite.Carried.NEW)
    _write_places(RaiseSite.objects.filter(pin_id=pin_id).exclude(carried__in=settled))


def _write_places(sites: QuerySet[RaiseSite]) -> None:
    """Those where they stand and those where they stood."""
    places = set(sites.values_list("path", "function", "entry_id").order_by())
    rows = {(fingerprints.of_place(path_parts(path), function), entry_id) for path, function, entry_id in places}
    key = ("hash", "entry_id")
    write(FrameKey, key, sorted(rows), of=("entry", list({entry_id for _, _, entry_id in places})), key=key)


def _sweep() -> None:
    """Drop shapes that no template has, with their fingerprints, and count the vocabulary anew."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM kb_templateshape s WHERE NOT EXISTS (SELECT FROM kb_templateuse u WHERE u.shape_id = s.id)"
        )
        cursor.execute(
            "DELETE FROM kb_templatefingerprint f WHERE NOT EXISTS"
            " (SELECT FROM kb_templateshape s WHERE s.id = f.shape_id)"
        )
        cursor.execute("DELETE FROM kb_searchword")
        cursor.execute(
            "INSERT INTO kb_searchword (word, documents)"
            " SELECT word, ndoc FROM ts_stat('SELECT words FROM kb_searchdocument')"
            " WHERE length(word) BETWEEN 3 AND 60 AND word !~ '^[0-9]+$'"
        )
