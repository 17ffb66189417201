"""Statements that would say the message as well, and frames that show which version ran."""

import pytest

from kb.matching import match
from tests.factories import make_blob, make_entry, make_pin
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


@pytest.mark.parametrize(
    ("message", "outcome"),
    [("['no shelf of that name']", "exact"), ("{'shelf': ['no shelf of that name']}", "similar")],
)
def test_what_a_dict_holds_was_collected_by_another_statement(message, outcome):
    entry = known(make_entry(message="no shelf of that name", **OWN))
    answer = match(f"anvil.errors.ParseError: {message}")
    assert (answer.outcome, ids(answer)) == (outcome, [entry.id])


def pasted(function, message, line=99, code="raise ParseError("):
    frame = f'  File "/env/lib/python3.9/site-packages/anvil/load.py", line {line}, in {function}\n    {code}\n'
    return f"Traceback (most recent call last):\n{frame}anvil.errors.ParseError: {message}"


def test_a_line_that_many_statements_begin_with_shows_no_version():
    blob = make_blob(b"def load():\n    raise ParseError(\n        'one')\n    raise ParseError(\n        'other')\n")
    pin = make_pin()
    places = {"the sign {sign} is no number": (2, 3), "the sign must be a number": (4, 5)}
    first, _ = known(
        *(
            make_entry(pin, message=m, site={"line": a, "end_line": b, "blob": blob}, **OWN)
            for m, (a, b) in places.items()
        )
    )
    answer = match(pasted("load", "the sign + is no number", line=4))
    assert (answer.outcome, ids(answer)[0]) == ("exact", first.id)


def test_words_of_another_function_are_not_claimed_where_the_one_that_raised_says_nearly_the_same():
    known(
        make_entry(message="no label is known of that type", site={"qualname": "labels"}, **OWN),
        make_entry(message="no label is known of that type. Perhaps it is new.", site={"line": 9}, **OWN),
    )
    assert match(pasted("load", "no label is known of that type")).outcome != "exact"


OPTION = b"class Option:\n    def load(self):\n        raise ParseError(self)\n"


@pytest.mark.parametrize(
    ("source", "outcome"),
    [(OPTION + OPTION.replace(b"Option", b"Argument"), "similar"), (OPTION + b"class Argument: pass\n", "exact")],
    ids=["in two classes", "in one"],
)
def test_what_a_function_says_in_other_words_is_claimed_where_no_other_class_has_one_of_its_name(source, outcome):
    site = {"qualname": "Option.load", "blob": make_blob(source)}
    known(make_entry(message="could not find a name for the option", site=site, **OWN))
    assert match(pasted("load", "could not find a name for this option")).outcome == outcome


def test_a_few_words_that_a_longer_message_holds_are_not_claimed_for_their_function():
    known(make_entry(message="the input has gaps", site={"blob": make_blob(OPTION)}, **OWN))
    assert match(pasted("load", "the input has gaps, holes or a value that is too large for its column")).outcome == (
        "similar"
    )


def test_what_goes_on_is_a_rival_where_it_says_more_of_the_words():
    known(
        make_entry(message="{value!r} is not a valid {name}", site={"qualname": "Number.load"}, **OWN),
        make_entry(
            message="{value!r} is not a valid boolean. Known are {values}", site={"qualname": "Bool.load"}, **OWN
        ),
    )
    assert match(pasted("load", "'x' is not a valid boolean")).outcome == "ambiguous"


def test_words_that_fit_but_for_their_punctuation_are_not_claimed_beside_frames_of_other_functions():
    known(make_entry(message="none of {missing} are in the columns", **OWN))
    assert match(pasted("other", "none of [a] are in the [columns]", code="self.load(")).outcome == "similar"


@pytest.mark.parametrize(
    "home", ["C:\\Python311\\Lib", "C:\\Users\\me\\AppData\\Local\\Programs\\Python\\Python38-32\\Lib"]
)
def test_what_pythons_own_library_raised_is_not_claimed_for_a_statement_of_the_same_words(home):
    known(make_entry(message="total of weights must be greater than zero"))
    frame = f'  File "{home}\\random.py", line 9, in choices\n    raise ValueError("total")\n'
    message = "ValueError: total of weights must be greater than zero"
    assert match(f"Traceback (most recent call last):\n{frame}{message}").outcome != "exact"


FAILED = "all the fits of this model failed, and none of them is left to compare with any other one at all"


@pytest.mark.parametrize("message", [FAILED[:60], FAILED.replace(" is ", " is is ")])
def test_a_message_that_is_cut_or_was_mended_since_is_the_functions_own(message):
    entry = known(make_entry(message=FAILED, **OWN))
    answer = match(pasted("load", message))
    assert (answer.outcome, ids(answer)[0]) == ("exact", entry.id)


RAISED = """Traceback (most recent call last):
  File "/env/lib/python3.12/site-packages/anvil/result.py", line 90, in {function}
    context=caught,
  File "/env/lib/python3.12/site-packages/anvil/compat.py", line 8, in raise_
    raise exception
anvil.errors.ParseError: this result is closed"""


def test_a_function_that_a_frame_names_in_another_file_comes_before_another_one_of_that_file():
    said = "this result is closed"
    moved = make_entry(message=said, site={"path": "src/anvil/cursor.py", "qualname": "Cursor.closed"}, **OWN)
    other = make_entry(message=said, site={"path": "src/anvil/result.py", "qualname": "Result.fetch"}, **OWN)
    known(moved, other)

    answer = match(RAISED.format(function="closed"))
    assert (answer.outcome, ids(answer)[0]) == ("exact", moved.id)
    assert answer.matches[0].reasons[0] == "a frame names closed, in another file of its package"
    assert ids(match(RAISED.format(function="fetch")))[0] == other.id


@pytest.mark.parametrize("function", ["__init__", "<module>"])
def test_functions_that_are_called_alike_everywhere_have_not_moved(function):
    site = {"path": "src/anvil/cursor.py", "qualname": function}
    known(make_entry(message="this result is closed", site=site, **OWN))
    answer = match(RAISED.format(function=function))
    assert answer.matches[0].reasons[0] == "no frame names its file"


def test_a_function_of_that_name_in_another_package_has_not_moved():
    site = {"path": "src/hammer/cursor.py", "qualname": "closed"}
    known(make_entry(message="this result is closed", site=site, **OWN))
    assert match(RAISED.format(function="closed")).outcome != "exact"
