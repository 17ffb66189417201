"""Every error of the API has one shape, and the API describes itself."""

import gzip
import html
import json
import re
import shlex

import pytest
from django.core.cache import cache
from django.urls import reverse
from drf_spectacular.validation import validate_schema
from rest_framework import exceptions

from api.codes import CODES
from api.endpoints import endpoints
from api.exceptions import PageOutOfRange, TooLarge, Unavailable
from api.throttles import AnonThrottle
from kb.search.indexing import index_pin
from tests.factories import make_entry, make_pin

pytestmark = pytest.mark.django_db


def assert_shape(response, status: int, code: str) -> None:
    assert response.status_code == status
    assert response["Content-Type"] == "application/json"
    body = response.json()
    assert list(body) == ["error"]
    assert sorted(body["error"]) == ["code", "fields", "message"]
    assert body["error"]["code"] == code
    assert body["error"]["message"]


def test_unknown_address_is_not_found(client):
    for address in ("/api/nope", "/api/nope/", "/api/errors/", "/api/", "/api/a/b/c/d"):
        assert_shape(client.get(address), 404, "not_found")


def test_wrong_method_is_refused(client):
    assert_shape(client.delete("/api/errors"), 405, "method_not_allowed")
    assert_shape(client.post("/api/projects"), 405, "method_not_allowed")


def test_too_many_requests_are_throttled_by_address_but_not_from_this_machine(client, monkeypatch):
    cache.clear()
    monkeypatch.setattr(AnonThrottle, "get_rate", lambda self: "1/hour")
    make_entry(id="fade0000000000aa")

    first, second = (client.get("/api/errors/fade0000000000aa", REMOTE_ADDR="203.0.113.9") for _ in range(2))

    assert first.status_code == 200
    assert_shape(second, 429, "throttled")
    assert int(second["Retry-After"]) > 0
    assert client.get("/api/errors/fade0000000000aa", REMOTE_ADDR="203.0.113.10").status_code == 200
    for _ in range(3):
        assert client.get("/api/errors/fade0000000000aa", REMOTE_ADDR="127.0.0.1").status_code == 200
    cache.clear()


def test_fault_of_ours_is_logged_and_tells_nothing(client, monkeypatch, caplog):
    def broken(*_args, **_kwargs):
        raise RuntimeError("secret detail")

    monkeypatch.setattr("api.views.project_list", broken)

    response = client.get("/api/projects")

    assert_shape(response, 500, "server_error")
    assert "secret" not in response.content.decode()
    assert "secret detail" in caplog.text


def test_answers_may_be_read_from_any_site_without_credentials(client):
    make_entry(id="fade0000000000aa")

    response = client.get("/api/errors/fade0000000000aa", headers={"Origin": "https://elsewhere.example"})

    assert response["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in response
    assert "Access-Control-Allow-Origin" not in client.get("/", headers={"Origin": "https://elsewhere.example"})


def test_schema_is_valid_openapi_and_names_every_endpoint(client):
    schema = client.get("/api/schema", headers={"Accept": "application/json"})
    described = json.loads(schema.content)

    validate_schema(described)
    assert {
        "/api/errors",
        "/api/errors/{entry_id}",
        "/api/projects",
        "/api/projects/{owner}/{name}",
        "/api/jobs/{job_id}",
    } <= set(described["paths"])
    for path in described["paths"].values():
        for operation in path.values():
            assert operation["operationId"]
            assert operation["description"]
            assert "429" in operation["responses"]


def test_docs_bring_everything_from_this_site(client):
    page = client.get(reverse("api-docs")).content.decode()

    assert 'data-schema="/api/schema"' in page
    fetched = re.findall(r'src="([^"]*)"', page) + re.findall(r'rel="(?:icon|stylesheet)" href="([^"]*)"', page)
    assert len(fetched) >= 4
    assert all(re.match(r"/\w", address) for address in fetched)


def test_docs_list_every_endpoint_without_a_script(client):
    paths = client.get("/api/schema", headers={"Accept": "application/json"}).json()["paths"]
    page = client.get(reverse("api-docs")).content.decode()

    told = re.findall(r'<th scope="row"><code>([A-Z]+ /api/[^<]*)</code></th><td>([^<]+)</td>', page)
    assert sorted(request for request, _ in told) == sorted(
        f"{method.upper()} {path}" for path, operations in paths.items() for method in operations
    )


def test_docs_name_what_the_body_of_a_request_holds():
    asked = {endpoint.path: endpoint.parameters for endpoint in endpoints()}

    assert asked["/api/match"] == ("text", "project", "limit")
    assert asked["/api/match/batch"] == ("items",)


def test_request_that_the_docs_offer_to_try_is_answered_as_they_say(client):
    pin = make_pin()
    entry = make_entry(pin, message="it's no use to strike the cold {metal} without any hammer here")
    index_pin(pin.pk)

    page = client.get(reverse("api-docs")).content.decode()

    command = html.unescape(re.search(r"<code>(curl .*?)</code>", page, re.DOTALL)[1])
    *_, body = shlex.split(command)
    answer = client.post(reverse("api-match"), body, content_type="application/json").json()
    assert (answer["outcome"], answer["matches"][0]["id"]) == ("exact", entry.id)
    assert f'<a href="/errors/{entry.id}/">{entry.id}</a>' in page


def test_docs_of_a_site_without_projects_offer_nothing_to_try(client):
    assert "To try it" not in client.get(reverse("api-docs")).content.decode()


def test_every_code_that_can_be_answered_is_in_the_docs(client):
    standard = [
        error.default_code
        for error in vars(exceptions).values()
        if isinstance(error, type) and issubclass(error, exceptions.APIException)
    ]
    # No one signs in to the API, and its own base class is never raised.
    unused = {"error", "authentication_failed", "not_authenticated"}
    ours = [TooLarge.default_code, PageOutOfRange.default_code, Unavailable.default_code]

    assert set(standard + ours) - unused <= set(CODES) | {"server_error"}
    page = client.get(reverse("api-docs")).content.decode()
    assert [code for code in CODES if f"<code>{code}</code>" not in page] == []


def test_every_endpoint_shows_an_answer_and_its_failures(client):
    paths = client.get("/api/schema", headers={"Accept": "application/json"}).json()["paths"]

    for path, operations in paths.items():
        for operation in operations.values():
            for status, response in operation["responses"].items():
                kinds = response.get("content", {})
                if status in ("200", "429") and "application/x-ndjson" not in kinds and path != "/api/schema":
                    assert kinds["application/json"]["examples"], (path, status)


def test_pages_of_a_list_are_linked_in_a_header(client):
    pin = make_pin()
    for number in range(3):
        make_entry(pin, message=f"number {number}")

    link = client.get("/api/errors?project=acme/anvil&size=1&page=2")["Link"]

    assert re.findall(r'page=(\d)>; rel="(\w+)"', link) == [("3", "next"), ("1", "prev")]
    assert "Link" not in client.get("/api/errors?project=acme/anvil")


def test_answers_say_how_much_one_may_still_ask(client, monkeypatch):
    cache.clear()
    monkeypatch.setattr(AnonThrottle, "get_rate", lambda self: "2/hour")
    make_entry(id="fade0000000000aa")

    answers = [client.get("/api/errors/fade0000000000aa", REMOTE_ADDR="203.0.113.9") for _ in range(3)]

    assert [answer["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert {answer["RateLimit-Limit"] for answer in answers} == {"2"}
    assert 0 < int(answers[2]["RateLimit-Reset"]) <= 3600
    assert "RateLimit-Limit" not in client.get("/api/errors/fade0000000000aa", REMOTE_ADDR="127.0.0.1")
    cache.clear()


def test_large_answers_are_compressed_for_who_takes_that(client):
    make_entry(id="fade0000000000aa")

    for address in ("/errors/fade0000000000aa/", "/api/errors/fade0000000000aa", "/api/errors", "/"):
        plain = client.get(address)
        packed = client.get(address, headers={"Accept-Encoding": "gzip"})
        assert "Content-Encoding" not in plain
        assert packed["Content-Encoding"] == "gzip"
        assert gzip.decompress(packed.content) == plain.content
        assert "Accept-Encoding" in plain["Vary"]
