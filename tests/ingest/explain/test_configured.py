"""A message that names a setting or a command's option: which one to look at, where nothing tells more."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = "def heat():\n    if check(STATE):\n        raise ValueError({!r})\n"


def solutions(message):
    return part(explained(CODE.format(message)), "solution")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("The BAR_SIZE setting is empty.", "Look at the setting `BAR_SIZE`, which the message is about."),
        ("No config in settings.BARS", "Look at the setting `BARS`, which the message is about."),
        (
            "The BAR_SIZE and ROD_SIZE settings differ not",
            "Look at the settings `BAR_SIZE` and `ROD_SIZE`, which the message is about.",
        ),
        ("The parts exceeded settings.BAR_SIZE.", "Raise the setting `BAR_SIZE` if that much is to be allowed."),
        ("Cannot have --bar-size with one part", "Look at the option `--bar-size`, which the message is about."),
    ],
)
def test_what_the_message_names_as_such_is_to_be_looked_at(message, said):
    assert solutions(message) == [said]


@pytest.mark.parametrize(
    "message", ["The SQL is empty", "no BAR_SIZE here", "settings.bars", "a -- b", "--{name} is bad"]
)
def test_words_that_are_no_setting_or_option_are_not(message):
    assert solutions(message) == []
