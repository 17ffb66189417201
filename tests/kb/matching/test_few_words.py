"""Texts that say little, or whose values say more than their words."""

from dataclasses import replace

import pytest

from kb.matching import match
from kb.matching.interpreter import says_it
from kb.paste import read
from tests.factories import make_entry
from tests.kb.matching.pasted import outcome
from tests.kb.matching.test_match import ids, known, traceback

pytestmark = pytest.mark.django_db


def test_two_words_that_are_all_of_the_message_leave_it_open_for_a_type_of_pythons_own():
    known(make_entry(message="path missing"))
    answer = match("ValueError: path missing")
    assert answer.outcome == "ambiguous"
    assert "so few words" in answer.decides


def test_two_words_of_another_type_are_not_enough():
    known(make_entry(message="path missing"))
    assert outcome("KeyError: path missing") in ("similar", "unmatched")


def test_a_message_that_is_all_value_is_no_more_than_similar():
    known(make_entry(message="{reason}", exc_type="LoadError", exc_qualified="anvil.errors.LoadError"))
    answer = match("anvil.errors.LoadError: the disk went away")
    assert answer.outcome == "similar"
    assert answer.matches[0].reasons[0].startswith("no word of its template is fixed")


def test_a_word_next_to_a_hole_counts_where_the_value_does_not_touch_it():
    known(make_entry(message="Input {padded}contains faults"))
    assert outcome("ValueError: Input X contains faults") == "exact"
    assert outcome("ValueError: Input Xcontains faults") == "ambiguous"


def test_two_words_and_a_class_of_the_projects_own_are_enough():
    known(make_entry(message="path missing", exc_type="LoadError"))
    assert outcome("LoadError: path missing") == "exact"


def test_a_class_of_the_same_name_in_another_package_is_not_the_projects_own():
    said = {"message": "no archive is named {name}", "exc_type": "LoadError"}
    known(make_entry(**said, exc_qualified="anvil.errors.LoadError"))
    assert outcome("anvil.LoadError: no archive is named x") == "exact"
    assert outcome("hammer.errors.LoadError: no archive is named x") == "similar"
    moved = traceback(("/env/lib/python3.12/site-packages/anvil/load.py", 9, "load"), last="LoadError: no archive")
    assert outcome(moved.replace("LoadError: no archive", "hammer.LoadError: no archive is named x")) == "exact"


def test_a_type_of_another_language_is_not_pythons_of_the_same_name():
    known(
        make_entry(
            message="no archive is named {name}", exc_type="AssertionError", exc_qualified="builtins.AssertionError"
        )
    )
    assert outcome("AssertionError: no archive is named x") == "exact"
    assert outcome("java.lang.AssertionError: no archive is named x") == "similar"


def test_what_a_command_lines_reader_says_is_claimed_by_its_own_statements_or_many_words():
    pasted = "usage: anvil [-h] [--n N]\nanvil: error: no value for {}\n"
    known(
        make_entry(message="no value for {name}"),
        make_entry(message="no anvil can be lifted without its {name}"),
        make_entry(message="the hammer wants {name}", kind="usage", exc_type="SystemExit"),
    )
    assert outcome(pasted.format("x")) == "similar"
    assert outcome(pasted.replace("no value for {}", "no anvil can be lifted without its x")) == "exact"
    assert outcome(pasted.replace("no value for {}", "the hammer wants x")) == "exact"


def test_words_below_a_usage_are_claimed_by_the_classes_that_are_printed_there():
    pasted = "Usage: anvil lift [OPTIONS]\nTry 'anvil lift --help' for help.\n\nError: {}\n"
    bases = {"facts": {"bases": ["anvil.errors.UsageError", "builtins.Exception"]}}
    own = make_entry(message="no such anvil {name!r}.", exc_type="NoSuchAnvil", site=bases)
    known(
        own,
        make_entry(message="no such anvil {name}", site={"line": 9}),
        make_entry(message="not {weight}", exc_type="TooHeavy", site=bases | {"line": 12}),
    )
    answer = match(pasted.format("no such anvil 'x'."))
    assert (answer.outcome, ids(answer)[0]) == ("exact", own.id)
    assert outcome("no such anvil 'x'.") == "ambiguous"
    assert outcome(pasted.format("not 3")) == "ambiguous"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("too few anvils were given to the forge", "too few anvils"),  # which another program may say, and no more
        ("Missing anvil.", "Missing anvil."),
    ],
)
def test_two_words_below_a_usage_are_nobodys(message, said):
    known(make_entry(message=message, kind="usage", exc_type="SystemExit"))
    assert outcome(f"usage: x [-h]\nx: error: {said}") != "exact"


def test_a_class_that_only_speaks_of_usage_is_not_printed_there():
    known(make_entry(message="limit of iron reached", exc_type="MemoryUsageExceeded"))
    assert outcome("usage: top [-h]\ntop: error: limit of iron reached") != "exact"


@pytest.mark.parametrize(
    "said",
    [
        "the following arguments are required: --shelf",
        "argument --n: invalid int value: 'x'",
        "argument --n: invalid choice: 'x' (choose from 'a', 'b')",
        "argument --n: expected one argument",
        "argument --n: not allowed with argument --m",
        "unrecognized arguments: --x",
        "no such option: --x",
        "too few arguments",
    ],
)
def test_what_pythons_own_readers_of_command_lines_say_is_said_to_be_theirs(said):
    (error,) = read(f"usage: x [-h]\nx: error: {said}").errors

    assert says_it(error)
    assert not says_it(replace(error, dialect="line"))


def test_values_longer_than_the_words_around_them_leave_it_exact():
    known(make_entry(message="archive {path} cannot be read with {reader}"))
    assert outcome(f"ValueError: archive {'/a/very/long/folder' * 20} cannot be read with {list(range(90))}") == "exact"


def test_quotes_alone_do_not_decide_between_two_statements():
    one = make_entry(message="there is no option '{name}' here")
    other = make_entry(message="there is no option {name!r} here", site={"qualname": "save"})
    known(one, other)
    answer = match("ValueError: there is no option 'x' here")
    assert answer.outcome == "ambiguous"
    assert ids(answer)[0] == one.id


def test_a_text_that_goes_on_after_the_template_is_not_claimed_without_its_class():
    known(make_entry(message="the archive {path} is damaged", exc_type="LoadError"))
    assert outcome("400: the archive x.zip is damaged") == "similar"
    assert outcome("LoadError: the archive x.zip is damaged") == "exact"


def test_a_value_does_not_reach_over_the_sign_that_ends_it():
    known(make_entry(message="no reader is named {name!r}.", exc_type="LoadError"))
    assert outcome("no reader is named 'f'.\n  in line 1 of x.txt") != "exact"
