"""Which upstream tests are found to expect an entry's error, and which are not."""

import pytest

from ingest.explain.proof.expectations import expectations
from ingest.explain.proof.linking import Candidate, Entries
from ingest.explain.source import Source

ONE = Candidate(
    "1", "ValueError", ("builtins.ValueError",), "Loader.load", ["no anvil at ", {"hole": "path"}, " to load from"]
)
TWO = Candidate("2", "ValueError", ("builtins.ValueError",), "Loader.save", ["no hammer to strike with"])
SAME = Candidate("3", "ValueError", ("builtins.ValueError",), "Loader.close", ["no hammer to strike with"])
OWN = Candidate("4", "AnvilError", ("anvil.AnvilError", "builtins.ValueError"), "drop", ["the anvil is too heavy"])


def linked(code, *candidates):
    entries = Entries(candidates or (ONE, TWO, OWN))
    found = list(expectations(Source("tests/test_load.py", code.encode())))
    return [(item, entries.meant(item)) for item in found]


def meant(code, *candidates):
    return [found.id if found else "" for _, found in linked(code, *candidates)]


@pytest.mark.parametrize(
    "expects",
    [
        'with pytest.raises(ValueError, match="no hammer to strike"):',
        'with pytest.raises((TypeError, ValueError), match=r"^no hammer to strike with$"):',
        'with self.assertRaisesRegex(ValueError, "no hammer .* with|never"):',
        'with self.assertRaisesMessage(ValueError, "no hammer to strike with"):',
        'with pytest.raises(ValueError, match=re.escape("no hammer to strike with")):',
    ],
)
def test_text_that_is_expected_finds_the_entry(expects):
    code = f"def test_it():\n    {expects}\n        act()\n"

    assert meant(code) == ([""] if "|" in expects else ["2"])


def test_values_may_stand_where_the_entry_has_holes():
    code = 'def test_it():\n    with raises(ValueError, match="no anvil at /tmp/x to load from"):\n        act()\n'

    assert meant(code) == ["1"]


def test_variable_above_holds_the_text_and_is_shown():
    code = """
class TestIt:
    def test_it(self):
        msg = "no hammer to strike with"
        with self.assertRaisesMessage(ValueError, msg):
            act()
"""
    ((expected, found),) = linked(code)

    assert found.id == "2"
    assert expected.test == "TestIt.test_it"
    assert expected.code.startswith('msg = "no hammer to strike with"\nwith self.')
    assert (expected.line, expected.quote) == (5, "with self.assertRaisesMessage(ValueError, msg):")


def test_class_may_be_a_base_of_the_entrys():
    assert meant('def test_it():\n    with raises(ValueError, match="the anvil is too heavy"):\n        act()\n') == [
        "4"
    ]
    assert meant('def test_it():\n    with raises(TypeError, match="the anvil is too heavy"):\n        act()\n') == [""]


def test_one_wording_at_two_places_is_told_by_what_is_called():
    text = 'def test_it():\n    with raises(ValueError, match="no hammer to strike with"):\n        loader.{}()\n'

    assert meant(text.format("close"), TWO, SAME) == ["3"]
    assert meant(text.format("act"), TWO, SAME) == [""]


def test_without_a_text_the_function_that_is_called_must_raise_it_alone():
    text = "def test_it():\n    with raises(ValueError):\n        loader.save()\n"

    assert meant(text) == ["2"]
    assert meant(text, TWO, Candidate("5", "ValueError", (), "Loader.save", ["other"])) == [""]
    assert meant(text, TWO, Candidate("5", "ValueError", (), "Saver.save", ["other"])) == [""]
    assert meant("def test_it():\n    with raises(ValueError):\n        loader.save(make())\n") == [""]


def test_variable_may_be_made_of_itself():
    code = """
def test_it():
    msg = "no hammer to strike with"
    msg = re.escape(msg)
    with raises(ValueError, match=msg):
        act()
"""
    assert meant(code) == [""]


def test_too_few_words_prove_nothing():
    assert meant('def test_it():\n    with raises(ValueError, match="no"):\n        act()\n') == [""]


def test_callable_that_is_handed_over_counts_as_called():
    code = "def test_it():\n    assert_raises_message(ValueError, 'no hammer to strike with', loader.close)\n"

    assert meant(code, TWO, SAME) == ["3"]
