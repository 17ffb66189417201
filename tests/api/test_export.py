"""GET /api/projects/<owner>/<name>/errors.jsonl"""

import json

import pytest

from api import serializers
from kb.display import export
from tests.factories import make_entry, make_explanation, make_pin, make_project, make_template

pytestmark = pytest.mark.django_db

ADDRESS = "/api/projects/acme/anvil/errors.jsonl"


def lines(response) -> list[dict]:
    return [json.loads(line) for line in b"".join(response.streaming_content).splitlines()]


def test_every_current_error_is_a_line_with_all_its_fields(client):
    pin = make_pin(make_project(repository_url="https://github.com/acme/anvil"))
    entry = make_entry(pin, id="fade0000000000aa", site={"facts": {"guards": [{"text": "not path", "line": 2}]}})
    make_template(entry, text="no road given")
    make_template(entry, text="an old wording", gone_in=pin)
    make_entry(pin, id="fade0000000000ab", message="gone", removed_in=pin)

    (line,) = lines(client.get(ADDRESS))

    assert set(line) == set(serializers.ExportedError().fields)
    assert line["wordings"] == ["no path given", "no road given"]
    assert line["guards"] == [{"text": "not path", "line": 2}]
    assert line["permalink"]["url"].endswith("/src/anvil/load.py#L3")
    assert line["explanation"]["trigger"]


def test_a_large_project_is_read_in_batches(client, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr(export, "BATCH", 2)
    pin = make_pin()
    for number in range(5):
        make_explanation(make_entry(pin, message=f"number {number}"))
    response = client.get(ADDRESS)

    with django_assert_num_queries(6 * 3 + 1):
        shown = lines(response)

    assert sorted(line["title"] for line in shown) == [f"number {number}" for number in range(5)]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("change", ["a pin", "an explanation"])
def test_a_project_that_has_not_changed_is_not_sent_again(client, change):
    pin = make_pin()
    entry = make_entry(pin)

    def is_known(tag: str) -> bool:
        return client.get(ADDRESS, headers={"If-None-Match": tag}).status_code == 304

    # Tests that run beside this one commit to other databases of the server, which changes the tag as well.
    assert any(is_known(tag := client.get(ADDRESS)["ETag"]) for _ in range(100))
    pin.save() if change == "a pin" else make_explanation(entry)
    assert not is_known(tag)


def test_unknown_project_is_not_found(client):
    response = client.get("/api/projects/no/such/errors.jsonl")

    assert (response.status_code, response.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("accept", ["application/x-ndjson", "text/plain", "*/*"])
def test_a_download_is_sent_whatever_is_asked_for(client, accept):
    make_entry()

    response = client.get(ADDRESS, headers={"Accept": accept})

    assert (response.status_code, response["Content-Type"]) == (200, "application/x-ndjson")
