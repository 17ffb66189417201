"""Statements that say the same words, told apart by the values between them."""

import pytest

from kb.matching import match
from tests.factories import make_entry, make_pin, make_template
from tests.kb.matching.test_match import ids, known

pytestmark = pytest.mark.django_db


def test_a_value_that_only_one_statement_can_print_leads_to_it():
    named = make_entry(message="cannot strike {type(metal).__name__} with this")
    counted = make_entry(message="cannot strike {len(metals)} with this", site={"line": 9})
    known(named, counted)

    assert ids(match("ValueError: cannot strike 3 with this"))[0] == counted.id
    assert match("ValueError: cannot strike 3 with this").outcome == "exact"
    assert ids(match("ValueError: cannot strike Iron with this"))[0] == named.id


def test_a_condition_that_the_value_breaks_rules_its_statement_out():
    facts = {"guards": [{"line": 2, "text": "count < 0"}]}
    below = make_entry(message="the count {count} is out of bounds", site={"facts": facts})
    above = make_entry(message="the count {number} is out of bounds", site={"line": 9})
    known(below, above)

    assert ids(match("ValueError: the count 12 is out of bounds"))[0] == above.id
    assert ids(match("ValueError: the count -1 is out of bounds"))[0] == below.id
    assert match("ValueError: the count -1 is out of bounds").outcome == "ambiguous"


def test_names_of_holes_decide_nothing():
    known(
        make_entry(message="the node {node} is not in the graph"),
        make_entry(message="the node {number} is not in the graph", site={"line": 9}),
    )

    assert match("ValueError: the node 3 is not in the graph").outcome == "ambiguous"


def test_what_is_public_comes_before_what_is_private_and_before_what_tests_say():
    tests = make_entry(category="test", site={"path": "a/test_load.py"})
    private = make_entry(site={"path": "a/_load.py"})
    public = make_entry(site={"path": "src/deep/anvil/load.py"})
    known(tests, private, public)

    assert ids(match("ValueError: no path given")) == [public.id, private.id, tests.id]


def test_what_a_message_quotes_comes_behind_what_says_all_of_it():
    wrapper = make_entry(message="these warnings were met: {warnings!r}", exc_type="AssertionError")
    quoted = make_entry(message="the hammer is getting old", exc_type="UserWarning", site={"line": 9})
    known(wrapper, quoted)
    warnings = [("UserWarning", UserWarning("the hammer is getting old"), "/a/very/long/path/to/load.py", 9)]

    assert ids(match(f"AssertionError: these warnings were met: {warnings}"))[0] == wrapper.id


@pytest.mark.parametrize("pasted", ["foo", "TypeError: foo", "foo bar", "KeyError: foo bar"])
def test_a_word_or_two_that_only_tests_say_are_not_known(pasted):
    known(
        make_entry(message="foo", category="test"),
        make_entry(message="foo bar", category="test", site={"line": 9}),
        make_entry(message="foo {x}", category="vendored", site={"line": 12}),
    )

    assert match(pasted).outcome == "unmatched"


def test_a_word_of_another_type_is_not_known():
    known(make_entry(message="unauthorized"))

    assert match("LoadError: unauthorized").outcome == "unmatched"
    assert match("unauthorized").outcome == "similar"


def test_parts_of_a_template_of_two_words_are_not_known():
    known(make_entry(message="path missing"))

    assert match("the path that was given is missing today").outcome == "unmatched"


def test_a_wording_that_is_gone_says_so():
    entry = make_entry(message="there is no path given")
    later = make_pin(sha="2e" * 20, project=entry.project, label="2.0")
    entry.templates.update(gone_in=later)
    make_template(entry, text="give a path")
    known(entry)

    (found,) = match("ValueError: there is no path given").matches

    assert "reworded since: 2.0 says it otherwise" in found.reasons
