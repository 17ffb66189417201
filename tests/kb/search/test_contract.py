"""What every search backend must do; run on PostgreSQL, on the stand-in, and on a real server when one is given.

`make test MEILISEARCH_URL=http://host:7700 MEILISEARCH_KEY=…` adds the real server, where an index of its own is made
and dropped.
"""

import os

import pytest

from kb.models.search import SearchDocument
from kb.search.indexing import index_pin
from kb.search.meilisearch import sync
from kb.search.meilisearch.backend import MeilisearchBackend
from kb.search.meilisearch.breaker import Breaker
from kb.search.meilisearch.gateway import Gateway
from kb.search.postgres import PostgresBackend
from kb.search.protocol import MARK, UNMARK, Request
from tests.factories import make_entry, make_pin, make_project, make_template
from tests.kb.search.standin import Standin

pytestmark = pytest.mark.django_db

SERVER = os.environ.get("MEILISEARCH_URL", "")


@pytest.fixture(params=["postgres", "standin", "server"])
def backend(request, settings):
    """The backend under test; calling `backend.index(…)` makes entries findable."""
    if request.param == "postgres":
        yield PostgresBackend()
    elif request.param == "standin":
        with Standin() as server:
            yield from meilisearch(settings, server.url, server.key)
    elif not SERVER:
        pytest.skip("MEILISEARCH_URL gives no real server")
    else:
        yield from meilisearch(settings, SERVER, os.environ.get("MEILISEARCH_KEY", ""))


def meilisearch(settings, url, key):
    settings.MEILISEARCH_URL, settings.MEILISEARCH_KEY, settings.MEILISEARCH_SEARCH_KEY = url, key, key
    settings.MEILISEARCH_INDEX = "raised_contract_test"
    gateway = Gateway(url, key, seconds=10)
    yield MeilisearchBackend(gateway, Breaker())
    for index in (gateway.index, gateway.aside):
        sync._drop(gateway, index)


@pytest.fixture
def known(backend):
    """Makes entries and indexes them: `known(message=…, …)` gives the entry."""

    def make(pin=None, **kwargs):
        entry = make_entry(pin or make_pin(), **kwargs)
        index_pin(entry.first_pin_id)
        return entry

    return make


def ids(backend, words, **kwargs):
    return backend.search(Request(words, **kwargs)).ids


def test_all_words_of_a_message_find_it(backend, known):
    entry = known(message="Unknown kind {kind} given")
    known(message="no path given")
    assert ids(backend, "unknown kind")[0] == entry.id


def test_the_entry_with_more_of_the_words_comes_first(backend, known):
    known(message="no path given")
    entry = known(message="no path given by the caller")
    assert ids(backend, "path given by the caller")[0] == entry.id


def test_a_class_is_found_by_the_module_that_a_traceback_writes_before_it(backend, known):
    entry = known(exc_type="Broken", exc_qualified="anvil.faults.Broken", message="no path given")
    known(exc_type="Broken", exc_qualified="forge.Broken", message="no fire given")

    found = backend.search(Request("anvil.faults.Broken"))

    assert found.ids == [entry.id]


def test_what_was_looked_for_in_place_of_what_was_typed_is_told(backend, known):
    known(message="unknown kind of archive")

    mended = backend.search(Request("unknwon kind")).searched
    many = backend.search(Request("unknown kind of archive a b c d e f g h")).searched

    assert mended.is_loose or mended.mended == {"unknwon": ("unknown",)}
    assert many.left_out[-2:] == ("g", "h")
    assert not many.is_as_typed


@pytest.mark.parametrize("typed", ["unknwon kind", "unknown knid of archive", "Unknown Kind", "unkown", "vlaue"])
def test_a_slip_of_the_finger_is_forgiven(backend, known, typed):
    entry = known(message="unknown kind of archive for the value")
    assert ids(backend, typed) == [entry.id]


def test_an_unfinished_last_word_is_finished(backend, known):
    entry = known(message="unknown archive")
    assert ids(backend, "unknown arch") == [entry.id]


def test_a_first_word_that_no_one_says_does_not_hide_the_rest(backend, known):
    entry = known(message="unknown kind of archive")
    assert ids(backend, "zzzzqqqq unknown archive") == [entry.id]


@pytest.mark.parametrize(
    "typed",
    [
        'unknown "kind',
        '"kind of" "unknown archive"',
        "-kind unknown",
        "unknown -archive",
        "unknown (kind)",
        "'unknown' `kind`",
        "unknown=kind",
        "unknown|kind",
        "--unknown --kind",
    ],
)
def test_nothing_that_is_typed_is_syntax(backend, known, typed):
    entry = known(message="unknown kind of archive")
    assert ids(backend, typed) == [entry.id]


@pytest.mark.parametrize("typed", ["---", '"', "- ", "'", "?!", "{}"])
def test_a_query_without_words_finds_nothing(backend, known, typed):
    known(message="unknown kind of archive")
    hits = backend.search(Request(typed))
    assert (hits.ids, hits.total) == ([], 0)


def test_more_words_than_a_server_reads_still_find(backend, known):
    entry = known(message="the loader cannot read this kind of archive without the password that it was written with")
    assert ids(backend, entry.message) == [entry.id]


def test_parts_of_a_name_and_the_whole_name_find(backend, known):
    entry = known(message="max_new_tokens must be set")
    for typed in ("max_new_tokens", "new tokens", "tokens must"):
        assert ids(backend, typed) == [entry.id]


def test_an_options_name_in_a_guard_finds(backend, known):
    entry = known(message="bad value", site={"facts": {"guards": [{"text": "args.warmup_ratio < 0", "line": 2}]}})
    assert ids(backend, "warmup_ratio") == [entry.id]


def test_a_type_and_a_project_narrow(backend, known):
    entry = known(make_pin(make_project("acme/anvil")), message="no path given")
    known(make_pin(make_project("acme/hammer")), message="no path given")
    assert ids(backend, "ValueError anvil") == [entry.id]


def test_a_part_of_a_type_finds_it(backend, known):
    entry = known(exc_type="ArchiveKindError", message="it is bad")
    assert ids(backend, "archive kind") == [entry.id]


def test_filters_narrow_and_facets_show_the_other_values(backend, known):
    anvil, hammer = make_pin(make_project("acme/anvil")), make_pin(make_project("acme/hammer"))
    one = known(anvil, message="no path given", exc_type="ValueError")
    known(anvil, message="no path given", exc_type="TypeError")
    known(hammer, message="no path given", exc_type="ValueError", kind="assertion")
    hits = backend.search(Request("path", project="acme/anvil", exc_type="ValueError"))
    assert hits.ids == [one.id]
    assert hits.facets["project"] == {"acme/anvil": 1, "acme/hammer": 1}
    assert hits.facets["exc_type"] == {"TypeError": 1, "ValueError": 1}
    assert hits.facets["kind"] == {"error": 1}


def test_filters_take_quotes_and_backslashes(backend, known):
    known(message="no path given")
    assert ids(backend, "path", exc_type='a"b\\c') == []


def test_entries_that_let_the_program_go_on_are_left_out_unless_asked_for(backend, known):
    error, warning = known(message="no path given"), known(message="no path given", kind="warning")
    assert ids(backend, "path") == [error.id]
    assert set(ids(backend, "path", include_passing=True)) == {error.id, warning.id}
    assert ids(backend, "path", kind="warning") == [warning.id]


def test_message_that_is_handed_to_what_raises_it_is_found_by_its_words_alone(known, backend):
    handed = known(message="no path given", kind="handed")

    assert ids(backend, "path") == [handed.id]
    assert ids(backend, "") == []


def test_tests_and_vendored_code_are_found_only_by_their_path(backend, known):
    entry = known(message="no path given", category="test", site={"path": "tests/test_load.py"})
    assert ids(backend, "path") == []
    assert ids(backend, "path", path="tests/test_load.py") == [entry.id]


def test_a_file_or_a_folder_narrows(backend, known):
    load = known(message="no path given", site={"path": "src/anvil/load.py"})
    other = known(message="no path given", site={"path": "src/anvil/deep/other.py"})
    assert ids(backend, "path", path="src/anvil/load.py") == [load.id]
    assert set(ids(backend, "path", path="src/anvil/")) == {load.id, other.id}
    assert ids(backend, "path", path="src/anv") == []


def test_without_words_the_filters_alone_choose(backend, known):
    entry = known(message="no path given", exc_type="KeyError")
    known(message="no path given", exc_type="TypeError")
    hits = backend.search(Request("", exc_type="KeyError"))
    assert (hits.ids, hits.total) == ([entry.id], 1)


def test_an_entry_that_is_gone_comes_after_those_that_stand(backend, known):
    gone = make_entry(message="no path given at all", removed_in=make_pin())
    entry = known(message="no path given at all")
    assert ids(backend, "path given at all") == [entry.id, gone.id]


def test_pages_follow_one_another_and_count_all(backend, known):
    pin = make_pin()
    for number in range(5):
        make_entry(pin, message=f"no path given {number}")
    index_pin(pin.pk)
    pages = [backend.search(Request("path given", offset=offset, size=2)) for offset in (0, 2, 4)]
    assert len({entry_id for page in pages for entry_id in page.ids}) == 5
    assert {page.total for page in pages} == {5}


def test_matched_words_are_marked(backend, known):
    entry = known(message="no path given")
    assert backend.search(Request("path")).marked[entry.id] == f"no {MARK}path{UNMARK} given"


def test_suggestions_come_for_what_is_typed_so_far(backend, known):
    entry = known(message="unknown archive")
    assert backend.suggest("unkn", project="", limit=5) == [entry.id]
    assert backend.suggest("unknown", project="acme/other", limit=5) == []
    assert backend.suggest(" ", project="", limit=5) == []


def test_candidates_share_the_rare_words_of_a_message(backend, known):
    entry = known(message="the loader cannot read this kind of archive")
    known(message="something else that is not like it")
    said = "worker three says the loder cannot raed this kind of archive in the end of it"
    assert entry.id in backend.candidates(said.split(), limit=5)
    assert backend.candidates([], limit=5) == []


def test_a_document_that_changed_is_found_by_what_it_says_now(backend, known):
    entry = known(message="no path given")
    entry.templates.all().delete()
    entry.message = "a wheel is missing"
    entry.save()
    SearchDocument.objects.filter(pk=entry.pk).delete()
    make_template(entry, text="a wheel is missing")
    index_pin(entry.first_pin_id)
    assert ids(backend, "wheel missing") == [entry.id]
    assert ids(backend, "path given") == []
