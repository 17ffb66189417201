"""Statements that say the same words, told apart by the values between them."""

import pytest

from kb.matching import match
from tests.factories import make_entry, make_pin, make_template
from tests.kb.matching.test_match import ids, known, traceback

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


@pytest.mark.parametrize(
    ("expression", "value", "guard"),
    [
        ("len(rows)", "1,234", ""),
        ("id(self)", "0x7f00", ""),
        ("ratio", "1.00", "ratio > 1.0"),
        ("count", "7", "count > 10"),
        ("count", "7", "count < 5"),
        ("kind!r", "foo", ""),
        ("kind", "Kind.A", "kind == 'a'"),
        ("kind", "b", "kind == 'a'"),
        ("number - 1", "[1 2]", ""),
        ("type(model).__name__", "Reply[int]", ""),
        ("model.__name__", "3", ""),
        ("left == right", "[ True False]", ""),
    ],
)
def test_no_value_leaves_another_statement_alone_unless_it_is_impossible(expression, value, guard):
    facts = {"guards": [{"line": 2, "text": guard}]} if guard else {}
    true = make_entry(message=f"cannot strike {{{expression}}} with this", site={"facts": facts})
    known(true, make_entry(message="cannot strike {metal} with this", site={"line": 9}))

    answer = match(f"ValueError: cannot strike {value} with this")

    assert answer.outcome == "ambiguous"
    assert true.id in ids(answer)


def test_a_value_that_fits_leaves_no_other_statement_behind():
    true = make_entry(message="cannot strike {metal} with this")
    facts = {"guards": [{"line": 2, "text": "number < 0"}]}
    known(true, make_entry(message="cannot strike {number} with this", site={"line": 9, "facts": facts}))

    answer = match("ValueError: cannot strike -3 with this")

    assert answer.outcome == "ambiguous"
    assert true.id in ids(answer)


@pytest.mark.parametrize("pasted", ["cannot strike the hot metals [1, 2", "cannot strike the hot metals s"])
def test_a_value_that_is_cut_rules_nothing_out(pasted):
    true = make_entry(message="cannot strike the hot metals {list(metals)} with this")
    known(true, make_entry(message="cannot strike the hot metals {metals} with this", site={"line": 9}))

    answer = match(f"ValueError: {pasted}")

    assert answer.outcome != "exact"
    assert true.id in ids(answer)
    assert all(found.values == {} for found in answer.matches)


def test_what_can_be_parted_in_two_ways_rules_nothing_out():
    true = make_entry(message="cannot strike {metal}: {len(tools)} of them, {reason}")
    known(true, make_entry(message="cannot strike {metal}: {tool} of them, {reason}", site={"line": 9}))

    answer = match("ValueError: cannot strike iron: none of them, so: 3 of them, cold")

    assert answer.outcome == "ambiguous"
    assert true.id in ids(answer)


def test_a_named_line_is_not_outweighed_by_a_value():
    true = make_entry(message="cannot strike {kind!r} with this")
    known(true, make_entry(message="cannot strike {kind} with this", site={"line": 9}))
    frame = ("/env/lib/python3.12/site-packages/anvil/load.py", 3, "load")

    answer = match(traceback(frame, last="ValueError: cannot strike iron with this"))

    assert (answer.outcome, ids(answer)[0]) == ("exact", true.id)


def test_what_cannot_have_raised_is_put_among_the_rest_by_what_its_score_has_become():
    impossible = make_entry(message="cannot strike {len(metals)} with this")
    known(
        impossible,
        make_entry(message="cannot strike {metal} with this", site={"line": 9}),
        make_entry(message="cannot strike {metal} with this", category="test", site={"path": "a/test_load.py"}),
        make_entry(message="cannot strike {metal} with {tool}", site={"line": 12}),
    )

    scores = [found.score for found in match("ValueError: cannot strike molten glow with this").matches]

    assert scores == sorted(scores, reverse=True)


def test_an_entry_of_two_errors_shows_the_values_of_both_wordings():
    entry = make_entry(message="cannot strike {metal} with this")
    make_template(entry, text="cannot strike this soft {metal} again")
    known(entry)

    answer = match(
        "ValueError: cannot strike iron with this\n\nDuring handling of the above exception, another exception "
        "occurred:\n\nValueError: cannot strike this soft gold again"
    )

    assert {tuple(found.values.values()) for found in answer.matches} == {("iron",), ("gold",)}


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


CUT_OFF = "ValueError: Unknown kind of metal for the forge"


@pytest.mark.parametrize("hole", ["kind!r", "kind!a", "repr(kind)", "ascii(kind)", "len(kinds)", "type(kind).__name__"])
def test_a_message_that_lacks_what_is_never_empty_was_cut_off(hole):
    entry = known(make_entry(message=f"Unknown kind of metal for the forge {{{hole}}}"))

    answer = match(CUT_OFF)

    assert (answer.outcome, ids(answer)) == ("similar", [entry.id])


@pytest.mark.parametrize("hole", ["kind", "kind!s", "str(kind)", "', '.join(kinds)"])
def test_what_may_be_empty_is_missed_by_nobody(hole):
    known(make_entry(message=f"Unknown kind of metal for the forge {{{hole}}}"))

    assert match(CUT_OFF).outcome == "exact"


def test_a_repr_that_is_there_is_not_missed():
    known(make_entry(message="Unknown kind of metal for the forge {kind!r}"))

    assert match(f"{CUT_OFF} ''").outcome == "exact"


def test_no_value_is_shown_of_a_repr_that_is_missing():
    known(make_entry(message="Unknown kind of metal for the forge {kind!r}"))

    assert match(CUT_OFF).matches[0].values == {}


def test_a_frame_that_names_the_statement_tells_of_a_message_that_was_cut_off():
    entry = known(make_entry(message="Unknown kind of metal for the forge {kind!r}", site={"qualname": "load"}))

    answer = match(traceback(("/env/lib/python3.12/site-packages/anvil/load.py", 3, "load"), last=CUT_OFF))

    assert (answer.outcome, ids(answer)) == ("exact", [entry.id])


def test_a_statement_that_may_say_nothing_there_comes_before_one_that_cannot():
    shown = make_entry(message="Unknown kind of metal for the forge {kind}", site={"line": 9})
    known(make_entry(message="Unknown kind of metal for the forge {kind!r}"), shown)

    assert ids(match(CUT_OFF))[0] == shown.id
