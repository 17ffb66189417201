"""POST /api/match"""

import copy
import json

import pytest

from api.examples import PASTE as TRACEBACK
from api.examples import stored
from kb.display.paste_limit import MOST_BODY_BYTES
from kb.search.indexing import index_pin
from tests.api.conftest import here
from tests.factories import make_entry, make_explanation, make_pin

pytestmark = pytest.mark.django_db


BROKEN = [
    b"", b"{", b"text", b'{"text": "\xff"}', b'{"text": NaN}', b"[" * 100_000, b'{"a":' * 50_000, b"9" * 10_000, b"\0"
]  # fmt: skip
FOREIGN = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "x"]


@pytest.fixture
def pin():
    pin = make_pin()
    entry = make_entry(pin, id="fade0000000000aa", message="no {what} given")
    said = {"meaning": "`load` needs to know what to load.", "solution": "Pass `what` to `load`."}
    sentences = [{"part": part, "text": text, "sources": []} for part, text in said.items()]
    make_explanation(entry, body={"sentences": sentences})
    for function in ("open", "close"):
        make_entry(pin, message="the tongs are missing", site={"qualname": function})
    index_pin(pin.pk)
    return pin


def with_score(name: str, body: dict) -> dict:
    """The example, whose score may be another: ranking may weigh anew."""
    example = copy.deepcopy(stored(name))
    example["matches"][0]["score"] = body["matches"][0]["score"]
    return example


def post(client, body: object, **extra):
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post("/api/match", data=data, content_type=extra.pop("content_type", "application/json"), **extra)


def assert_refused(response, status: int, code: str, *fields: str) -> None:
    assert response.status_code == status
    assert response.json()["error"]["code"] == code
    assert sorted(response.json()["error"]["fields"]) == sorted(fields)


def test_traceback_brings_its_statement_with_values_spans_and_reasons(client, pin):
    body = post(client, {"text": TRACEBACK}).json()

    assert 0.5 < body["matches"][0]["score"] <= 1
    assert body == here(with_score("match", body))


def test_ambiguity_says_what_would_decide(client, pin):
    body = post(client, {"text": "ValueError: the tongs are missing"}).json()

    assert body["outcome"] == "ambiguous"
    assert "frame" in body["decides"]
    assert len(body["matches"]) == 2


def test_what_no_one_says_is_unmatched(client, pin):
    body = post(client, {"text": "ZorkError: grue ate the lantern at midnight"}).json()

    assert (body["outcome"], body["matches"]) == ("unmatched", [])
    assert body["errors"][0]["exc_type"] == "ZorkError"


def test_what_python_raises_is_told_with_the_frame_to_look_at(client, pin):
    frame = 'Traceback (most recent call last):\n  File "/home/me/shop.py", line 7, in sell\n    return {[]: 1}\n'
    [error] = post(client, {"text": f"{frame}TypeError: unhashable type: 'list'"}).json()["errors"]

    assert (error["outcome"], error["by_python"]) == ("unmatched", True)
    told = {"path": "/home/me/shop.py", "line": 7, "function": "sell", "code": "return {[]: 1}"}
    assert error["look_at"] == told


def test_limit_bounds_the_matches(client, pin):
    assert len(post(client, {"text": "the tongs are missing", "limit": 1}).json()["matches"]) == 1


def test_offsets_are_those_of_the_text_that_was_sent(client, pin):
    text = "\r\n\0" + TRACEBACK.replace("\n", "\r\n")

    [error] = post(client, {"text": text}).json()["errors"]

    spans = {span["part"]: text[span["start"] : span["end"]] for span in error["spans"]}
    assert spans["type"] == "ValueError"
    assert spans["message"].rstrip() == "no key given"


@pytest.mark.parametrize(
    "body, fields",
    [
        ({}, ["text"]),
        ({"text": None}, ["text"]),
        ({"text": ""}, ["text"]),
        ({"text": " \n"}, ["text"]),
        ({"text": 3}, ["text"]),
        ({"text": ["a"]}, ["text"]),
        ({"text": {"a": 1}}, ["text"]),
        ({"text": "x", "limit": 0}, ["limit"]),
        ({"text": "x", "limit": 101}, ["limit"]),
        ({"text": "x", "limit": "many"}, ["limit"]),
        ({"text": "x", "project": "anvil"}, ["project"]),
        ({"text": "x", "project": "a\0/b"}, ["project"]),
        ({"text": "x", "project": 7}, ["project"]),
        ([], ["body"]),
        ("text", ["body"]),
        (3, ["body"]),
        (None, ["body"]),
    ],
)
def test_body_of_a_wrong_shape_is_refused_by_field(client, body, fields):
    assert_refused(post(client, body), 400, "invalid", *fields)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"text",
        b'{"text": "\xff"}',
        b'{"text": NaN}',
        b"[" * 100_000,
        b'{"a":' * 50_000,
        b"9" * 10_000,
        b"\0",
    ],
)
def test_body_that_is_no_json_is_refused(client, body):
    assert post(client, body).status_code == 400


def test_megabyte_of_which_every_character_is_written_as_an_escape_is_taken(client):
    body = b'{"text": "' + b"\\u0041" * 1_000_000 + b'"}'

    assert 5_900_000 < len(body) < MOST_BODY_BYTES
    assert post(client, body).status_code == 200


def test_text_of_more_than_a_megabyte_is_refused(client):
    assert_refused(post(client, {"text": "x" * 1_000_001}), 413, "too_large")
    assert_refused(post(client, {"text": "\u20ac" * 400_000}), 413, "too_large")
    assert_refused(post(client, b'{"text": "' + b"x" * (MOST_BODY_BYTES + 1) + b'"}'), 413, "too_large")


@pytest.mark.parametrize("text", ["\ud800", "a\0b", "\udfff\0" * 100, "\u202e", "\x00"])
def test_characters_that_no_database_takes_do_no_harm(client, pin, text):
    assert post(client, {"text": f"ValueError: no {text} given"}).status_code == 200


@pytest.mark.parametrize("content_type", FOREIGN)
def test_other_kinds_of_body_are_refused(client, content_type):
    assert_refused(post(client, b"text=x", content_type=content_type), 415, "unsupported_media_type")


def test_other_methods_are_refused(client):
    assert_refused(client.get("/api/match"), 405, "method_not_allowed")
    assert_refused(client.put("/api/match"), 405, "method_not_allowed")


def test_other_sites_may_ask(client):
    headers = {
        "Origin": "https://elsewhere.example",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }

    response = client.options("/api/match", headers=headers)

    assert response["Access-Control-Allow-Origin"] == "*"
    assert "POST" in response["Access-Control-Allow-Methods"]


def test_match_takes_a_bounded_number_of_queries(client, pin, django_assert_max_num_queries):
    with django_assert_max_num_queries(14):
        post(client, {"text": TRACEBACK})
