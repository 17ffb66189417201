"""The search server: what is sent, what happens when it fails, and that nothing is lost."""

import logging
import threading
from contextlib import contextmanager

import pytest
from django.core.management import CommandError, call_command

from kb.models.search import UNSENT, SearchDocument
from kb.search import queries, tasks
from kb.search.backends import _search_server
from kb.search.indexing import heal, index_pin, reindex
from kb.search.meilisearch import sync
from kb.search.meilisearch.breaker import Breaker
from kb.search.meilisearch.gateway import Gateway
from kb.search.protocol import SearchFailed
from tests.factories import make_entry, make_pin, make_project
from tests.kb.search.standin import Faults, Standin

pytestmark = pytest.mark.django_db


@pytest.fixture
def server(settings, monkeypatch):
    with Standin() as server:
        settings.MEILISEARCH_URL = server.url
        settings.MEILISEARCH_KEY = settings.MEILISEARCH_SEARCH_KEY = server.key
        monkeypatch.setattr("kb.search.meilisearch.gateway.LONGEST_PAUSE", 0)
        _search_server.cache_clear()
        yield server
        _search_server.cache_clear()


def documents(server, index="entries"):
    return set(server.state.indexes[index].documents)


def unsent():
    return SearchDocument.objects.filter(UNSENT).count()


def indexed(**kwargs):
    entry = make_entry(**kwargs)
    index_pin(entry.first_pin_id)
    return entry


def test_a_pin_s_entries_arrive_and_leave_the_queue(server):
    entry = indexed()
    assert documents(server) == {entry.id}
    assert unsent() == 0


def test_only_what_changed_is_sent_again(server):
    indexed()
    sent = len(server.state.requests)
    entry = indexed(message="another one")
    added = [one for one in server.state.tasks if one["type"] == "documentAdditionOrUpdate"]
    assert len(added) == 2
    assert entry.id in documents(server)
    assert sum("/documents" in one for one in server.state.requests[sent:]) == 1


@pytest.mark.parametrize("ends", ["failed", "canceled"])
def test_documents_whose_task_did_not_succeed_stay_in_the_queue(server, ends):
    indexed()
    server.faults = Faults(task=ends)
    entry = indexed(message="another one")
    assert unsent() == 1
    assert entry.id not in documents(server)
    tasks.heal()
    assert unsent() == 0
    assert entry.id in documents(server)


def test_a_server_that_is_down_while_indexing_gets_all_later(server, caplog):
    server.faults = Faults(hangs_up=True)
    entry = indexed()
    assert unsent() == 1
    assert "waits to be sent" in caplog.text
    server.faults = Faults()
    assert heal() == 1
    assert documents(server) == {entry.id}


def test_a_busy_server_is_asked_again(server):
    server.faults = Faults(status=503, retry_after="1", times=3)
    entry = indexed()
    assert documents(server) == {entry.id}


def test_a_row_that_changed_while_it_was_sent_is_sent_again(server, monkeypatch):
    entry = indexed()
    SearchDocument.objects.update(sent_at=None)
    send = sync._send

    def changing(*args):
        send(*args)
        monkeypatch.setattr(sync, "_send", send)
        SearchDocument.objects.filter(pk=entry.pk).update(written_at="2031-01-01T00:00:00Z")

    monkeypatch.setattr(sync, "_send", changing)
    assert heal() == 2


def test_reindex_builds_aside_and_swaps(server):
    entry = indexed()
    server.state.indexes["entries"].documents["stale"] = {"id": "stale"}
    reindex()
    assert documents(server) == {entry.id}
    assert set(server.state.indexes) == {"entries"}
    assert any(task["type"] == "indexSwap" for task in server.state.tasks)
    assert unsent() == 0


def test_a_rebuild_that_fails_leaves_the_old_index_in_use(server):
    entry = indexed()
    server.faults = Faults(task="failed")
    with pytest.raises(CommandError, match="run this again"):
        call_command("reindex", "--json")
    assert documents(server) == {entry.id}


def test_a_new_index_that_lacks_documents_is_not_swapped_in(server, monkeypatch):
    indexed()
    monkeypatch.setattr(sync, "_count", lambda gateway, index: 0)
    with pytest.raises(SearchFailed, match="holds 0 of 1"):
        sync.rebuild(Gateway.writing())
    assert not any(task["type"] == "indexSwap" for task in server.state.tasks)


def test_documents_of_a_project_that_was_deleted_leave_the_index(server):
    entry = indexed()
    gone = make_project("acme/gone")
    indexed(pin=make_pin(gone))
    gone.entries.all().delete()
    gone.delete()
    heal()
    assert documents(server) == {entry.id}


def test_a_document_that_no_project_explains_leads_to_a_rebuild(server):
    entry = indexed()
    server.state.indexes["entries"].documents["stale"] = {"id": "stale", "project": "acme/anvil"}
    heal()
    assert documents(server) == {entry.id}


@pytest.mark.parametrize(
    "faults", [Faults(status=500), Faults(status=503, retry_after="10"), Faults(hangs_up=True), Faults(seconds=3)]
)
def test_while_the_server_fails_postgres_answers_and_says_so(server, faults, monkeypatch):
    monkeypatch.setattr("kb.search.backends.ASKING_SECONDS", 0.2)
    entry = indexed(message="unknown kind of archive")
    server.faults = faults
    page = queries.search("unknown kind")
    assert (page.ids, page.degraded) == ([entry.id], True)
    assert [found.id for found in queries.suggest("unkn")] == [entry.id]


def test_a_server_that_answers_is_asked_and_not_degraded(server):
    entry = indexed(message="unknown kind of archive")
    page = queries.search("unknown kind")
    assert (page.ids, page.degraded) == ([entry.id], False)
    assert page.highlights[entry.id] == "<mark>unknown</mark> <mark>kind</mark> of archive"
    assert server.state.queries


def test_a_failing_server_is_left_alone_until_it_is_tried_again(caplog):
    now = [0.0]
    breaker = Breaker(failures=2, seconds=10, clock=lambda: now[0])
    asked = []

    def failing():
        asked.append(now[0])
        raise SearchFailed("down")

    for _ in range(5):
        with pytest.raises(SearchFailed):
            breaker.run(failing)
    assert len(asked) == 2
    now[0] = 11
    with pytest.raises(SearchFailed):
        breaker.run(failing)
    assert len(asked) == 3
    now[0] = 22
    assert breaker.run(lambda: "well") == "well"
    assert breaker.run(lambda: "well again") == "well again"
    assert "answers again" in caplog.text


def test_what_was_searched_for_is_never_logged(server, caplog):
    caplog.set_level(logging.DEBUG)
    indexed()
    server.faults = Faults(status=500)
    queries.search("secretword")
    assert "secretword" not in caplog.text


def test_nothing_that_is_typed_reaches_the_server_as_syntax(server):
    indexed()
    queries.search('-no "path given')
    queries.candidates(["-no", '"path', "---"], limit=3)
    assert all('"' not in query["q"] and "-" not in query["q"] for query in server.state.queries)
    assert all(query["q"].strip() for query in server.state.queries)


def test_each_thread_has_a_client_of_its_own():
    gateway = Gateway("http://127.0.0.1:9", "", seconds=1)
    clients = []
    threads = [threading.Thread(target=lambda: clients.append(gateway._client)) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(client) for client in clients}) == 3


def test_html_in_a_message_is_escaped_in_highlights(server):
    entry = indexed(message="unknown <script>alert(1)</script> kind")
    shown = queries.search("unknown kind").highlights[entry.id]
    assert "<script" not in shown.replace("<mark>", "")
    assert "&lt;" in shown


def test_the_keys_that_are_made_can_do_their_work_and_no_more(server, settings, capsys):
    call_command("searchkeys")
    keys = dict(line.split("=") for line in capsys.readouterr().out.split())
    settings.MEILISEARCH_KEY, settings.MEILISEARCH_SEARCH_KEY = keys["MEILISEARCH_KEY"], keys["MEILISEARCH_SEARCH_KEY"]
    entry = indexed(message="unknown kind of archive")
    reindex()
    page = queries.search("unknown")
    assert (page.ids, page.degraded) == ([entry.id], False)
    with pytest.raises(SearchFailed, match="403"):
        Gateway(server.url, keys["MEILISEARCH_SEARCH_KEY"], seconds=5).call(lambda c: c.http.delete("indexes/entries"))
    settings.MEILISEARCH_KEY = server.key
    call_command("searchkeys")
    assert dict(line.split("=") for line in capsys.readouterr().out.split()) == keys


def test_keys_are_refused_to_who_has_no_master_key(server, settings):
    settings.MEILISEARCH_KEY = "wrong"
    with pytest.raises(CommandError, match="master key"):
        call_command("searchkeys")


def test_a_second_process_leaves_the_index_to_the_first(server, monkeypatch):
    @contextmanager
    def taken():
        yield False

    indexed()
    monkeypatch.setattr(sync, "_alone", taken)
    assert sync.push(Gateway.writing()) == 0
    with pytest.raises(SearchFailed, match="another process"):
        sync.rebuild(Gateway.writing())
