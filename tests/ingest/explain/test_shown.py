"""What a message says of the value that it shows, as advice on the option that gave it."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = """
class Bar:
    def heat(self, name, parts=(), mode=None):
        found = self.look(name, mode)
        if found is None:
            raise ValueError({})
"""


def solutions(message, old="", new=""):
    return part(explained(CODE.format(message).replace(old, new)), "solution")


@pytest.mark.parametrize(
    "message",
    [
        'f"Key {name!r} not found"',
        "f\"The part '{name}' does not exist.\"",
        'f"Unknown part: {name}"',
        'f"No part named {name} in here"',
        '"Part does not exist: %s" % name',
        'f"{name} is not registered"',
    ],
)
def test_of_a_value_that_was_not_found_it_is_no_advice_to_give_another(message):
    assert solutions(message) == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('f"Part {name} already exists"', "a value that is not taken: the one in the message is."),
        ('f"Part expected, got {name!r}"', "what the message asks for: “Part expected”."),
        ('f"The part must be hot, not {type(name).__name__}"', "what the message asks for: “The part must be hot”."),
    ],
)
def test_what_is_wrong_with_a_value_is_told_in_the_messages_own_words(message, said):
    assert solutions(message) == [f"Give `name` of `Bar.heat` {said}"]


@pytest.mark.parametrize(
    "message",
    ["f\"Unknown part {name!r}, known are 'coal', 'wood'\"", 'f"Invalid part: {name}. Must be one of: {parts}"'],
)
def test_where_the_message_lists_what_would_do_one_of_that_is_to_be_set(message):
    assert solutions(message) == ["Set `name` of `Bar.heat` to one of those that the message lists."]


def test_value_that_is_made_of_an_option_is_told_as_that():
    code = "name = name.lower()\n        found ="

    assert solutions('f"Part {name} already exists"', "found =", code) == [
        "Give `name` of `Bar.heat` a value that is not taken: what the message shows is made of it and is."
    ]


@pytest.mark.parametrize(
    "message",
    [
        'f"Invalid pointer returned from {name}"',  # something else is invalid
        'f"Invalid value for {name}"',
        'f"Not an invalid part: {name}"',
        'f"{name} failed"',
        'f"Invalid heat mode {name!r}"',  # what would be valid is not known
        'f"{name!r} is not a valid part."',
        'f"Unsupported part: {type(name)}"',
        'f"Unknown part in {name}"',
        'f"No value found for {name}"',
        'f"Unknown part: {other}"',
        'f"Unknown part: {made(name)}"',
    ],
)
def test_value_of_which_the_message_complains_of_nothing_is_left_alone(message):
    assert solutions(message) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("self.look(name, mode)", "self.look(mode)"),  # the condition is about something else
        ("def heat", "def __contains__"),
        ("def heat", "def _heat"),
        ("def heat", "def visit_part"),
        ("def heat", "def handle_data"),
    ],
)
def test_value_that_is_not_what_was_tested_or_that_nobody_gives_is_left_alone(old, new):
    assert solutions('f"Part {name} already exists"', old, new) == []
