"""A message that says by what something has to be done tells what to do."""

import pytest

from tests.ingest.explain.reading import explained, part

MEANS = "def heat(part):\n    if look(STATE):\n        raise ValueError({!r})\n"


def test_message_that_says_by_what_something_has_to_be_done_is_quoted():
    message = "The part has to be heated first by setting `config.heat=True`"
    assert part(explained(MEANS.format(message)), "solution") == [f"The message advises: “{message}”"]


@pytest.mark.parametrize("message", ["It must not be heated by setting `heat`", "It was made by calling `heat()`"])
def test_message_that_says_by_what_something_came_about_is_not(message):
    assert part(explained(MEANS.format(message)), "solution") == []
