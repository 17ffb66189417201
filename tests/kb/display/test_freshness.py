"""A kept page is shown only as long as nothing that it shows has changed."""

import pytest
from django.db import connection

from kb.authoring.changes import Action, mark
from kb.display import freshness
from kb.display.freshness import digest_of, entry_stamp, project_stamp, search_stamp
from kb.models import ErrorEntry, Explanation, IngestJob, MessageTemplate, Pin, Project, RaiseSite
from kb.search.indexing import index_pin
from tests.factories import (
    make_entry,
    make_explanation,
    make_job,
    make_pin,
    make_project,
    make_site,
    make_template,
)  # fmt: skip

ID = "fade0000000000aa"


def quietly(attempt) -> bool:
    """Whether it holds in a moment without a commit: the snapshot tells of the server's other databases as well, and
    tests that run beside these commit to theirs."""
    return any(attempt() for _ in range(100))


@pytest.fixture
def entry():
    return make_entry(id=ID)


CHANGES = {
    "the entry": lambda entry: ErrorEntry.objects.filter(pk=ID).update(title="other"),
    "its statement": lambda entry: RaiseSite.objects.filter(entry=entry).update(line=4),
    "a statement at another pin": lambda entry: make_site(entry, pin=make_pin(sha="2e" * 20), line=9),
    "a wording": lambda entry: MessageTemplate.objects.filter(entry=entry).update(gone_in=entry.first_pin),
    "a new wording": lambda entry: make_template(entry, text="other"),
    "a wording that is no more": lambda entry: MessageTemplate.objects.filter(entry=entry).delete(),
    "an explanation": lambda entry: Explanation.objects.create(
        entry=entry, pin=entry.first_pin, origin="llm", body={}, evidence_hash="a" * 16
    ),
    "the project": lambda entry: Project.objects.update(repository_url="https://git.example/new"),
    "its pin": lambda entry: Pin.objects.update(label="v2"),
    "a new pin": lambda entry: make_pin(sha="3f" * 20),
    "a job that ended": lambda entry: make_job(project=entry.project, ended_at="2026-03-03T00:00Z", state="done"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
def test_stamp_changes_with(entry, change):
    before = entry_stamp(ID)

    CHANGES[change](entry)

    assert entry_stamp(ID) != before


@pytest.mark.django_db
@pytest.mark.parametrize("change", ["the project", "its pin", "a new pin", "a job that ended"])
def test_stamp_of_a_project_changes_with(entry, change):
    before = project_stamp("acme", "anvil")

    CHANGES[change](entry)

    assert project_stamp("acme", "anvil") != before


@pytest.mark.django_db
def test_stamp_changes_with_what_writes_the_pages(entry, monkeypatch):
    before = entry_stamp(ID), project_stamp("acme", "anvil")

    monkeypatch.setattr(freshness, "_running", lambda: "another template")

    assert entry_stamp(ID) != before[0]
    assert project_stamp("acme", "anvil") != before[1]


def test_digest_of_folders_changes_with_a_files_content_and_name_alone(tmp_path):
    template = tmp_path / "pages" / "entry.html"
    template.parent.mkdir()
    template.write_text("<p>")
    first = digest_of([tmp_path])

    (tmp_path / "entry.cpython-311.pyc").write_bytes(b"x")
    template.touch()
    assert digest_of([tmp_path]) == first
    template.write_text("<b>")
    assert digest_of([tmp_path]) != first
    template.write_text("<p>")
    template.rename(template.with_name("error.html"))
    assert digest_of([tmp_path]) != first


@pytest.mark.django_db
def test_stamp_stays_while_others_change(entry):
    before = entry_stamp(ID)

    make_entry(make_pin(make_project("beta/bolt")), message="other")
    make_job(project=entry.project, state="extracting")
    IngestJob.objects.update(done=1)

    assert entry_stamp(ID) == before


@pytest.mark.django_db
def test_there_is_no_stamp_of_what_is_not_there():
    assert entry_stamp(ID) is None
    assert project_stamp("acme", "anvil") is None


WRITES = {
    "/": lambda: Pin.objects.update(label="v9.9"),
    "/acme/anvil/": lambda: make_pin(sha="2e" * 20, label="v9.9"),
    "/acme/anvil/?q=anvil": lambda: ErrorEntry.objects.update(exc_type="v9.9"),
    "/search?q=anvil": lambda: ErrorEntry.objects.update(exc_type="v9.9"),
    f"/errors/{ID}/": lambda: mark(Explanation.objects.get(), Action.HID, "jo"),
}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", WRITES)
def test_page_is_kept_until_something_of_it_is_written(client, address):
    entry = make_entry(id=ID, message="no anvil given")
    make_explanation(entry, body={"sentences": [{"part": "meaning", "text": "It lacks v9.9.", "sources": []}]})
    index_pin(entry.first_pin_id)
    had = "v9.9" in client.get(address).content.decode()

    assert quietly(lambda: client.get(address).context is None)  # nothing was rendered

    WRITES[address]()
    assert ("v9.9" in client.get(address).content.decode()) is not had


@pytest.mark.django_db(transaction=True)
def test_rows_are_not_looked_at_while_nothing_was_committed(entry, monkeypatch):
    asked: list[str] = []
    ask = freshness._asked
    monkeypatch.setattr(freshness, "_asked", lambda query, *key: asked.append(query) or ask(query, *key))
    first = entry_stamp(ID)

    assert quietly(lambda: asked.clear() or (entry_stamp(ID) == first and not asked))
    make_job()
    assert entry_stamp(ID) == first
    assert len(asked) == 1


@pytest.mark.django_db
def test_search_has_no_stamp_where_what_it_finds_changes_by_itself(settings):
    assert search_stamp() is None


@pytest.mark.django_db(transaction=True)
def test_search_has_no_stamp_beside_a_search_server(settings):
    first = search_stamp()
    make_project("beta/bolt")

    assert first
    assert search_stamp() not in (None, first)
    settings.MEILISEARCH_URL = "http://localhost:7700"
    assert search_stamp() is None


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("address", [f"/errors/{ID}/", f"/api/errors/{ID}", f"/errors/{ID}.md"])
def test_next_reader_sees_what_was_written_by_whatever_means(client, address):
    make_entry(id=ID, message="no anvil given")
    first = client.get(address)

    with connection.cursor() as cursor:
        cursor.execute("UPDATE kb_messagetemplate SET pieces = '[\"no hammer given\"]', text = 'no hammer given'")
    second = client.get(address, headers={"If-None-Match": first["ETag"]})

    assert second.status_code == 200
    assert "no hammer given" in second.content.decode()
    assert client.get(address, headers={"If-None-Match": second["ETag"]}).status_code == 304


@pytest.mark.django_db
def test_kept_page_is_not_gathered_again(client, entry, django_assert_num_queries):
    first = client.get(f"/errors/{ID}/").content

    # The stamp is asked for beside Django, so that it is not counted.
    with django_assert_num_queries(0):
        assert client.get(f"/errors/{ID}/").content == first
