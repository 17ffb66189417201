"""What is said of an outcome, on pages, terminals and in the API alike."""

import pytest

from kb.matching import answer_says, match
from tests.factories import make_entry
from tests.kb.matching.test_match import known

pytestmark = pytest.mark.django_db

HANDED = {"kind": "handed", "exc_type": "", "exc_qualified": "", "site": {"facts": {"via": "pool.Proxy(message=…)"}}}


def test_a_statement_that_hands_its_message_on_is_not_said_to_raise_it():
    known(make_entry(message="there is no context around here", **HANDED))
    assert answer_says(match("RuntimeError: there is no context around here")) == (
        "This is where the message comes from: it is handed to pool.Proxy(message=…), which raises it."
    )


def test_what_leaves_it_open_is_said_and_not_how_many_are_shown():
    known(make_entry(message="path missing"), make_entry(message="{what} missing", site={"line": 9}))
    answer = match("ValueError: path missing")
    assert len(answer.matches) == 2
    assert answer_says(answer).startswith("A known statement says this, and others may. What would decide is the frame")

    known(
        *(make_entry(message="no anvil is left here", site={"line": line, "qualname": f"f{line}"}) for line in (3, 9))
    )
    for limit in (1, 5):
        said = answer_says(match("ValueError: no anvil is left here", limit=limit))
        assert said.startswith("Several statements fit equally well. What would decide is the frame")


def test_each_error_has_sentences_of_its_own():
    known(make_entry(message="no path was given to it"), make_entry(message="anvil missing", site={"line": 9}))
    answer = match(
        "ValueError: no path was given to it\n\nValueError: anvil missing\n\nZorkError: grue ate the lantern"
    )
    assert answer.says[0] == "This is the statement that raised it."
    assert answer.says[1].startswith("A known statement says this, and others may.")
    assert answer.says[2] == "No statement that is known here says this."


def test_what_python_raises_is_said_to_be_its_own():
    assert answer_says(match("TypeError: unhashable type: 'list'")).startswith("Python itself raises this")


def test_nothing_to_look_up_is_said():
    assert answer_says(match(" ")) == "No error and no message was found in the paste."
