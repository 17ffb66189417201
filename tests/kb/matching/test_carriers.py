"""Errors that wrap another one's text, in a class out of a table."""

import pytest

from kb.matching import match
from tests.factories import make_blob, make_entry
from tests.kb.matching.test_match import ids, known

pytestmark = pytest.mark.django_db

TABLE = b"""\
from anvil.errors import ForgeCold, ForgeGone

def burn(error):
    mapped = {OldCold: ForgeCold, OldGone: ForgeGone}[type(error)]
    raise mapped(str(error)) from error
"""
PASTED = "anvil.errors.ForgeCold: the coal is wet and will not burn"


def carrier(content=TABLE, exc="mapped", **kwargs):
    site = {"line": 5, "qualname": "burn", "facts": {"exc": exc}, "blob": make_blob(content)}
    return make_entry(message="{str(error)}", exc_type="", exc_qualified="", site=site, **kwargs)


def test_a_statement_that_may_raise_the_class_with_any_text_is_offered_and_never_claimed():
    entry = known(carrier())

    answer = match(PASTED)

    assert (answer.outcome, ids(answer)) == ("similar", [entry.id])
    assert "raises a class out of a variable, and its file names ForgeCold" in answer.matches[0].reasons


@pytest.mark.parametrize(
    "pasted",
    [
        PASTED.replace("ForgeCold", "ForgeHot"),  # which the file does not name
        PASTED.replace("ForgeCold", "Forge"),
        PASTED.replace("anvil.", "hammer."),
        PASTED.replace("anvil.errors.", ""),
        "anvil.errors.ForgeCold",
        "ValueError: the coal is wet and will not burn",
    ],
)
def test_it_is_not_offered_for_what_it_is_not_known_to_raise(pasted):
    known(carrier())

    assert match(pasted).outcome == "unmatched"


@pytest.mark.parametrize("kwargs", [{"exc": ""}, {"category": "test"}, {"kind": "log"}])
def test_what_raises_no_class_of_its_own_choice_carries_nothing(kwargs):
    known(carrier(**kwargs))

    assert match(PASTED).outcome == "unmatched"


def test_a_statement_that_says_the_text_leaves_no_room_for_one_that_may():
    said = make_entry(message="the coal is wet and will not burn", exc_type="ForgeCold", site={"line": 9})
    known(carrier(), said)

    assert ids(match(PASTED)) == [said.id]
