"""Which doctests are read as errors that a function shows, and which are not."""

import pytest

from ingest.explain.proof.doctests import doctests
from ingest.explain.proof.linking import Candidate, Entries
from ingest.explain.source import Source

CODE = '''
class Anvil:
    def load(self, path):
        """Load it.

        >>> anvil = Anvil()
        >>> anvil.load(
        ...     "/nowhere",
        ... )
        Traceback (most recent call last):
            ...
        anvil.errors.LoadError: no anvil at /nowhere to load from
        """
'''
ENTRY = Candidate("1", "LoadError", (), "Anvil.load", ["no anvil at ", {"hole": "path"}, " to load from"])


def shown(code):
    return list(doctests(Source("anvil/load.py", code)))


def test_prompt_and_what_it_raises_are_shown_with_their_function():
    (found,) = shown(CODE.encode())

    assert (found.test, found.types, found.line) == ("Anvil.load", ("LoadError",), 12)
    assert found.quote == "anvil.errors.LoadError: no anvil at /nowhere to load from"
    assert found.code.startswith('>>> anvil.load(\n...     "/nowhere",\n... )\nTraceback')
    assert found.calls == ("load",)
    assert Entries([ENTRY]).meant(found) is ENTRY


def test_dots_in_the_text_stand_for_anything():
    (found,) = shown(CODE.replace("at /nowhere to", "at ... to").encode())

    assert found.text == ("no anvil at ", None, " to load from")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (">>> anvil.load(", "anvil.load("),
        ("... )", "... ))"),
        ("Traceback (most recent call last):", "# Traceback (most recent call last):"),
        ("anvil.errors.LoadError: no anvil at /nowhere to load from", ""),
    ],
    ids=["no prompt", "not Python", "a comment", "no error"],
)
def test_what_is_no_doctest_is_not_read(old, new):
    assert old in CODE
    assert shown(CODE.replace(old, new).encode()) == []
