"""Ids of requests and jobs, in answers and in the log."""

import json
import logging
import logging.config

import pytest

from kb import trail
from kb.config.logs import logging_config

pytestmark = pytest.mark.django_db


def test_id_of_a_request_is_taken_over_and_said_again(client):
    assert client.get("/robots.txt", headers={"X-Request-ID": "abc-1.2_3"})["X-Request-ID"] == "abc-1.2_3"


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "a\u00e9", "<script>", "a;b"])
def test_id_that_does_not_fit_is_replaced(client, given):
    made = client.get("/robots.txt", headers={"X-Request-ID": given})["X-Request-ID"]

    assert made != given
    assert len(made) == 32


def test_request_is_logged_without_what_was_asked(client, caplog):
    caplog.set_level(logging.INFO, "raised.requests")

    client.get("/search?q=secret")
    client.post("/api/match", data={"text": "secret"}, content_type="application/json")

    assert "GET /search 200" in caplog.text
    assert "POST /api/match 200" in caplog.text
    assert "secret" not in caplog.text


def test_a_path_can_not_forge_a_line_of_the_log(client, caplog):
    caplog.set_level(logging.INFO, "raised.requests")

    client.get("/a%0A2026-01-01 INFO raised: all is well")

    (line,) = [record.getMessage() for record in caplog.records if record.name == "raised.requests"]
    assert "\n" not in line


@pytest.mark.parametrize("form", ["line", "json"])
def test_log_names_request_and_job(form, capsys):
    config = logging_config("INFO", form)
    config["loggers"] = {"told": {"handlers": ["stderr"], "level": "INFO", "propagate": False}}
    del config["root"]
    logging.config.dictConfig(config)

    with trail.on_behalf_of(trail.request_id, "abc"), trail.on_behalf_of(trail.job_id, "17"):
        logging.getLogger("told").info("done")

    (said,) = capsys.readouterr().err.splitlines()
    if form == "line":
        assert said.endswith("INFO told: done [request abc job 17]")
    else:
        line = json.loads(said)
        assert line.pop("time")
        assert line == {"level": "INFO", "logger": "told", "message": "done", "request_id": "abc", "job_id": "17"}


@pytest.mark.parametrize("form", ["line", "json"])
def test_no_secret_reaches_the_log_not_even_in_a_traceback(form, capsys):
    config = logging_config("INFO", form)
    config["loggers"] = {"told": {"handlers": ["stderr"], "level": "INFO", "propagate": False}}
    del config["root"]
    logging.config.dictConfig(config)
    key = "sk-" + "proj-Ab3dE6fG" * 3

    try:
        raise ValueError(f"bad key {key}")
    except ValueError:
        logging.getLogger("told").exception("refused %s", key)

    said = capsys.readouterr().err
    assert "ValueError: bad key ***" in said
    assert "refused ***" in said
    assert key not in said
    assert form == "line" or json.loads(said)


def test_thread_goes_back_to_what_it_was_about():
    with trail.on_behalf_of(trail.job_id, "1"):
        with trail.on_behalf_of(trail.job_id, "2"):
            pass
        assert trail.job_id.get() == "1"
    assert trail.job_id.get() == ""
