"""One question over the wire, and all the ways in which a server does not answer it."""

import time
from email.utils import formatdate

import pytest

from ingest.explain.llm.client import LlmFailed, ask
from ingest.explain.llm.patience import Patience
from tests.ingest.explain.llm.llms import make_llm
from tests.ingest.explain.llm.standin import completion, cuts_off, drips, fails, floods, says, sends, serving, sleeps

MESSAGES = [{"role": "system", "content": "Explain."}, {"role": "user", "content": "DATA"}]


def asked(*steps, form="json_schema", **kwargs):
    with serving(*steps) as server:
        return ask(make_llm(server.url, **kwargs), MESSAGES, form)


def failed(*steps, **kwargs):
    with pytest.raises(LlmFailed) as caught:
        asked(*steps, **kwargs)
    return caught.value


def patiently(*steps, **kwargs):
    """What a patient asker gets, and how often the server was asked."""
    with serving(*steps) as server:
        llm = make_llm(server.url, **kwargs)
        patience = Patience(first_pause=0.001)
        try:
            outcome = patience.ask(lambda form: ask(llm, MESSAGES, form)).text
        except LlmFailed as failure:
            outcome = failure
        return outcome, len(server.bodies), patience.answers_as


def test_reply_has_text_tokens_and_why_it_ended():
    reply = asked(says("hello", finish="length"))

    assert (reply.text, reply.finish, reply.tokens_in, reply.tokens_out) == ("hello", "length", 1000, 200)
    assert not reply.is_estimated


def test_tokens_that_the_server_does_not_count_are_estimated():
    reply = asked(says("x" * 300, usage=False))

    assert (reply.tokens_in, reply.tokens_out, reply.is_estimated) == (5, 100, True)


def test_request_names_model_schema_key_and_bounds():
    with serving(says("x")) as server:
        ask(make_llm(server.url), MESSAGES, "json_schema")

    (body,), (headers,) = server.bodies, server.headers
    assert (body["model"], body["messages"], body["max_tokens"]) == ("m-1", MESSAGES, 500)
    assert body["response_format"]["json_schema"]["strict"] is True
    assert headers["Authorization"] == "Bearer sk-secret"


def test_without_a_key_none_is_sent():
    with serving(says("x")) as server:
        ask(make_llm(server.url, key=""), MESSAGES, "text")

    assert "Authorization" not in server.headers[0]
    assert "response_format" not in server.bodies[0]


def test_fields_that_no_one_asked_for_do_no_harm():
    assert asked(says("x", system_fingerprint="f", service_tier=None, extra={"deep": [1]})).text == "x"


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
def test_what_heals_is_told_from_what_does_not(status):
    assert failed(fails(status)).heals


@pytest.mark.parametrize("status", [401, 403, 404])
def test_what_no_question_will_heal_is_hopeless(status):
    failure = failed(fails(status))

    assert (failure.heals, failure.is_hopeless) == (False, True)


@pytest.mark.parametrize(
    "step",
    [
        sends(b"not json"),
        sends(completion("x")[:40]),
        sends(b'{"choices": []}'),
        sends(b'{"choices": [{"message": {"content": 7}}]}'),
        sends(b'{"choices": "many"}'),
        sends(b"[]"),
        sends(b'{"choices": [{"message": {"content": "x"}}], "usage": {"prompt_tokens": "many"}}'),
    ],
)
def test_answer_that_is_no_completion_fails_and_may_heal(step):
    assert failed(step).heals


def test_answer_that_breaks_off_fails_and_may_heal():
    assert failed(cuts_off).heals


def test_answer_without_content_is_an_empty_text():
    assert asked(sends(b'{"choices": [{"message": {"content": null}}]}')).text == ""


def test_slow_answer_is_cut_off():
    failure = failed(sleeps(5), seconds=0.2)

    assert failure.heals
    assert "no answer within" in str(failure)


def test_answer_that_drips_is_cut_off_as_a_whole():
    began = time.monotonic()

    assert failed(drips(20), seconds=0.5).heals
    assert time.monotonic() - began < 15


def test_huge_answer_is_not_read_to_its_end():
    failure = failed(floods)

    assert "longer than 1,000,000 bytes" in str(failure)
    assert not failure.heals


def test_server_that_is_away_may_come_back():
    with pytest.raises(LlmFailed) as caught:
        ask(make_llm("http://127.0.0.1:1/v1"), MESSAGES, "text")

    assert caught.value.heals


def test_redirect_does_not_take_the_key_elsewhere():
    with serving(says("x")) as other, serving(fails(307, Location=f"{other.url}/chat/completions")) as server:
        llm, patience = make_llm(server.url), Patience(first_pause=0.001)
        with pytest.raises(LlmFailed):
            patience.ask(lambda form: ask(llm, MESSAGES, form))

    assert other.bodies == []


def test_what_a_server_says_is_told_in_a_line_without_the_key():
    failure = failed(fails(401, "bad key:\n\nsk-secret"))

    assert str(failure) == "HTTP 401 bad key: …"


def test_patience_gets_past_a_busy_and_a_broken_server():
    assert patiently(fails(429, Retry_After="0"), fails(500), cuts_off, says("x"))[:2] == ("x", 4)


def test_patience_waits_as_long_as_the_server_asks():
    began = time.monotonic()

    assert patiently(fails(429, Retry_After="1"), says("x"))[0] == "x"
    assert time.monotonic() - began >= 1


def test_server_may_ask_to_wait_by_a_date():
    failure = failed(fails(429, Retry_After=formatdate(time.time() + 30, usegmt=True)))

    assert 25 < failure.pause <= 30


def test_server_that_asks_to_wait_for_an_hour_ends_it():
    outcome, count, _ = patiently(fails(429, Retry_After="3600"))

    assert (outcome.is_hopeless, count) == (True, 1)
    assert "wait for 3,600 s" in str(outcome)


def test_patience_ends():
    outcome, count, _ = patiently(fails(503))

    assert "HTTP 503" in str(outcome)
    assert count == 5


def test_what_does_not_heal_is_asked_once():
    assert patiently(fails(401))[1] == 1


def test_server_that_knows_no_schema_is_asked_without_and_remembered():
    with serving(fails(400), fails(400), says("x")) as server:
        llm, patience = make_llm(server.url), Patience(first_pause=0.001)
        for _ in range(2):
            assert patience.ask(lambda form: ask(llm, MESSAGES, form)).text == "x"

    formats = [body.get("response_format", {}).get("type") for body in server.bodies]
    assert formats == ["json_schema", "json_object", None, None]
    assert patience.answers_as == "text"


def test_once_an_answer_came_a_refusal_is_the_questions():
    with serving(says("x"), fails(400)) as server:
        llm, patience = make_llm(server.url), Patience(first_pause=0.001)
        patience.ask(lambda form: ask(llm, MESSAGES, form))
        with pytest.raises(LlmFailed):
            patience.ask(lambda form: ask(llm, MESSAGES, form))

    assert len(server.bodies) == 2
    assert patience.answers_as == "json_schema"


def test_those_who_wait_give_up_when_the_run_is_stopped():
    patience = Patience()
    patience.stopped.set()

    with pytest.raises(LlmFailed, match="stopped"):
        patience.ask(lambda form: None)
