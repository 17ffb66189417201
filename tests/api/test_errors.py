"""GET /api/errors/<id> and GET /api/errors"""

from dataclasses import fields

import pytest

from api import serializers
from kb.display.entry import EntryPage
from kb.search.indexing import index_pin
from tests.factories import make_alias, make_blob, make_entry, make_pin, make_project, make_template

pytestmark = pytest.mark.django_db

ENTRY_ID = "fade0000000000aa"
CODE = b'def load(path):\n    if not path:\n        raise ValueError(f"no {what} given")\n'


def make_full_entry():
    project = make_project(repository_url="https://github.com/acme/anvil")
    pin = make_pin(project)
    facts = {"guards": [{"text": "not path", "line": 2}], "doc": "Load it.", "function_line": 1, "cause": "error"}
    site = {"blob": make_blob(CODE), "facts": facts, "form": "f-string", "column": 8}
    entry = make_entry(pin, id=ENTRY_ID, message="no {what} given", site=site)
    make_template(entry, text="nothing given", gone_in=make_pin(project, sha="2e" * 20, label="v2", is_current=False))
    make_entry(pin, id="fade0000000000ab", message="path {path} is a folder", site={"line": 4})
    return entry


def test_entry_has_every_fact_of_its_page(golden):
    make_full_entry()

    golden("entry", f"/api/errors/{ENTRY_ID}")


def test_every_field_of_the_page_is_in_the_json():
    def leaves(shape: object) -> set[str]:
        return {field.name for field in fields(shape)}

    assert leaves(EntryPage) == set(serializers.EntryPage().fields)


def test_entry_without_a_message_or_a_link_says_so(golden):
    pin = make_pin(sha="cd" * 32, label="1.0", source="pypi:anvil==1.0", source_kind="archive")
    make_entry(
        pin, id=ENTRY_ID, message="", reason="dynamic", removed_in=pin, site={"blob": make_blob(CODE), "column": 8}
    )

    golden("entry_removed", f"/api/errors/{ENTRY_ID}")


def test_alias_redirects_to_the_entrys_own_address(client):
    make_alias(make_entry(id=ENTRY_ID), id="fade0000000000bb")

    response = client.get("/api/errors/fade0000000000bb")

    assert (response.status_code, response["Location"]) == (301, f"/api/errors/{ENTRY_ID}")


@pytest.mark.parametrize("entry_id", ["fade0000000000cc", "xyz", "%00", "0" * 5000, "d460de83d1a08d5%C3%A9"])
def test_unknown_id_is_not_found(client, entry_id):
    response = client.get(f"/api/errors/{entry_id}")

    assert response.status_code == 404
    assert response.json()["error"]["code"] == "not_found"


def test_entry_is_not_sent_again_to_one_who_has_it(client):
    make_full_entry()
    tag = client.get(f"/api/errors/{ENTRY_ID}")["ETag"]

    response = client.get(f"/api/errors/{ENTRY_ID}", headers={"If-None-Match": tag})

    assert (response.status_code, response.content) == (304, b"")


def test_list_shows_where_each_error_is_raised(golden):
    make_full_entry()

    golden("errors", "/api/errors?project=acme/anvil&size=1")


def test_list_is_narrowed_by_type_kind_and_project(client):
    pin = make_pin()
    make_entry(pin, exc_type="KeyError", message="a")
    make_entry(pin, kind="warning", message="b")
    make_entry(make_pin(make_project("beta/bolt"), sha="2e" * 20), message="c")

    def titles(query: str) -> list[str]:
        return [found["title"] for found in client.get(f"/api/errors?{query}").json()["results"]]

    assert sorted(titles("")) == ["a", "c"]
    assert titles("exc_type=KeyError") == ["a"]
    assert titles("kind=warning") == ["b"]
    assert titles("project=beta/bolt") == ["c"]
    assert titles("project=acme/anvil&passing=true") == ["a", "b"]


def test_list_tells_which_words_were_given_up_or_mended_and_which_line_it_is_near(client):
    pin = make_pin()
    make_entry(pin, message="the anvil is hot", site={"line": 40})
    make_entry(pin, message="the anvil is cold", site={"line": 50})
    index_pin(pin.pk)

    mended = client.get("/api/errors?q=avnil+qqzzq+hot").json()
    near = client.get("/api/errors?q=load.py:48").json()

    assert mended["searched"] == {"left_out": ["qqzzq"], "mended": {"avnil": ["anvil"]}, "is_loose": False}
    assert (mended["place"], near["place"]) == (None, "load.py:48")
    assert [found["line"] for found in near["results"]] == [50, 40]


@pytest.mark.parametrize(
    "query, field",
    [
        ("page=0", "page"),
        ("page=abc", "page"),
        ("page=99999999999999999999999", "page"),
        ("size=0", "size"),
        ("size=101", "size"),
        ("kind=nonsense", "kind"),
        ("project=nonsense", "project"),
        ("project=no/such", "project"),
        ("q=%00", "q"),
        ("exc_type=%00", "exc_type"),
        ("path=%00", "path"),
        ("q=" + "x" * 501, "q"),
        ("q=path&category=test", "category"),
    ],
)
def test_query_that_makes_no_sense_is_refused_by_field(client, query, field):
    response = client.get(f"/api/errors?{query}")

    assert response.status_code == 400
    assert response.json()["error"]["code"] == "invalid"
    assert list(response.json()["error"]["fields"]) == [field]


def test_page_past_the_last_one_is_not_found(client):
    make_entry()

    response = client.get("/api/errors?page=2")

    assert response.status_code == 404
    assert response.json()["error"]["code"] == "page_out_of_range"


def test_pages_link_to_each_other(client):
    pin = make_pin()
    for number in range(5):
        make_entry(pin, message=f"number {number}")

    body = client.get("/api/errors?size=2&page=2&project=acme/anvil").json()

    assert (body["total"], body["page"], body["pages"]) == (5, 2, 3)
    assert body["previous"].endswith("size=2&page=1&project=acme%2Fanvil")
    assert body["next"].endswith("size=2&page=3&project=acme%2Fanvil")
