"""Lines that were typed off with slips of the finger: what is meant is offered, and never claimed."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.pasted import HEADER, INSIDE
from tests.kb.matching.test_match import ids, known

pytestmark = pytest.mark.django_db

SAID = "length of handles ({count}) does not match length of hammers ({other})"


def test_a_misspelt_line_is_offered_what_it_means():
    meant, _ = known(make_entry(message=SAID), make_entry(message="no anvil is left", site={"line": 9}))
    answer = match("ValueError: lenght of handels (3) does not mach lenght of hammers (4)")
    assert (answer.outcome, ids(answer)) == ("similar", [meant.id])


def test_a_misspelt_line_is_not_claimed_though_all_its_words_are_near():
    meant = known(make_entry(message="the hammer must not be empty", exc_type="LoadError"))
    answer = match("LoadError: the hamer must not be emty")
    assert (answer.outcome, ids(answer)) == ("similar", [meant.id])


def test_what_fits_with_words_that_anything_says_does_not_keep_what_was_meant_from_being_found():
    _, meant = known(make_entry(message="{key} does not match {preset}"), make_entry(message=SAID, site={"line": 9}))
    answer = match("ValueError: lenght of handels (3) does not match lenght of hammers (4)")
    assert answer.outcome != "exact"
    assert meant.id in ids(answer)


def test_words_that_are_near_to_none_find_nothing():
    known(make_entry(message=SAID))
    assert match("ValueError: wqxzv pfrtt kkljh").outcome == "unmatched"


def test_a_frame_is_believed_before_a_spelling():
    (own, _) = known(
        make_entry(message="no handle is given"),
        make_entry(message=SAID, site={"line": 9, "path": "src/anvil/hold.py"}),
    )
    frame = f'  File "{INSIDE}", line 3, in load\n    raise ValueError(\n'
    answer = match(f"{HEADER}{frame}ValueError: no handel is given")
    assert ids(answer) == [own.id]
