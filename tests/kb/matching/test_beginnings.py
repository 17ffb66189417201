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


def test_a_value_of_several_lines_at_the_end_is_no_first_line():
    known(
        make_entry(
            message="No sign matches '{sign}' in this context at {place}\nIt was expected to be {other} instead."
        )
    )
    assert match("ValueError: No sign matches 'x' in this context at line 3").outcome == "exact"
    pasted = "ValueError: No sign matches 'x' in this context at line 3\nExpected one of:\n\t* CHAR\n\t* BOM"
    assert match(pasted).outcome != "exact"


def test_what_goes_on_is_no_rival_of_what_says_all_however_long_the_value():
    long = "{method} must be a coroutine. Write it with async, or use another server."
    _, short = known(make_entry(message=long), make_entry(message="{method} must be a coroutine.", site={"line": 9}))
    answer = match(f"ValueError: <bound method {'Middleware.' * 20}call of an object> must be a coroutine.")
    assert (answer.outcome, answer.matches[0].id) == ("exact", short.id)
