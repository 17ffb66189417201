"""Cases that the browser must read alike: tests/browser/test_masking.py runs them through its script."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kb.secrets import RULES, mask

# Made up; joined, so that no scanner of ours takes them for real ones.
KEY = "sk-" + "proj-Ab3dE6fG" * 3
JWT = "eyJ" + "hbGciOiJIUzI1NiJ9" + ".eyJ" + "zdWIiOiIxMjM0NTY3" + ".c2lnbmF0dXJl"
PEM = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC=\n-----END RSA PRIVATE KEY-----"

MASKED = {
    f"Incorrect API key provided: {KEY}.": "Incorrect API key provided: ***.",
    "ghp" + "_" + "a1B2" * 9: "***",
    "use xox" + "b-123456789012-abcdef": "use ***",
    "AKIA" + "Q3EXAMPLE7EXAMP4": "***",
    f"jwt {JWT} expired": "jwt *** expired",
    PEM: "-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----",
    "postgres://jane:s3cret@db.example/kb": "postgres://jane:***@db.example/kb",
    "redis://:s3cret@cache:6379/0": "redis://:***@cache:6379/0",
    "https://0123456789abcdef0123@git.example/x": "https://***@git.example/x",
    "GET /v1?key=abcdef12345&page=2": "GET /v1?key=***&page=2",
    "Authorization: Bearer abc.def-ghi_123": "Authorization: Bearer ***",
    "{'Authorization': 'Basic amFuZTpzM2NyZXQ='}": "{'Authorization': 'Basic ***'}",
    "password='correct horse'": "password='***'",
    '{"password": "correct horse"}': '{"password": "***"}',
    "DB_PASSWORD=hunter2": "DB_PASSWORD=***",
    "OPENAI_API_KEY=abcdefgh12345678": "OPENAI_API_KEY=***",
    "api-key: abcdefgh12345678": "api-key: ***",
    "token=Abcdefgh12345678Abcdefgh12345678": "token=***",
    "no account jane.doe+x@mail.example.org here": "no account *** here",
    "<jane@example.org>": "<***>",
}
LEFT_ALONE = [
    "max_tokens=5 must be at most 4096",
    "Unexpected token: '}' at line 3",
    "pad_token: None",
    "unexpected key: model.layers.0.self_attn.q_proj.weight",
    "password: must be at least 8 characters",
    "login(password=password)",
    "password={password!r}",
    "Invalid token provided",
    "The api_key must be set",
    "git@github.com:acme/anvil.git",
    "react@18.2.0 and a@b",
    "@app.route('/x')",
    "https://user@host.local:8080/x".replace("user@", ""),
    "sk-learn is not installed",
    "a risk-averse-and-very-long-hyphenated-word",
    "C:\\Users\\me\\app.py:12",
    "commit 1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
]


@pytest.mark.parametrize("text", MASKED)
def test_secret_is_masked_and_what_is_around_it_stays(text):
    assert mask(text).text == MASKED[text]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_is_no_secret_stays(text):
    assert mask(text).text == text
    assert not mask(text).found


def test_what_was_masked_is_counted_by_what_it_is():
    masked = mask(f"{KEY} a@b.example c@d.example")

    assert masked.found == {"key": 1, "e-mail address": 2}


def test_masking_twice_changes_nothing():
    for text in MASKED:
        once = mask(text).text
        assert mask(once).text == once


def test_token_of_the_longer_kind_is_masked():
    assert "0000" not in mask("token is github_pat_" + "0" * 22).text


@given(st.sampled_from(RULES).flatmap(lambda rule: st.tuples(st.just(rule), st.from_regex(rule.pattern))))
def test_no_rule_is_passed_over_where_it_finds_something(case):
    rule, text = case

    assert re.search(rule.pattern, text)
    assert any(need in text for need in rule.needs)


@pytest.mark.parametrize(
    "piece",
    ["a", "sk-", "eyJ", "eyJa.", "://", "a://b:", "-----BEGIN PRIVATE KEY-----", "password=", "password='", "a@", "a.",
     "token: ", "Authorization: ", "?key=", "@a.", "-", "Bearer ", "api_key=a1"],
)  # fmt: skip
def test_hostile_text_is_read_to_its_end(piece):
    # What starts again inside what it has read takes minutes here, not the second that this takes.
    assert mask(piece * (300_000 // len(piece))).text
