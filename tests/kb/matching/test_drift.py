"""Which wording a match shows, and whether the paste is of another version of the file."""

import pytest

from kb.matching import match
from tests.factories import make_entry, make_pin, make_site, make_template
from tests.kb.matching.test_match import known, traceback

pytestmark = pytest.mark.django_db

FILE = "/env/site-packages/anvil/load.py"


def test_of_several_wordings_the_one_that_fits_is_shown_with_its_values():
    entry = make_entry(message="no anvil for '{name}' with {argument}: {len(tried)} tried")
    make_template(entry, text="no anvil for '{name}'. '{name}' is no known smith")
    known(entry)

    (found,) = match("ValueError: no anvil for 'Wayland'. 'Wayland' is no known smith").matches

    assert found.message == "no anvil for '{name}'. '{name}' is no known smith"
    assert found.values == {"name": "Wayland"}
    assert found.title == entry.title


def test_where_no_wording_fits_the_first_one_is_shown():
    known(make_entry(message="there is no anvil"))

    (found,) = match(traceback((FILE, 3, "load"), last="ValueError: all tongs are gone")).matches

    assert found.message == "there is no anvil"


def test_line_of_another_version_of_the_file_is_told():
    known(make_entry())

    (found,) = match(traceback((FILE, 9, "load"))).matches

    assert (found.line, found.version, found.pasted_line, found.pasted_version) == (3, "v1.0.0", 9, "")


def test_version_that_has_the_statement_at_the_pasted_line_is_named():
    entry = make_entry(make_pin(label="1.0"), site={"line": 9})
    newer = make_pin(sha="2e" * 20, label="2.0")
    entry.site = make_site(entry, pin=newer, line=3)
    entry.save()
    known(entry)

    (found,) = match(traceback((FILE, 9, "load"))).matches

    assert (found.version, found.pasted_line, found.pasted_version) == ("2.0", 9, "1.0")


@pytest.mark.parametrize(
    ("file", "line", "function"),
    [
        (FILE, 3, "load"),  # the very line
        (FILE, 5, "load"),  # of a statement that goes on
        (FILE, 9, "save"),  # another function
        ("/home/me/load.py", 9, "load"),  # maybe another file
        ("/env/site-packages/tongs/load.py", 9, "load"),
    ],
)
def test_nothing_is_said_of_the_version_where_the_frame_does_not_tell(file, line, function):
    known(make_entry(site={"end_line": 5}))

    assert [found.pasted_line for found in match(traceback((file, line, function))).matches] == [None]


def test_line_of_another_statement_that_is_known_tells_nothing_of_the_version():
    known(make_entry(), make_entry(message="", reason="caught exception", site={"line": 9}))

    assert {found.pasted_line for found in match(traceback((FILE, 9, "load"))).matches} == {None}


def test_frame_that_shows_a_call_tells_nothing_of_the_version():
    known(make_entry())
    pasted = traceback((FILE, 9, "load")).replace("raise ValueError(", "return read(path)")

    assert [found.pasted_line for found in match(pasted).matches] == [None]


def test_error_that_is_pasted_without_its_frames_tells_nothing_of_the_version():
    known(make_entry())

    assert [found.pasted_line for found in match("ValueError: no path given").matches] == [None]
