"""`manage.py explain`: by an LLM where one is set, else the static explanations again."""

import json
from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from ingest import tasks, workers
from ingest.explain.llm import run as runs
from kb.models import ExplainRun, Explanation
from tests.factories import make_blob, make_entry, make_file, make_pin
from tests.ingest.explain.llm.standin import fails, says, serving

pytestmark = pytest.mark.django_db

CODE = b"def load(path=None):\n    if path is None:\n        raise ValueError('no path')\n"
ANSWER = {"sentences": [{"part": "meaning", "text": "`load` got no `path`.", "sources": ["E1"]}]}


@pytest.fixture(autouse=True)
def _no_worker(monkeypatch):
    monkeypatch.setattr(workers, "answer", lambda: False)


@pytest.fixture
def entry():
    pin = make_pin()
    blob = make_blob(CODE)
    make_file(pin, blob=blob)
    return make_entry(pin, site={"blob": blob, "facts": {"guards": [{"text": "path is None", "line": 2}]}})


def explain(*args):
    out, err = StringIO(), StringIO()
    call_command("explain", *args, stdout=out, stderr=err)
    return out.getvalue()


@pytest.fixture
def llm(settings):
    with serving(says(ANSWER)) as server:
        settings.LLM_URL, settings.LLM_MODEL = server.url, "m-1"
        yield server


def test_without_an_llm_static_explanations_are_made_again_and_that_is_said(entry, capsys):
    assert "1 static explanations are new or changed" in explain("acme/anvil")
    assert "No LLM is set (RAISED_LLM_URL, RAISED_LLM_MODEL)" in capsys.readouterr().err
    assert json.loads(explain("ACME/anvil", "--json"))["changed"] == 0


def test_without_an_llm_options_that_need_one_are_refused(entry):
    with pytest.raises(CommandError, match="No LLM is set"):
        explain("acme/anvil", "--limit", "3")


def test_with_an_llm_it_is_asked_and_the_outcome_told(entry, llm):
    told = explain("acme/anvil")

    assert "m-1: done, 1 answers as json_schema, 1,000 tokens in, 200 out" in told
    assert "sentences: 1 kept" in told
    assert Explanation.objects.get(origin="llm").model == "m-1"


def test_outcome_as_json(entry, llm):
    facts = json.loads(explain("acme/anvil", "--model", "m-2", "--json"))

    assert (facts["model"], facts["state"], facts["tokens_in"]) == ("m-2", "done", 1000)


def test_static_explanations_can_be_asked_for_where_an_llm_is_set(entry, llm):
    explain("acme/anvil", "--static")

    assert llm.bodies == []
    assert Explanation.objects.get().origin == "static"


def test_failure_of_the_server_is_told_in_a_line(entry, settings):
    with serving(fails(401, "wrong key")) as server:
        settings.LLM_URL, settings.LLM_MODEL = server.url, "m-1"
        with pytest.raises(CommandError, match="HTTP 401 wrong key"):
            explain("acme/anvil")


@pytest.mark.parametrize("slug", ["no/such", "nonsense", ""])
def test_project_that_was_not_read_is_told(slug):
    with pytest.raises(CommandError, match="No project"):
        explain(slug)


def test_limit_that_makes_no_sense_is_refused(entry):
    with pytest.raises(CommandError, match="at least 1"):
        explain("acme/anvil", "--limit", "0")


def test_run_can_be_left_to_the_workers(entry, llm, monkeypatch):
    handed = []
    monkeypatch.setattr(workers, "hand_run", lambda run_id: handed.append(run_id) or True)

    assert explain("acme/anvil", "--no-wait").strip() == str(ExplainRun.objects.get().pk)
    assert handed == [ExplainRun.objects.get().pk]
    assert llm.bodies == []


def test_worker_takes_turns_until_the_run_has_ended(entry, llm, monkeypatch):
    again = []
    monkeypatch.setattr(tasks.explain, "delay", again.append)
    run = runs.begin(entry.first_pin, "m-1")

    tasks.explain(run.pk)

    run.refresh_from_db()
    assert (run.state, again) == ("done", [])


def test_run_whose_worker_was_killed_is_taken_up(entry, monkeypatch):
    again = []
    monkeypatch.setattr(tasks.explain, "delay", again.append)
    run = runs.begin(entry.first_pin, "m-1")
    ExplainRun.objects.update(seen_at="2026-01-01T00:00Z")

    tasks.resume()

    assert again == [run.pk]
