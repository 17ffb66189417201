"""Statements that would say the message as well, and frames that show which version ran."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.test_match import ids, known

pytestmark = pytest.mark.django_db

OWN = {"exc_type": "ParseError", "exc_qualified": "anvil.errors.ParseError"}


def test_a_word_more_does_not_decide_against_a_statement_of_the_class_with_a_value_there():
    one = make_entry(message="Expected {closer} at line {line} of the text", **OWN)
    known(one, make_entry(message="{problem} at line {line} of the text", site={"line": 9}, **OWN))
    answer = match("anvil.errors.ParseError: Expected ']' at line 3 of the text")
    assert (answer.outcome, ids(answer)[0]) == ("ambiguous", one.id)


def test_several_words_more_do():
    one = make_entry(message="Expected one of the signs {signs} at line {line} of the text", **OWN)
    known(one, make_entry(message="{problem} at line {line} of the text", site={"line": 9}, **OWN))
    answer = match("anvil.errors.ParseError: Expected one of the signs ']' at line 3 of the text")
    assert (answer.outcome, ids(answer)[0]) == ("exact", one.id)
