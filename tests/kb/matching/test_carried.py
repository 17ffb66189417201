"""Texts that an error carries of another one, and pastes that end before they say what raised."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.test_match import ids, known

pytestmark = pytest.mark.django_db

TEXT = "Depot north: too many shelves asked for with path: /a (caused by Locked('b'))"


@pytest.fixture
def told():
    """A statement that says the text, and one that passes on what it caught in a class of its own."""
    return known(
        make_entry(
            message="{depot}: too many shelves asked for with path: {path} (caused by {error!r})",
            exc_type="TooManyError",
            exc_qualified="shelves.errors.TooManyError",
        ),
        make_entry(message="{error}", exc_type="ConnectionError", exc_qualified="anvil.errors.ConnectionError"),
    )


def test_the_statement_that_said_the_text_comes_before_the_one_that_carries_it(told):
    answer = match(f"anvil.errors.ConnectionError: {TEXT}")
    assert answer.outcome == "similar"
    assert ids(answer) == [told[0].id, told[1].id]
    assert "raises TooManyError, whose text the pasted type may carry" in answer.matches[0].reasons


def test_a_class_of_pythons_name_is_the_projects_own_where_its_module_says_so(told):
    assert ids(match("anvil.errors.ConnectionError: gone away")) == [told[1].id]
    assert match("ConnectionError: gone away").outcome == "unmatched"


def test_all_of_a_message_in_many_words_is_shown_whatever_its_type(told):
    answer = match(f"ConnectionError: {TEXT}")
    assert answer.outcome == "similar"
    assert ids(answer) == [told[0].id]


CUT = """KeyError                                  Traceback (most recent call last)
<ipython-input-26-162c78065743> in <module>
----> 6     rows.append(table[i])

~/env/lib/python3.9/site-packages/anvil/load.py in load(self, key)
   2900             if self.co"""


def test_the_last_frame_of_a_paste_that_is_cut_off_does_not_decide():
    known(make_entry(message="{key!r}", exc_type="KeyError"))
    assert match(CUT).outcome == "similar"


def test_it_does_where_its_line_raises():
    entry = known(make_entry(message="{key!r}", exc_type="KeyError"))
    answer = match(CUT.replace("   2900             if self.co", "-> 2900             raise KeyError(key)"))
    assert (answer.outcome, ids(answer)[0]) == ("exact", entry.id)


OLD = """Traceback (most recent call last):
  File "/env/lib/python2.7/site-packages/anvil/old.py", line 310, in gone
    {code}
ShelfError: no shelf of that name is left in the hall"""


@pytest.mark.parametrize("code", ['"no shelf of that name is left in the hall")', "% (hall,))", "context))"])
def test_the_last_line_of_a_statement_may_be_of_one_that_raises(code):
    entry = known(make_entry(message="no shelf of that name is left in the hall", exc_type="ShelfError"))
    answer = match(OLD.format(code=code))
    assert (answer.outcome, ids(answer)) == ("exact", [entry.id])


def test_a_class_that_says_nothing_is_found_by_its_name():
    entry = known(make_entry(message="", exc_type="ShelfGone", exc_qualified="anvil.errors.ShelfGone"))
    answer = match("anvil.errors.ShelfGone")
    assert (answer.outcome, ids(answer)) == ("similar", [entry.id])


def test_what_lies_in_an_egg_is_its_package():
    entry = known(make_entry(message="no shelf of that name", exc_type="ShelfError"))
    text = OLD.format(code="raise ShelfError(").replace("anvil/old.py", "Anvil-2.1-py3.6.egg/anvil/load.py")
    answer = match(text.replace("in gone", "in load").replace(" is left in the hall", ""))
    assert (answer.outcome, ids(answer)) == ("exact", [entry.id])
