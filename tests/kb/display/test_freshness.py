"""A kept page is shown only as long as nothing that it shows has changed."""

import pytest
from django.db import connection

from kb.display import freshness
from kb.display.freshness import digest_of, entry_stamp, project_stamp
from kb.display.kept import Kept
from kb.models import ErrorEntry, Explanation, IngestJob, MessageTemplate, Pin, Project, RaiseSite
from tests.factories import make_entry, make_job, make_pin, make_project, make_site, make_template

ID = "fade0000000000aa"


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
    before = project_stamp(entry.project_id)

    CHANGES[change](entry)

    assert project_stamp(entry.project_id) != before


@pytest.mark.django_db
def test_stamp_changes_with_what_writes_the_pages(entry, monkeypatch):
    before = entry_stamp(ID), project_stamp(entry.project_id)

    monkeypatch.setattr(freshness, "_running", lambda: "another template")

    assert entry_stamp(ID) != before[0]
    assert project_stamp(entry.project_id) != before[1]


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
    assert project_stamp(1) is None


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


def test_what_was_not_asked_for_the_longest_goes_first():
    kept = Kept(most_bytes=8000)
    made: list[str] = []

    def ask(key: str) -> bytes:
        return kept.get(key, "stamp", lambda: made.append(key) or key.encode() * 300).plain

    for key in ("a", "b", "c", "a"):
        ask(key)
    for number in range(24):
        ask(f"{number:03}")
        ask("a")
    ask("b")

    assert made.count("a") == 1
    assert made.count("b") == 2


def test_what_is_kept_is_bounded_and_a_giant_is_not_kept():
    kept = Kept(most_bytes=8000)
    for number in range(100):
        kept.get(str(number), "stamp", lambda: b"x" * 500)
    kept.get("giant", "stamp", lambda: bytes(range(256)) * 40)

    assert kept._size == sum(body.size for body in kept._bodies.values()) <= 8000
    assert ("giant", "stamp") not in kept._bodies
