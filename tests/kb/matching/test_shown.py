"""Pastes whose innermost frame prints the line that raised."""

import pytest

from kb.matching import match
from kb.search.indexing import index_pin
from tests.factories import make_blob, make_entry, make_pin
from tests.kb.matching.test_match import ids

pytestmark = pytest.mark.django_db

SOURCE = b"""\
class Range:
    def __call__(self, value):
        raise ValueError(self.text(value))

class Both:
    def __call__(self, value):
        raise ValueError(errors, **kwargs)

class Length:
    def __call__(self, value):
        raise ValueError(
            self.message.format(value),
        )
"""


@pytest.fixture
def entries():
    """Methods of one name: of two the wording is unknown, of the last it is not."""
    blob, pin = make_blob(SOURCE), make_pin()
    places = (
        ("{value}", "Range", 3, 3),
        ("{errors}", "Both", 7, 7),
        ("Shorter than minimum length {n}.", "Length", 11, 13),
    )
    made = [
        make_entry(
            pin, message=text, site={"qualname": f"{owner}.__call__", "line": line, "end_line": end, "blob": blob}
        )
        for text, owner, line, end in places
    ]
    index_pin(pin.pk)
    return made


def pasted(line, code, message="it is wrong"):
    frame = f'  File "/env/lib/python3.12/site-packages/anvil/load.py", line {line}, in __call__\n    {code}\n'
    return f"Traceback (most recent call last):\n{frame}ValueError: {message}"


@pytest.mark.parametrize("line", [7, 70], ids=["same release", "another release"])
def test_the_line_that_is_printed_tells_methods_of_one_name_apart(entries, line):
    answer = match(pasted(line, "raise ValueError(errors, **kwargs)"))

    assert (answer.outcome, ids(answer)[0]) == ("exact", entries[1].id)


def test_a_text_of_another_statement_does_not_outweigh_the_line_that_raised(entries):
    answer = match(pasted(7, "raise ValueError(errors, **kwargs)", "['Shorter than minimum length 16.']"))

    assert (answer.outcome, ids(answer)[0]) == ("exact", entries[1].id)


def test_any_line_of_a_statement_is_its_own(entries):
    answer = match(pasted(12, "self.message.format(value),", "Shorter than minimum length 16."))

    assert (answer.outcome, ids(answer)[0]) == ("exact", entries[2].id)


def test_a_line_that_no_statement_has_says_nothing(entries):
    answer = match(pasted(70, "raise ValueError(problems)"))

    assert answer.outcome == "ambiguous"
    assert {entries[0].id, entries[1].id} <= set(ids(answer))


def test_a_frame_of_the_same_name_further_out_is_that_of_its_line(entries):
    outer = '  File "/env/lib/python3.12/site-packages/anvil/load.py", line 30, in __call__\n    self.check(value)\n'
    text = pasted(3, "raise ValueError(self.text(value))", "Shorter than minimum length 3.")
    answer = match(text.replace("last):\n", f"last):\n{outer}", 1))

    assert (answer.outcome, ids(answer)[0]) == ("exact", entries[0].id)


def test_the_first_line_of_a_statement_over_several_says_nothing_of_others(entries):
    answer = match(pasted(70, "raise ValueError(", "Shorter than minimum length 16."))

    assert (answer.outcome, ids(answer)[0]) == ("exact", entries[2].id)


def test_a_statement_that_is_printed_whole_is_told_by_all_of_its_lines(entries):
    code = "raise ValueError(\n        {}\n    )"
    own, other = code.format("self.message.format(value),"), code.format("errors, **kwargs")

    assert match(pasted(70, own)).matches[0].id == entries[2].id
    assert match(pasted(70, other)).outcome == "ambiguous"


def test_what_a_function_says_in_some_of_its_words_is_claimed_only_if_no_other_word_stands_in_place_of_one(entries):
    source = SOURCE + b"\ndef limit(size):\n    raise ValueError(TEXT)\n"
    pin, site = make_pin(), {"qualname": "limit", "line": 16, "end_line": 16, "blob": make_blob(source)}
    make_entry(pin, message="size must not be larger than 100 for this box", site=site)
    index_pin(pin.pk)

    def outcome(message):
        return match(pasted(12, "raise ValueError(", message).replace("in __call__", "in limit")).outcome

    assert outcome("size must not be larger than 100 for this kind of box") == "exact"
    assert outcome("size must not be smaller than 5 for this box") == "similar"


BARE = "raise ValueError("  # as many statements over several lines begin
SAID = "Shorter than minimum length 3."


def test_the_exact_line_of_what_says_only_what_it_is_given_comes_before_a_text_of_the_function(entries):
    answer = match(pasted(3, "raise ValueError(self.text(value))", SAID))

    assert (answer.outcome, ids(answer)[0]) == ("exact", entries[0].id)


def test_the_number_of_its_line_alone_is_not_sure_against_a_text(entries):
    given, _, said = entries

    answer = match(pasted(3, BARE, SAID))

    assert (answer.outcome, ids(answer)[:2]) == ("ambiguous", [given.id, said.id])
    assert "version" in answer.decides


def test_where_the_line_is_nobodys_the_text_decides(entries):
    assert ids(match(pasted(5, BARE, SAID)))[0] == entries[2].id


def test_the_line_of_the_text_keeps_it_first(entries):
    answer = match(pasted(11, BARE, SAID))

    assert (answer.outcome, ids(answer)[0]) == ("exact", entries[2].id)
