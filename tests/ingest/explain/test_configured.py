"""A message that says that a setting was exceeded: which one to raise; others name themselves."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = "def heat():\n    if check(STATE):\n        raise ValueError({!r})\n"


def solutions(message):
    return part(explained(CODE.format(message)), "solution")


def test_setting_that_was_exceeded_may_be_raised():
    said = "Raise the setting `BAR_SIZE` if that much is to be allowed."
    assert solutions("The parts exceeded settings.BAR_SIZE.") == [said]


@pytest.mark.parametrize(
    "message",
    ["The SQL is empty", "exceeds BAR_SIZE", "The BAR_SIZE setting is empty.", "Cannot have --bar-size with one part"],
)
def test_to_name_again_what_the_message_names_is_no_solution(message):
    assert solutions(message) == []
