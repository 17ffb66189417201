"""Entries -> the rows that finding reads."""

import pytest
from django.contrib.postgres.search import SearchQuery
from django.db import connection

from kb.models import FrameKey, SearchDocument, SearchWord, TemplateFingerprint, TemplateShape, TemplateUse
from kb.search import documents, indexing
from kb.search.fingerprints import of_place
from kb.search.indexing import index_pin, reindex
from tests.factories import make_entry, make_pin, make_project, make_site, make_template

pytestmark = pytest.mark.django_db


def holding(words):
    return SearchDocument.objects.filter(words=SearchQuery(words, config="simple", search_type="raw"))


def rows():
    documents = SearchDocument.objects.values_list("entry", "exc_type", "path", "is_current", "words")
    others = (TemplateUse, TemplateShape, TemplateFingerprint, FrameKey)
    return [sorted(documents), *(sorted(model.objects.values_list()) for model in others)]


def test_an_entry_becomes_findable():
    entry = make_entry(message="Unknown kind {kind} given", site={"path": "src/anvil/load.py", "qualname": "A.load"})
    index_pin(entry.first_pin_id)
    assert TemplateUse.objects.get().entry == entry
    assert TemplateShape.objects.get().pattern == "Unknown kind \x01 given"
    assert TemplateFingerprint.objects.exists()
    assert FrameKey.objects.get().hash == of_place(("anvil", "load.py"), "load")
    assert holding("kind & given").exists()


def test_nothing_that_was_written_waits_outside_of_the_index_of_words():
    entry = make_entry()
    index_pin(entry.site.pin_id)
    with connection.cursor() as cursor:
        cursor.execute("SELECT gin_clean_pending_list('document_words')")
        assert cursor.fetchone() == (0,)


def test_indexing_twice_changes_nothing():
    entry = make_entry(message="Unknown kind {kind} given")
    index_pin(entry.first_pin_id)
    before = rows()
    index_pin(entry.first_pin_id)
    assert rows() == before


def test_what_agrees_is_not_touched_again(django_assert_max_num_queries):
    pin = make_pin()
    for number in range(20):
        make_entry(pin, message=f"message number {number}")
    index_pin(pin.pk)
    written = set(SearchDocument.objects.values_list("written_at", flat=True))
    with django_assert_max_num_queries(20):
        index_pin(pin.pk)
    assert set(SearchDocument.objects.values_list("written_at", flat=True)) == written


def test_batches_in_which_some_are_written_already_end_as_one_that_is_written_at_once(monkeypatch):
    pin = make_pin()
    first = make_entry(pin, message="message number one")
    index_pin(pin.pk)
    for number in range(5):
        make_entry(pin, message=f"message number {number} of {{total}}")
    make_template(first, text="another wording")
    monkeypatch.setattr(indexing, "BATCH", 2)
    index_pin(pin.pk)
    before = rows()
    for model in (SearchDocument, TemplateUse, TemplateShape, TemplateFingerprint, FrameKey):
        model.objects.all().delete()
    monkeypatch.undo()
    index_pin(pin.pk)
    assert rows() == before
    assert SearchDocument.objects.count() == 6


def test_words_stand_where_they_are_said_however_many_there_are():
    many = " ".join(f"word{number}" for number in range(documents.MAX_POSITION + 2))
    vector, words = documents.tsvector([("A", "of paths"), ("D", "in"), ("B", "x" * 61), ("C", many)])
    assert vector.startswith("of:1A paths:2A in:11D word0:29C word:30C 0:31C")
    assert vector.endswith(
        f"word16384:{documents.MAX_POSITION}C word:{documents.MAX_POSITION}C 16384:{documents.MAX_POSITION}C"
    )
    assert "x" * 61 not in words


def test_templates_that_differ_in_the_names_of_their_holes_share_a_shape():
    pin = make_pin()
    make_entry(pin, message="no key {key} here")
    make_entry(pin, message="no key {name} here")
    index_pin(pin.pk)
    assert TemplateShape.objects.count() == 1
    assert TemplateUse.objects.count() == 2


def test_an_entry_that_moved_is_found_at_both_places():
    entry = make_entry()
    index_pin(entry.first_pin_id)
    newer = make_pin(sha="2e" * 20, project=entry.project)
    entry.site = make_site(entry, pin=newer, path="src/anvil/reader.py", carried="moved")
    entry.save()
    index_pin(newer.pk)
    assert set(FrameKey.objects.values_list("hash", flat=True)) == {
        of_place(("anvil", "load.py"), "load"),
        of_place(("anvil", "reader.py"), "load"),
    }
    assert SearchDocument.objects.get().path == "src/anvil/reader.py"


def test_a_new_wording_is_added_and_the_old_one_kept():
    entry = make_entry(message="no path given")
    index_pin(entry.first_pin_id)
    make_template(entry, text="a path is needed")
    index_pin(entry.first_pin_id)
    assert TemplateUse.objects.count() == 2
    assert holding("needed & given").exists()


def test_a_removed_entry_stays_findable_and_is_marked():
    entry = make_entry()
    index_pin(entry.first_pin_id)
    entry.removed_in = make_pin(sha="2e" * 20, project=entry.project)
    entry.save()
    index_pin(entry.removed_in_id)
    assert not SearchDocument.objects.get().is_current


def test_another_project_is_left_alone():
    make_entry(make_pin(make_project("acme/other")))
    entry = make_entry()
    index_pin(entry.first_pin_id)
    assert SearchDocument.objects.get().entry == entry


def test_reindex_mends_rows_that_are_wrong_or_orphaned():
    entry = make_entry(message="Unknown kind {kind} given")
    index_pin(entry.first_pin_id)
    before = rows()
    SearchDocument.objects.update(exc_type="Wrong", words="nothing")
    TemplateUse.objects.update(shape_id=1)
    TemplateShape.objects.create(id=5, pattern="orphan", words=1)
    TemplateFingerprint.objects.create(hash=7, words=1, shape_id=5)
    SearchWord.objects.create(word="orphan", documents=3)
    assert reindex()["documents"] == 1
    assert rows() == before
    assert not SearchWord.objects.filter(word="orphan").exists()


def test_progress_is_told_and_ends_at_the_total():
    entry = make_entry()
    told = []
    index_pin(entry.first_pin_id, lambda done, total: told.append((done, total)))
    assert told[-1] == (2, 2)


@pytest.mark.parametrize("message", ["x" * 5000, "'quoted' \\ and \"odd\"", "nul\x01mark", "日本語 エラー {x}"])
def test_odd_texts_are_indexed(message):
    entry = make_entry(message=message)
    index_pin(entry.first_pin_id)
    assert SearchDocument.objects.count() == 1
