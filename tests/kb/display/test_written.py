"""Which of an entry's explanations is shown, and what it says of itself."""

import pytest

from kb.display.entry import entry_page
from tests.factories import make_entry, make_explanation

pytestmark = pytest.mark.django_db


def body(**texts):
    return {"sentences": [{"part": part, "text": text, "sources": []} for part, text in texts.items()]}


@pytest.fixture
def entry():
    entry = make_entry()
    make_explanation(
        entry, origin="static", body=body(meaning="Static.", solution="Do it.") | {"example_fix": "load()"}
    )
    return entry


def shown(entry):
    return entry_page(entry.id).explanation


def test_person_comes_before_llm_before_program(entry):
    assert shown(entry).meaning == "Static."
    make_explanation(entry, origin="llm", model="m-1", body=body(meaning="Llm."))
    assert shown(entry).meaning == "Llm."
    make_explanation(entry, body=body(meaning="Person."))
    assert shown(entry).meaning == "Person."


def test_hidden_words_are_not_shown(entry):
    make_explanation(entry, body=body(meaning="Person."), is_hidden=True)

    assert shown(entry).origin == "static"


def test_when_all_are_hidden_the_bare_facts_are_shown(entry):
    entry.explanations.update(is_hidden=True)

    assert shown(entry).meaning == "`load` raises `ValueError`."
    assert shown(entry).pin == entry.site.pin.sha


def test_pinned_words_come_first(entry):
    make_explanation(entry, body=body(meaning="Person."))
    entry.explanations.filter(origin="static").update(is_pinned=True)

    assert shown(entry).meaning == "Static."


def test_where_an_llm_says_nothing_the_program_does_and_each_sentence_tells(entry):
    make_explanation(entry, origin="llm", model="m-1", body=body(meaning="Llm."))

    explanation = shown(entry)

    assert [(sentence.text, sentence.origin) for sentence in explanation.sentences] == [
        ("Llm.", "llm"),
        ("Do it.", "static"),
    ]
    assert explanation.example_fix == "load()"


def test_where_a_person_says_nothing_nothing_is_said_but_facts_are_listed(entry):
    place = ["src/anvil/load.py", 1, "path"]
    option = {"name": "path", "owner": "load", "default": None, "allowed": [], "help": "", "source": place}
    static = entry.explanations.get()
    test = {"path": place[0], "line": 1, "quote": "path", "test": "test_load", "expects": "no", "code": "load()"}
    static.body |= {"options": [option], "tests": [test], "trigger_code": "not path"}
    static.save()
    make_explanation(entry, body=body(meaning="Person."))

    explanation = shown(entry)

    assert (explanation.solutions, explanation.example_fix) == ((), "")
    assert [option.name for option in explanation.options] == ["path"]
    assert [test.name for test in explanation.tests] == ["test_load"]
    assert explanation.trigger_code == "not path"


def test_page_is_ai_assisted_only_where_it_was(client, entry):
    def page():
        return client.get(f"/errors/{entry.id}/").text

    assert "AI-assisted" not in page()
    row = make_explanation(entry, origin="llm", model="m-1 <b>", body=body(meaning="Llm."))
    row.refresh_from_db()
    assert f"AI-assisted analysis (m-1 &lt;b&gt;, {row.made_at:%Y-%m-%d})" in page()
    make_explanation(entry, body=body(meaning="Person."))
    assert "AI-assisted" not in page()
    assert "Analysis by a person (" in page()


def test_json_tells_origin_model_date_and_pin(client, entry):
    make_explanation(entry, origin="llm", model="m-1", body=body(meaning="Llm."))

    told = client.get(f"/api/errors/{entry.id}").json()["explanation"]

    assert (told["origin"], told["model"], told["pin"]) == ("llm", "m-1", entry.site.pin.sha)
    assert told["made_at"]
