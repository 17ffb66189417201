"""Texts that agree but for a value, a sign or a class: what is claimed of them, and what is not."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.pasted import INSIDE, outcome
from tests.kb.matching.test_match import ids, known, traceback

pytestmark = pytest.mark.django_db


def test_a_value_that_no_format_makes_of_its_expression_leaves_a_text_unclaimed():
    known(make_entry(message="'{option}' is an invalid keyword argument for {cls_.__name__}", exc_type="TypeError"))
    said = "TypeError: 'anvil' is an invalid keyword argument for {}"
    assert outcome(said.format("Forge")) == "exact"
    assert outcome(said.format("this function")) == "similar"


def test_an_unlikely_value_leaves_a_text_unclaimed_of_which_signs_are_missing():
    known(make_entry(message="{value!r} is not a valid {self.name} for this archive."))
    assert outcome("ValueError: 'x' is not a valid reader for this archive") == "exact"
    assert outcome("ValueError: x is not a valid reader for this archive.") == "exact"
    assert outcome("ValueError: x is not a valid reader for this archive") == "similar"


@pytest.mark.parametrize("code", ["    raise ValueError(\n", ""])
def test_the_words_of_another_function_are_not_claimed_where_the_frames_own_says_nearly_the_same(code):
    own = make_entry(message="the thing that was given must be an archive or a folder")
    known(
        own, make_entry(message="the thing that was given must be an archive.", site={"qualname": "save", "line": 90})
    )
    last = "ValueError: the thing that was given must be an archive."
    pasted = traceback((INSIDE, 40, "load"), last=last).replace("    raise ValueError(\n", code)
    assert outcome(pasted) == "similar"
    assert outcome(pasted.replace("in load", "in save")) == "exact"
    assert outcome(pasted.replace("in load", "in other")) == "exact"


def test_a_longer_sentence_is_not_claimed_for_the_words_in_its_midst():
    known(make_entry(message="sample larger than population"))
    assert outcome("ValueError: Sample larger than population or is negative") == "similar"
    assert outcome("ValueError: sample larger than population. Try another.") == "exact"


def test_a_clause_is_not_claimed_for_a_longer_sentence_unless_its_class_tells_or_it_was_cut():
    said = "the left end of the interval must be before the right end; offending: {those}"
    known(make_entry(message=said), make_entry(message=said.replace("interval", "range"), exc_type="RangeError"))
    assert outcome("ValueError: the left end of the interval must be before the right end") == "similar"
    assert outcome("ValueError: the left end of the interval must be before the right end...") == "exact"
    assert outcome("RangeError: the left end of the range must be before the right end") == "exact"


def test_a_function_that_says_all_of_it_still_is_exact_though_its_class_has_changed():
    known(make_entry(message="negative numbers are not supported here", exc_type="ValueError"))
    last = "AssertionError: negative numbers are not supported here"
    assert outcome(traceback((INSIDE, 40, "load"), last=last)) == "exact"
    assert outcome(traceback((INSIDE, 40, "save"), last=last)) == "similar"
    assert outcome(traceback((INSIDE, 40, "load"), last=f"{last} today")) == "similar"
    assert outcome(last) == "similar"


def test_a_function_that_says_a_few_words_in_another_class_is_not_claimed():
    known(make_entry(message="not supported here", exc_type="ValueError"))
    assert outcome(traceback((INSIDE, 40, "load"), last="AssertionError: not supported here")) == "similar"


def test_a_former_name_of_a_class_is_its_name():
    known(make_entry(message="no archive is named {name}", exc_type="OSError", exc_qualified="builtins.OSError"))
    assert outcome("IOError: no archive is named x") == "exact"
    assert outcome("UIError: no archive is named x") != "exact"


@pytest.mark.parametrize("signs", ["'<', '=' or '>'", "'<' or '='"])
def test_a_list_of_other_signs_in_quotes_is_another_message(signs):
    known(make_entry(message="the sign in {name} must be '<' or '>'", exc_type="ConfigError"))
    assert outcome(f"ConfigError: the sign in a must be {signs}") != "exact"
    assert outcome("ConfigError: the sign in a must be < or >") == "exact"


@pytest.mark.parametrize("sign", ["' '", "'\r'", "';'"])
def test_another_sign_in_quotes_is_another_message(sign):
    known(make_entry(message="there is a stray ':' in the name of the handle: {name!r}"))
    assert outcome(f"there is a stray {sign} in the name of the handle: 'x'") != "exact"
    assert outcome("there is a stray ':' in the name of the handle: 'x'") == "exact"


def test_a_statement_of_the_same_class_that_puts_words_around_anothers_comes_first():
    said = {"exc_type": "LoadError", "exc_qualified": "anvil.errors.LoadError"}
    inner, wrapper = known(
        make_entry(message="archives must have only small keys, key was {key!r}", **said),
        make_entry(message="invalid archive: {error}", site={"line": 9}, **said),
    )
    whole = "LoadError: invalid archive: archives must have only small keys, key was 'X'"
    answer = match(whole)
    assert ids(answer) == [wrapper.id, inner.id]
    assert answer.outcome == "ambiguous"
    assert ids(match(whole.replace("invalid archive: ", "")))[0] == inner.id


def test_words_around_anothers_that_another_class_says_leave_that_first():
    inner, _ = known(
        make_entry(message="archives must have only small keys, key was {key!r}"),
        make_entry(message="invalid archive: {error}", exc_type="LoadError", site={"line": 9}),
    )
    answer = match("ValueError: invalid archive: archives must have only small keys, key was 'X'")
    assert ids(answer)[0] == inner.id
