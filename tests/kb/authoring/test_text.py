"""A body as lines that a person edits, and back."""

import pytest

from kb.authoring.places import Places
from kb.authoring.text import Misread, lines, sentences
from tests.factories import make_blob, make_file, make_pin

pytestmark = pytest.mark.django_db

PATH = "src/anvil/load.py"


@pytest.fixture
def places():
    pin = make_pin()
    make_file(pin, path=PATH, blob=make_blob(b"def load(path):\n    if not path:\n        raise ValueError('[x:1]')\n"))
    return Places(pin)


def test_line_cites_places_in_brackets_and_quotes_what_stands_there(places):
    (sentence,) = sentences(f"`load` needs a `path`. [{PATH}:2] [{PATH}:3]", "meaning", places)

    assert sentence["text"] == "`load` needs a `path`."
    assert sentence["sources"] == [[PATH, 2, "if not path:"], [PATH, 3, "raise ValueError('[x:1]')"]]


def test_what_is_printed_is_read_back_the_same(places):
    text = f"First. [{PATH}:1]\nSecond, with a[0] and [this].\nThird. [{PATH}:2] [{PATH}:1]"
    read = sentences(text, "solution", places)

    assert lines({"sentences": read}, "solution") == text
    assert lines({"sentences": read}, "meaning") == ""


def test_blank_lines_say_nothing(places):
    assert len(sentences("\n\nOne.\n  \r\n\nTwo.\n", "meaning", places)) == 2


@pytest.mark.parametrize(
    "text, why",
    [
        (f"One. [{PATH}:4000]", "has no line 4000"),
        (f"One. [{PATH}:0]", "has no line 0"),
        ("One. [src/other.py:1]", "has no file src/other.py"),
        (f"[{PATH}:1]", "1 to 2000 characters"),
        ("x" * 2001, "1 to 2000 characters"),
    ],
)
def test_line_that_cannot_be_taken_is_told_by_its_number(places, text, why):
    with pytest.raises(Misread, match=f"Line 2: .*{why}"):
        sentences(f"Fine.\n{text}", "meaning", places)
