"""The kinds of statements are named twice, since extraction knows no database: both must be the same."""

from typing import get_args

from ingest.extract.sites import PASSING, Kind
from kb.models import ErrorEntry
from kb.search.protocol import PASSING_KINDS


def test_extraction_and_entries_know_the_same_kinds_in_the_same_order():
    assert list(get_args(Kind)) == list(ErrorEntry.Kind.values)


def test_kinds_that_end_nothing_are_the_same_everywhere():
    assert set(ErrorEntry.PASSING_KINDS) == PASSING == {"warning", "log", "handed"}
    assert PASSING_KINDS == ErrorEntry.PASSING_KINDS
