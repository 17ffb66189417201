import json

import msgspec
import pytest

from ingest.explain.llm.answer import SCHEMA, Example, Said, Unusable, answer

GOOD = {"part": "meaning", "text": "It.", "sources": ["E1"]}


def said(*sentences, **more):
    return answer(json.dumps({"sentences": list(sentences), **more}), "stop")


def test_answer_in_the_asked_form_is_read():
    found = said(GOOD, example_fix={"before": "a", "after": "b"}, guard_code="c")

    assert found.sentences == (Said("meaning", "It.", ["E1"]),)
    assert (found.example_fix, found.guard_code) == (Example("a", "b"), "c")


def test_schema_asks_for_just_what_is_read():
    sentence = SCHEMA["properties"]["sentences"]["items"]

    assert tuple(sentence["properties"]) == Said.__struct_fields__
    assert msgspec.convert(GOOD, Said).part in sentence["properties"]["part"]["enum"]
    assert set(SCHEMA["required"]) == set(SCHEMA["properties"])


@pytest.mark.parametrize("around", ["{}", "```json\n{}\n```", "Here it is:\n{}\nI hope it helps."])
def test_prose_around_the_answer_is_passed_over(around):
    assert len(answer(around.replace("{}", json.dumps({"sentences": [GOOD]})), "stop").sentences) == 1


@pytest.mark.parametrize(
    "text, finish, reason",
    [
        ("", "stop", "empty"),
        ("no idea", "stop", "no JSON"),
        ('{"sentences": [{"part": "mea', "length", "cut off"),
        ('{"sentences": [}', "stop", "no JSON"),
        ("[1, 2]", "stop", "no JSON"),
        ('{"sentences": "many"}', "stop", "no sentences"),
        ("{}", "stop", "no sentences"),
        ('{"a":' * 50_000 + "1" + "}" * 50_000, "stop", "no JSON"),
    ],
)
def test_what_is_no_answer_says_why(text, finish, reason):
    with pytest.raises(Unusable) as caught:
        answer(text, finish)

    assert str(caught.value) == reason


@pytest.mark.parametrize(
    "bad",
    [
        7,
        None,
        "text",
        [],
        {"part": "meaning", "text": 7, "sources": ["E1"]},
        {"part": "poem", "text": "It.", "sources": ["E1"]},
        {"part": "meaning", "text": "It.", "sources": "E1"},
        {"part": "meaning", "text": "It.", "sources": [1]},
        {"part": "meaning", "text": "It."},
    ],
)
def test_sentence_of_a_wrong_type_is_dropped_alone(bad):
    found = said(bad, GOOD)

    assert (len(found.sentences), len(found.misshapen)) == (1, 1)


def test_fields_that_no_one_asked_for_are_passed_over():
    assert len(said(GOOD | {"confidence": 0.9}, notes="x").sentences) == 1


def test_code_of_a_wrong_type_is_passed_over():
    found = said(GOOD, example_fix=["a"], guard_code=7)

    assert (found.example_fix, found.guard_code) == (None, "")


def test_no_more_than_so_many_sentences_are_read():
    assert len(said(*[GOOD] * 1000).sentences) == 24
