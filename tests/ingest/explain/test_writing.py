"""Explanations are stored once, shown with their places, and made again when the code says something else."""

import pytest
from celery.exceptions import SoftTimeLimitExceeded

from ingest.explain import saying
from ingest.explain.beside import Beside
from ingest.explain.writing import explain_pin
from kb.display.entry import entry_page
from kb.models import ErrorEntry, Explanation
from tests.factories import make_blob, make_entry, make_file, make_pin, make_project

pytestmark = pytest.mark.django_db

CODE = b"def load(path=None):\n    if path is None:\n        raise ValueError('no path given')\n"
GUARDS = {"guards": [{"text": "path is None", "line": 2}]}


def entry(code=CODE, **kwargs):
    pin = make_pin(make_project(repository_url="https://github.com/acme/anvil"))
    blob = make_blob(code)
    make_file(pin, blob=blob)
    return make_entry(pin, site={"blob": blob, "facts": GUARDS}, **kwargs)


def test_second_run_writes_nothing():
    made = entry()

    assert explain_pin(made.first_pin_id) == 1
    assert explain_pin(made.first_pin_id) == 0


def test_page_shows_each_sentence_with_its_place():
    made = entry()
    explain_pin(made.first_pin_id)

    explanation = entry_page(made.id).explanation

    assert explanation.trigger.startswith("Only when the parameter `path` is `None`.")
    assert explanation.solutions == ("Give a value for `path` of `load`; it is `None`.",)
    (option,) = explanation.options
    assert (option.name, option.default, option.source.line) == ("path", "None", 1)
    url = explanation.said["trigger"][0].sources[0].url
    assert url == f"https://github.com/acme/anvil/blob/{made.first_pin.sha}/src/anvil/load.py#L2"


def test_file_that_does_not_parse_is_explained_from_its_guards():
    made = entry(b"def load(path=None:\n    if path is None:\n        raise ValueError 'no path given'\n")
    explain_pin(made.first_pin_id)

    explanation = entry_page(made.id).explanation
    assert explanation.meaning == "`load` raises `ValueError` when `path` is `None`, if it gets that far."
    assert explanation.trigger_code == "# if it gets that far\nif path is None:\n    raise ValueError(...)"


def test_row_is_replaced_when_it_says_something_else():
    made = entry()
    explain_pin(made.first_pin_id)
    Explanation.objects.update(body={}, made_from="")

    assert explain_pin(made.first_pin_id) == 1
    assert Explanation.objects.get().body["sentences"]


def test_word_of_a_person_counts_more_than_the_programs():
    made = entry()
    explain_pin(made.first_pin_id)
    body = {"sentences": [{"part": "meaning", "text": "By hand."}]}
    Explanation.objects.create(entry=made, pin=made.first_pin, origin="human", body=body, evidence_hash="")

    assert entry_page(made.id).explanation.meaning == "By hand."
    assert explain_pin(made.first_pin_id) == 0


def failing(error):
    def fail(*args):
        raise error

    return fail


@pytest.mark.parametrize(
    ("owner", "name"), [(saying.Reader, "evidence"), (saying, "explain")], ids=["reading", "explaining"]
)
@pytest.mark.parametrize("error", [RecursionError, MemoryError, ValueError])
def test_what_went_wrong_costs_its_entry_alone_and_is_tried_again(owner, name, error, monkeypatch, caplog):
    made = entry()
    with monkeypatch.context() as patch:
        patch.setattr(owner, name, failing(error("by the way")))
        assert explain_pin(made.first_pin_id) == 1
    assert Explanation.objects.get().made_from == ""
    assert "src/anvil/load.py:" in caplog.text
    assert entry_page(made.id)

    explain_pin(made.first_pin_id)

    assert Explanation.objects.get().made_from != ""
    assert entry_page(made.id).explanation.solutions == ("Give a value for `path` of `load`; it is `None`.",)


@pytest.mark.parametrize(
    ("owner", "name"), [(saying.Reader, "evidence"), (saying, "explain")], ids=["reading", "explaining"]
)
def test_end_of_a_tasks_time_is_no_fault_of_the_file(owner, name, monkeypatch):
    made = entry()
    monkeypatch.setattr(owner, name, failing(SoftTimeLimitExceeded()))

    with pytest.raises(SoftTimeLimitExceeded):
        explain_pin(made.first_pin_id)


def test_what_tests_raise_is_not_explained_nor_stays_so_what_was():
    made = entry()
    explain_pin(made.first_pin_id)
    assert made.explanations.count() == 1
    ErrorEntry.objects.filter(pk=made.pk).update(category="test")

    assert explain_pin(made.first_pin_id) == 0

    assert made.explanations.count() == 0
    assert entry_page(made.pk).explanation.origin == "static"


def test_file_that_ends_its_readers_is_explained_from_its_rows_and_tried_again(monkeypatch):
    made = entry()
    with monkeypatch.context() as patch:
        patch.setattr(Beside, "answers", lambda self, questions: (None for _ in questions))
        assert explain_pin(made.first_pin_id) == 1
    assert Explanation.objects.get().made_from == ""
    assert (
        entry_page(made.id).explanation.meaning
        == "`load` raises `ValueError` when `path` is `None`, if it gets that far."
    )

    explain_pin(made.first_pin_id)

    assert Explanation.objects.get().made_from != ""
    assert entry_page(made.id).explanation.solutions == ("Give a value for `path` of `load`; it is `None`.",)
