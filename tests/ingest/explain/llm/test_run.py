"""A run over a project: what is asked, stored, shown, counted and paid, and how it goes on after a kill."""

import json
from decimal import Decimal

import pytest

from ingest.attendance import RUNS, held
from ingest.explain.hashing import evidence_hash
from ingest.explain.llm import run as runs
from ingest.explain.llm import storing
from ingest.explain.llm.patience import Patience
from ingest.explain.reading import evidence
from ingest.explain.writing import explain_pin
from kb.display.entry import entry_page
from kb.models import ExplainRun, Explanation, ExplanationChange, LlmAnswer
from tests.factories import make_blob, make_entry, make_explanation, make_file, make_pin, make_project
from tests.ingest.explain.llm.standin import fails, says, serving

pytestmark = pytest.mark.django_db

PATH = "src/anvil/load.py"
SENTENCE = {"part": "meaning", "text": "`load` was called without `path`.", "sources": ["E1"]}
ANSWER = {"sentences": [SENTENCE], "example_fix": None, "guard_code": ""}


@pytest.fixture(autouse=True)
def _no_pauses(monkeypatch):
    monkeypatch.setattr(runs, "Patience", lambda answers_as: Patience(answers_as, first_pause=0.001))


@pytest.fixture
def pin():
    return make_pin(make_project(repository_url="https://github.com/acme/anvil"))


def make_errors(pin, count=1):
    """Entries of functions `load`, `load1`, …, in a file, each with its static explanation."""
    code = "".join(
        f"def load{n or ''}(path=None):\n    if path is None:\n        raise ValueError('no path {n}')\n"
        for n in range(count)
    )
    blob = make_blob(code.encode())
    make_file(pin, path=PATH, blob=blob)
    made = []
    for n in range(count):
        line = 3 * n + 3
        facts = {"guards": [{"text": "path is None", "line": line - 1}]}
        site = {"blob": blob, "path": PATH, "line": line, "qualname": f"load{n or ''}", "facts": facts}
        made.append(make_entry(pin, message=f"no path {n}", site=site))
    explain_pin(pin.pk)
    return made


def ran(settings, pin, *steps, **kwargs):
    """The run after its turn, and the server."""
    settings.LLM_MODEL = kwargs.pop("model", "m-1")
    with serving(*steps) as server:
        settings.LLM_URL = server.url
        run = runs.begin(pin, settings.LLM_MODEL, **kwargs)
        runs.turn(run.pk)
    run.refresh_from_db()
    return run, server


def test_what_holds_is_shown_with_origin_model_and_places(settings, pin):
    (entry,) = make_errors(pin)

    run, _ = ran(settings, pin, says(ANSWER))

    explanation = entry_page(entry.id).explanation
    assert (explanation.origin, explanation.model, explanation.meaning) == ("llm", "m-1", SENTENCE["text"])
    assert explanation.sentences[0].sources[0].url.endswith(f"{PATH}#L3")
    assert (run.state, run.asked, run.done, run.total) == ("done", 1, 1, 1)
    assert run.verdicts == {"entries": {"explained": 1}, "sentences": {"kept": 1}}


def test_where_the_answer_says_nothing_the_static_text_stays(settings, pin):
    (entry,) = make_errors(pin)

    ran(settings, pin, says(ANSWER))

    said = entry_page(entry.id).explanation.said
    assert said["trigger"][0].origin == "static"
    assert said["solution"]


@pytest.mark.parametrize(
    "step, reason",
    [
        (says('{"sentences": [{"part": "mea', finish="length"), "cut off"),
        (says("I cannot help with that."), "no JSON"),
        (says({"sentences": [SENTENCE | {"text": "Set `max_path`."}]}), "nothing held"),
        (says({"sentences": [SENTENCE | {"sources": []}]}), "nothing held"),
    ],
)
def test_answer_of_no_use_leaves_the_static_text_and_is_counted(settings, pin, step, reason):
    (entry,) = make_errors(pin)

    run, _ = ran(settings, pin, step)

    assert entry_page(entry.id).explanation.origin == "static"
    assert run.verdicts["entries"] == {reason: 1}
    assert run.state == "done"


def test_dropped_sentences_are_kept_with_their_reasons(settings, pin):
    make_errors(pin)
    invented = SENTENCE | {"text": "Set `max_path` of `load`."}

    run, _ = ran(settings, pin, says({"sentences": [SENTENCE, invented]}))

    assert LlmAnswer.objects.get().dropped == [{"text": invented["text"], "reason": "unknown name"}]
    assert run.verdicts["sentences"] == {"kept": 1, "unknown name": 1}


def test_text_that_no_database_takes_is_stored_all_the_same(settings, pin):
    make_errors(pin)

    ran(settings, pin, says('{"sentences": [{"part": "meaning", "text": "\\ud800 \\u0000", "sources": ["E1"]}]} \0'))

    assert LlmAnswer.objects.get().unusable == "nothing held"


def test_tokens_and_cost_are_kept_for_the_answer_and_the_run(settings, pin):
    settings.LLM_PRICE_IN, settings.LLM_PRICE_OUT = Decimal(2), Decimal(8)
    make_errors(pin, 3)

    run, _ = ran(settings, pin, says(ANSWER))

    assert (run.tokens_in, run.tokens_out, run.cost) == (3000, 600, Decimal("0.0108"))
    row = Explanation.objects.select_related("answer").filter(origin="llm").first()
    assert (row.answer.tokens_in, row.answer.tokens_out, row.answer.cost) == (1000, 200, Decimal("0.0036"))


def test_nothing_is_asked_twice(settings, pin):
    make_errors(pin, 2)
    ran(settings, pin, says(ANSWER))

    run, server = ran(settings, pin, says(ANSWER))

    assert server.bodies == []
    assert (run.state, run.asked, run.verdicts["reused"]) == ("done", 0, 2)


def test_another_model_is_asked_anew_and_so_is_whoever_is_told_to(settings, pin):
    make_errors(pin)
    ran(settings, pin, says(ANSWER))

    assert len(ran(settings, pin, says(ANSWER), model="m-2")[1].bodies) == 1
    assert len(ran(settings, pin, says(ANSWER), again=True)[1].bodies) == 1
    assert Explanation.objects.filter(origin="llm").count() == 1


def test_no_more_than_asked_for_are_asked(settings, pin):
    make_errors(pin, 5)

    run, server = ran(settings, pin, says(ANSWER), most=2)

    assert (len(server.bodies), run.state) == (2, "done")


def test_several_are_under_way_at_once_and_no_more_than_allowed(settings, pin):
    settings.LLM_REQUESTS = 2
    make_errors(pin, 8)

    def slow(handler):
        import time

        time.sleep(0.05)
        says(ANSWER)(handler)

    _, server = ran(settings, pin, slow)

    assert server.most_at_once == 2
    assert Explanation.objects.filter(origin="llm").count() >= 1


def test_run_that_was_killed_goes_on_and_asks_only_what_is_left(settings, pin, monkeypatch):
    settings.LLM_REQUESTS = 1
    make_errors(pin, 4)
    store, stored = storing.store, []

    def killed(*args):
        if len(stored) == 2:
            raise KeyboardInterrupt
        stored.append(store(*args))

    monkeypatch.setattr(storing, "store", killed)
    settings.LLM_MODEL = "m-1"
    with serving(says(ANSWER)) as server:
        settings.LLM_URL = server.url
        run = runs.begin(pin, "m-1")
        with pytest.raises(KeyboardInterrupt):
            runs.turn(run.pk)
        monkeypatch.setattr(storing, "store", store)
        server.bodies.clear()
        assert runs.unattended(unseen_seconds=-1) == [run.pk]
        assert runs.begin(pin, "m-1").pk == run.pk
        assert runs.turn(run.pk) == "ended"

    run.refresh_from_db()
    assert (run.state, run.asked, len(server.bodies)) == ("done", 4, 2)


def test_turn_that_is_over_leaves_the_rest_to_the_next(settings, pin):
    make_errors(pin, 3)
    settings.LLM_MODEL = "m-1"
    with serving(says(ANSWER)) as server:
        settings.LLM_URL = server.url
        run = runs.begin(pin, "m-1")
        assert runs.turn(run.pk, seconds=-1) == "turn over"
        assert server.bodies == []
        assert runs.turn(run.pk) == "ended"

    assert LlmAnswer.objects.count() == 3


def test_run_that_someone_is_at_is_left_to_them(settings, pin):
    make_errors(pin)
    run = runs.begin(pin, "m-1")
    with held(RUNS, run.pk) as is_ours:
        assert is_ours
        assert runs.turn(run.pk) == "with others"
        assert runs.unattended(unseen_seconds=-1) == []


def test_tokens_of_the_run_are_bounded(settings, pin):
    settings.LLM_REQUESTS = 1
    make_errors(pin, 5)
    settings.LLM_RUN_TOKENS = 6_500  # a question with its answer is reserved with some 4,000 and comes to 1,200

    run, server = ran(settings, pin, says(ANSWER))

    assert 1 <= len(server.bodies) < 5
    assert run.state == "stopped"
    assert "RAISED_LLM_RUN_TOKENS" in run.error
    assert run.tokens_in + run.tokens_out <= 6_500


def test_money_of_the_run_is_bounded(settings, pin):
    make_errors(pin, 2)
    settings.LLM_PRICE_IN, settings.LLM_RUN_COST = Decimal(1), Decimal("0.000001")

    run, server = ran(settings, pin, says(ANSWER))

    assert server.bodies == []
    assert (run.state, "RAISED_LLM_RUN_COST" in run.error) == ("stopped", True)


def test_server_that_refuses_the_key_ends_the_run_with_its_word(settings, pin):
    make_errors(pin, 9)

    run, server = ran(settings, pin, fails(401, '{"error": {"message": "wrong key"}}'))

    assert len(server.bodies) == 1
    assert run.state == "failed"
    assert "HTTP 401" in run.error
    assert "wrong key" in run.error


def test_server_that_stays_broken_ends_the_run(settings, pin):
    settings.LLM_REQUESTS = 1
    make_errors(pin, 9)

    run, server = ran(settings, pin, fails(500))

    assert run.state == "failed"
    assert len(server.bodies) == 5 * runs.FAILURES_LIMIT
    assert sum(run.verdicts["failures"].values()) == runs.FAILURES_LIMIT


def test_single_failure_costs_one_entry(settings, pin):
    settings.LLM_REQUESTS = 1
    make_errors(pin, 3)

    run, _ = ran(settings, pin, says(ANSWER), fails(422), says(ANSWER))

    assert (run.state, run.asked) == ("done", 2)
    assert sum(run.verdicts["failures"].values()) == 1


def test_server_without_schemas_is_told_of_on_the_run(settings, pin):
    make_errors(pin)

    run, _ = ran(settings, pin, fails(400), says(f"```json\n{json.dumps(ANSWER)}\n```"))

    assert (run.answers_as, run.verdicts["entries"]) == ("json_object", {"explained": 1})


def test_fault_of_ours_ends_the_run_and_is_told(settings, pin, monkeypatch):
    make_errors(pin)
    monkeypatch.setattr(storing, "store", lambda *args: 1 / 0)

    run, _ = ran(settings, pin, says(ANSWER))

    assert (run.state, run.error) == ("failed", "a fault in Raised, please report it: ZeroDivisionError")


def test_without_settings_a_run_fails_and_says_what_to_set(settings, pin):
    run = runs.begin(pin, "m-1")

    assert runs.turn(run.pk) == "ended"
    run.refresh_from_db()
    assert "RAISED_LLM_URL" in run.error


@pytest.mark.parametrize(
    "kwargs", [{"origin": "human"}, {"origin": "llm", "is_hidden": True}, {"origin": "llm", "is_pinned": True}]
)
def test_what_a_person_settled_is_not_asked_about(settings, pin, kwargs):
    (entry,) = make_errors(pin)
    row = make_explanation(entry, **kwargs)

    _, server = ran(settings, pin, says(ANSWER))

    assert server.bodies == []
    row.refresh_from_db()
    assert row.body["sentences"][0]["text"] == "The path is missing."


def test_old_words_that_a_person_approved_are_kept_in_the_history(settings, pin):
    (entry,) = make_errors(pin)
    make_explanation(entry, origin="llm", is_stale=True, approved_by="sam", approved_at="2026-01-01T00:00Z")

    ran(settings, pin, says(ANSWER))

    row = Explanation.objects.get(origin="llm")
    assert (row.approved_by, row.approved_at, row.is_stale) == ("", None, False)
    assert ExplanationChange.objects.get().body["sentences"][0]["text"] == "The path is missing."


@pytest.mark.parametrize("kwargs", [{"kind": "log"}, {"category": "test"}])
def test_only_errors_of_the_projects_own_code_are_asked_about(settings, pin, kwargs):
    (entry,) = make_errors(pin)
    type(entry).objects.update(**kwargs)

    assert ran(settings, pin, says(ANSWER))[1].bodies == []


def test_checks_of_today_hold_for_answers_of_yesterday(settings, pin, monkeypatch):
    make_errors(pin)
    ran(settings, pin, says(ANSWER))
    monkeypatch.setattr("ingest.explain.llm.sentences.LONGEST", 5)

    ran(settings, pin, says(ANSWER))

    assert not Explanation.objects.filter(origin="llm").exists()


def test_explanation_knows_the_evidence_that_it_was_made_from(settings, pin):
    make_errors(pin)
    ran(settings, pin, says(ANSWER))
    ((_, known),) = evidence(pin)

    assert Explanation.objects.get(origin="llm").evidence_hash == evidence_hash(known)


def test_run_as_json_tells_all_of_it(settings, pin):
    make_errors(pin)
    run, _ = ran(settings, pin, says(ANSWER))

    facts = json.loads(json.dumps(ExplainRun.objects.get().facts))
    assert (facts["run"], facts["project"], facts["state"]) == (run.pk, "acme/anvil", "done")
