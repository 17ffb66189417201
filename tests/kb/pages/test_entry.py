import re

import pytest
from django.test import Client

from kb.models import Pin
from tests.factories import make_alias, make_blob, make_entry, make_explanation, make_pin, make_project, make_template

pytestmark = pytest.mark.django_db

ENTRY_ID = "fade0000000000aa"


def get(client: Client, address: str, status: int = 200) -> str:
    response = client.get(address)
    assert response.status_code == status
    return response.content.decode()


def test_page_has_the_sections_that_it_can_fill_and_no_other(client):
    pin = make_pin(make_project(repository_url="https://github.com/acme/anvil"))
    guards = [{"text": "not path", "line": 2}]
    make_entry(pin, id=ENTRY_ID, message="no {what} given", site={"facts": {"guards": guards}})

    page = get(client, f"/errors/{ENTRY_ID}/")

    for said in (
        '<h1 dir="auto">no {what} given</h1>',
        "Error message",
        "What it means",
        "Source",
        "Thrown at",
        "src/anvil/load.py:3",
        "View on GitHub (pinned to 1f1f1f1f1f)",
        f"https://github.com/acme/anvil/blob/{pin.sha}/src/anvil/load.py#L3",
        "When it happens",
        "<strong>Trigger:</strong> Only when <code>not path</code>.",
        "Analysis of",
        "acme/anvil@1f1f1f1f1f</bdi></a> (2026-03-02)",
        f'<a href="/api/errors/{ENTRY_ID}">Data as JSON</a>, <a href="/errors/{ENTRY_ID}.md">as Markdown</a>.',
        'Report an issue: <a href="https://github.com/acme/anvil/issues"',
    ):
        assert said in page, said
    for unsaid in ("Solutions", "Example fix", "Related errors", "AI-assisted", "Common situations"):
        assert unsaid not in page, unsaid


def test_release_that_the_public_index_keeps_is_linked_line_by_line(client):
    kept_at = "packages/ab/cd/ef/anvil-1.2.tar.gz/anvil-1.2/"
    pin = make_pin(source_kind="archive", source="pypi:anvil==1.2", label="1.2", kept_at=kept_at)
    make_entry(pin, id=ENTRY_ID)

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert f"https://inspector.pypi.io/project/anvil/1.2/{kept_at}src/anvil/load.py#line.3" in page
    assert "View on PyPI Inspector (pinned to 1.2)" in page


def test_citation_of_another_file_names_it_and_leads_there(client):
    pin = make_pin(make_project(repository_url="https://github.com/acme/anvil"))
    entry = make_entry(pin, id=ENTRY_ID)
    sources = [[entry.site.path, 3, "raise"], ["src/anvil/cli.py", 41, "load(path)"]]
    make_explanation(entry, body={"sentences": [{"part": "meaning", "text": "No path.", "sources": sources}]})

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert '<a href="#L3" title="raise">L3</a>' in page
    assert f"https://github.com/acme/anvil/blob/{pin.sha}/src/anvil/cli.py#L41" in page
    assert ">cli.py\u00a0L41</a>" in page


def test_trigger_that_only_repeats_the_meaning_is_shown_as_code_alone(client):
    def said(part, text):
        return {"part": part, "text": text, "sources": []}

    told = [
        said("meaning", "`load` raises `ValueError` when `path` is empty."),
        said("trigger", "Only when `path` is empty."),
    ]
    more = said("trigger", "`main` calls `load`.")
    for number, sentences in enumerate((told, [*told, more])):
        body = {"sentences": sentences, "trigger_code": "if not path:\n    raise ValueError(...)"}
        make_explanation(make_entry(id=f"fade00000000000{number}"), body=body)

    page = get(client, "/errors/fade000000000000/")
    assert "Trigger:" not in page
    assert "if not path:" in page
    assert "The trigger as code" not in page
    assert "<strong>Trigger:</strong> <code>main</code> calls <code>load</code>." in get(
        client, "/errors/fade000000000001/"
    )


def test_breadcrumb_names_project_kind_and_type(client):
    make_entry(id=ENTRY_ID, kind="warning", exc_type="UserWarning")

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert (
        '<a href="/acme/anvil/"><bdi>acme/anvil</bdi></a> · <span>warning</span> · '
        '<a class="type" href="/acme/anvil/?exc_type=UserWarning"><bdi>UserWarning</bdi></a>'
    ) in page


def test_holes_are_marked_in_the_message(client):
    make_entry(id=ENTRY_ID, message="no {what} given")

    assert '<var class="hole" title="Varies: what">{what}</var> given' in get(client, f"/errors/{ENTRY_ID}/")


def test_statement_with_several_wordings_shows_each(client):
    entry = make_entry(id=ENTRY_ID, message="no path")
    make_template(entry, text="no file")

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert page.index("no path") < page.index("1 other wording<") < page.index("no file")
    assert "Earlier wordings" not in page


def test_trigger_is_said_once_and_its_code_folded(client):
    sentence = {"part": "trigger", "text": "Only when `path` is empty.", "sources": []}
    make_explanation(make_entry(id=ENTRY_ID), body={"sentences": [sentence], "trigger_code": "not path"})

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert re.search(r"<details><summary>The trigger as code</summary><pre[^>]*><code>not path</code></pre>", page)


def test_description_is_what_it_means_before_when_it_happens(client):
    said = [
        {"part": "trigger", "text": "Only when `path` is empty.", "sources": []},
        {"part": "meaning", "text": "There is no path.", "sources": []},
    ]
    make_explanation(make_entry(id=ENTRY_ID), body={"sentences": said})

    assert '<meta name="description" content="There is no path.">' in get(client, f"/errors/{ENTRY_ID}/")


def test_wording_of_an_older_pin_is_set_apart_with_the_pin_that_dropped_it(client):
    entry = make_entry(id=ENTRY_ID, message="no path")
    newer = make_pin(entry.project, sha="2e" * 20, label="v2")
    make_template(entry, text="path missing", gone_in=newer)

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert page.index("no path") < page.index("Earlier wordings") < page.index("path missing")
    assert 'Until <a href="/acme/anvil/pins/' + "2e" * 20 in page


def test_entry_without_a_message_is_named_by_its_place_and_says_why(client):
    make_entry(id=ENTRY_ID, message="", reason="caught exception", exc_type="OSError")

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert '<h1 dir="auto">OSError in load</h1>' in page
    assert "The message is that of a caught exception, passed on." in page


def test_removed_error_keeps_its_page_and_says_in_which_pin_it_went(client):
    entry = make_entry(id=ENTRY_ID)
    entry.removed_in = make_pin(entry.project, sha="2e" * 20, label="v2.0")
    entry.save()

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert "This error is no longer raised" in page
    assert "acme/anvil@2e2e2e2e2e</a> (v2.0)" in page
    assert "src/anvil/load.py:3" in page


def test_alias_leads_to_the_entrys_own_address(client):
    make_alias(make_entry(id=ENTRY_ID), id="fade0000000000bb")

    response = client.get("/errors/fade0000000000bb/")

    assert response.status_code == 301
    assert response["Location"] == f"/errors/{ENTRY_ID}/"


def test_id_in_upper_case_leads_to_the_entrys_own_address(client):
    make_entry(id=ENTRY_ID)

    assert client.get(f"/errors/{ENTRY_ID.upper()}/")["Location"] == f"/errors/{ENTRY_ID}/"


@pytest.mark.parametrize("entry_id", ["fade0000000000cc", "xyz", "0" * 17, "%00", "0" * 5000])
def test_id_that_is_none_is_answered_with_a_paste_box(client, entry_id):
    page = get(client, f"/errors/{entry_id}/", status=404)

    assert "There is nothing at this address" in page
    assert "<textarea" in page


def test_release_archive_says_where_its_files_are_instead_of_a_link(client):
    project = make_project(repository_url="https://github.com/acme/anvil")
    pin = make_pin(project, sha="cd" * 32, label="1.2", source="pypi:anvil==1.2", source_kind=Pin.SourceKind.ARCHIVE)
    make_entry(pin, id=ENTRY_ID)

    page = get(client, f"/errors/{ENTRY_ID}/")

    assert "/blob/" not in page
    assert f"Read from release 1.2, SHA-256 <code>{'cd' * 32}</code>" in page
    assert "<code>pip download --no-deps anvil==1.2</code>" in page


def test_markup_from_upstream_is_shown_and_never_obeyed(client):
    evil = "<script>alert(1)</script>"
    blob = make_blob(f"# {evil}\nraise E('{evil}')\n".encode())
    facts = {
        "guards": [{"text": f"x == '{evil}'", "line": 1}], "doc": evil, "cause": evil, "via": evil, "bases": [evil]
    }  # fmt: skip
    site = {"path": f"src/{evil}.py", "qualname": evil, "line": 2, "blob": blob, "facts": facts}
    pin = make_pin(label=evil)
    make_entry(pin, id=ENTRY_ID, message=f"{evil} {{{evil}}}", exc_type=evil, exc_qualified=f"a.{evil}", site=site)
    make_entry(pin, message=f"other {evil}", exc_type=evil, exc_qualified=f"a.{evil}", site=site)

    for address in (f"/errors/{ENTRY_ID}/", "/acme/anvil/", "/", f"/acme/anvil/pins/{pin.sha}/"):
        page = get(client, address)
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page
        assert " style=" not in page


def test_test_code_is_said_to_be_test_code(client):
    make_entry(id=ENTRY_ID, category="test")

    assert "This statement stands in its tests" in get(client, f"/errors/{ENTRY_ID}/")


def test_page_obeys_the_conditional_request_of_one_who_has_it(client):
    make_entry(id=ENTRY_ID)
    tag = client.get(f"/errors/{ENTRY_ID}/")["ETag"]

    assert client.get(f"/errors/{ENTRY_ID}/", headers={"If-None-Match": tag}).status_code == 304


def test_page_sets_no_cookie_and_forbids_foreign_content(client):
    make_entry(id=ENTRY_ID)

    response = client.get(f"/errors/{ENTRY_ID}/")

    assert not response.cookies
    assert "unsafe-inline" not in response["Content-Security-Policy"]
