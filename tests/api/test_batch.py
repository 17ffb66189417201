"""POST /api/match/batch"""

import json

import pytest
from django.core.cache import cache

from api.examples import PASTE
from api.throttles import MatchThrottle
from tests.api.conftest import here
from tests.api.test_match import pin, with_score  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db


def post(client, items: object, **extra):
    return client.post("/api/match/batch", data=json.dumps({"items": items}), content_type="application/json", **extra)


def test_each_text_is_answered_as_by_itself(client, pin):  # noqa: F811
    body = post(client, [{"text": PASTE, "limit": 1}, {"text": "nothing like it"}]).json()

    first, second = body["answers"]
    assert first == here(with_score("match", first))
    assert second["outcome"] == "unmatched"


@pytest.mark.parametrize(
    "items", [[], [{}], "text", None, [{"text": "x"}] * 21, [{"text": "x"}, {"text": "x", "limit": 0}]]
)
def test_batch_that_makes_no_sense_is_refused(client, items):
    response = post(client, items)

    assert (response.status_code, response.json()["error"]["code"]) == (400, "invalid")
    assert list(response.json()["error"]["fields"]) == ["items"]


def test_texts_of_more_than_a_megabyte_together_are_refused(client):
    response = post(client, [{"text": "x" * 600_000}] * 2)

    assert (response.status_code, response.json()["error"]["code"]) == (413, "too_large")


def test_each_text_counts_as_one_match(client, monkeypatch):
    cache.clear()
    monkeypatch.setattr(MatchThrottle, "get_rate", lambda self: "3/hour")

    allowed = post(client, [{"text": "a"}, {"text": "b"}], REMOTE_ADDR="203.0.113.9")
    refused = post(client, [{"text": "a"}, {"text": "b"}], REMOTE_ADDR="203.0.113.9")

    assert (allowed.status_code, allowed["RateLimit-Remaining"]) == (200, "1")
    assert (refused.status_code, refused["RateLimit-Remaining"]) == (429, "0")
    cache.clear()
