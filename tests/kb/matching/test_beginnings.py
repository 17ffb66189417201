"""The first line of a long message, which is all that many people paste."""

import pytest

from kb.matching import match
from kb.search.indexing import index_pin
from tests.factories import make_entry

pytestmark = pytest.mark.django_db

LONG = "{name} is not a local folder and is no known model\nIf it is private, log in with a token.\nElse see the list."
FIRST = "foo/bar is not a local folder and is no known model"


def known(*entries):
    for pin_id in dict.fromkeys(entry.first_pin_id for entry in entries):
        index_pin(pin_id)
    return entries[0] if len(entries) == 1 else entries


@pytest.mark.parametrize(
    "pasted",
    [
        FIRST,
        f"{FIRST}\nIf it is private, log in with a token.",
        f"ValueError: {FIRST}",
    ],
)
def test_the_first_lines_of_one_statement_are_exact(pasted):
    entry = known(make_entry(message=LONG))
    answer = match(pasted)
    assert answer.outcome == "exact"
    assert [found.id for found in answer.matches] == [entry.id]
    assert answer.matches[0].values == {"name": "foo/bar"}
    assert answer.matches[0].reasons[0] == "the template begins with just this message"


def test_the_first_sentence_of_one_statement_is_exact():
    known(make_entry(message="Cannot read the archive {path}. Pack it again with a newer tool."))
    answer = match("ValueError: Cannot read the archive a.zip.")
    assert answer.outcome == "exact"
    assert answer.matches[0].values == {"path": "a.zip"}


def test_first_lines_that_two_statements_share_are_ambiguous():
    known(make_entry(message=LONG), make_entry(message=f"{LONG} Or ask.", site={"qualname": "save"}))
    assert match(f"ValueError: {FIRST}").outcome == "ambiguous"


def test_what_says_no_more_than_the_message_leads_and_stands_alone():
    _, short = known(make_entry(message=LONG), make_entry(message=LONG.split("\n")[0], site={"qualname": "save"}))
    answer = match(f"ValueError: {FIRST}")
    assert (answer.outcome, answer.matches[0].id) == ("exact", short.id)


@pytest.mark.parametrize(
    "pasted",
    [
        "ValueError: foo/bar is not a local folder and is no",  # breaks off within the line
        f"ValueError: {FIRST} today",
    ],
)
def test_what_ends_elsewhere_is_not_a_first_line(pasted):
    known(make_entry(message=LONG))
    answer = match(pasted)
    assert answer.outcome != "exact"
    assert not any("the template begins with just this message" in found.reasons for found in answer.matches)


def test_a_first_line_of_few_words_is_not_enough():
    known(make_entry(message="Cannot read it.\nPack it again with a newer tool, which knows how."))
    assert match("Cannot read it.").outcome != "exact"
