"""What a message says that an option has to be, with whose option it is, where nothing else tells what to set."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = """
class Bar:
    def heat(self, parts, size=1):
        parts = made(parts)
        if not check(parts, STATE):
            raise ValueError({!r})
"""


def solutions(message, old="", new=""):
    return part(explained(CODE.replace(old, new).format(message)), "solution")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("parts must be sorted", "parts must be sorted"),
        ("The `parts` argument should be sorted.", "The `parts` argument should be sorted"),
        ("Values in 'parts' need to be numbers", "Values in 'parts' need to be numbers"),
        ("Bar.parts must contain only numbers.", "Bar.parts must contain only numbers"),
        ("parts must be a list, got {kind}", "parts must be a list"),
        ("parts must have as many items as there are rows, which is {rows}", ""),
    ],
)
def test_what_the_message_asks_of_an_option_is_told_with_the_function_that_takes_it(message, said):
    said = said or message.partition(", which")[0]

    assert solutions(message)[:1] == [f"Give `parts` of `Bar.heat` what the message asks for: “{said}”."]


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("parts must be sorted", "def heat", "def _heat"),
        ("parts must be {kind}", "", ""),
        ("parts must be called first", "", ""),
        ("parts are what must be sorted", "", ""),
        ("other parts must be sorted", "", ""),
    ],
)
def test_message_that_asks_nothing_of_an_option_that_users_give_and_that_is_tested_is_not_passed_on(message, old, new):
    assert not any("asks for" in text for text in solutions(message, old, new))


def test_operand_that_a_helper_refuses_is_not_given_by_name():
    code = CODE.replace("def heat", "def _heat").replace(
        "class Bar:", "class Bar:\n    def __or__(self, parts):\n        self._heat(parts)\n"
    )

    assert not any("asks for" in text for text in part(explained(code.format("parts must be sorted")), "solution"))


def test_message_is_not_passed_on_where_the_condition_tells_what_to_set():
    code = "def heat(parts):\n    if not isinstance(parts, list):\n        raise TypeError('parts must be a list')\n"

    assert part(explained(code), "solution") == ["Pass a `list` as `parts` of `heat`."]
