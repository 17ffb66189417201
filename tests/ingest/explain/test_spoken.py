"""What a message says of options by name is told with whose options they are, where no condition tells what to set."""

import pytest

from ingest.explain.spoken import words
from tests.ingest.explain.reading import explained, part

CODE = """
class Bar:
    def heat(self, parts, size=1, rate=None, **more):
        if not check(STATE):
            raise ValueError({!r})
"""


def solutions(message, old="", new=""):
    return part(explained(CODE.replace(old, new).format(message)), "solution")


@pytest.mark.parametrize(
    ("message", "found"),
    [
        ("'size' and `rate` are wrong", ["size", "rate"]),
        ("use size=1 or the rate argument", ["size", "rate"]),
        ("heat_rate must be set for {size_of}", ["heat_rate"]),
        ("The size must be whole", ["size"]),
        ("no size, and self.heat_rate() == 3", []),
    ],
)
def test_word_counts_where_it_is_written_as_code_or_called_an_argument(message, found):
    assert words(message) == found


@pytest.mark.parametrize(
    "message",
    [
        "cannot specify both size and rate",
        "`size` and `rate` are mutually exclusive",
        "Both 'size' and 'rate' were given",
        "size= cannot be used together with rate=",
        "only one of size or rate may be given",
        "A bar may have only one of `size` and `rate`.",
        "cannot use `size` with `rate`",
        "`size` and `rate` must not be given at the same time",
        "cannot specify both size and rate, got {size}",
    ],
)
def test_of_two_that_do_not_go_together_one_is_to_be_given(message):
    said = "Give only one of `size` and `rate` of `Bar.heat`: the message says that they do not go together."
    assert said in solutions(message)


def test_of_more_that_do_not_go_together_all_are_named():
    found = solutions("The arguments `parts`, `size`, and `rate` are mutually exclusive")

    assert found[0].startswith("Give only one of `parts`, `size` and `rate` of `Bar.heat`")


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("size must be whole", "size must be whole"),
        ("A 'size' is required.", "A 'size' is required"),
        ("No way. The `size` argument should be whole, got {kind}", "The `size` argument should be whole"),
    ],
)
def test_what_has_to_be_is_told_of_the_function_that_takes_it(message, said):
    assert solutions(message) == [f"Give `size` of `Bar.heat` what the message asks for: “{said}”."]


@pytest.mark.parametrize(
    ("message", "do"),
    [
        ("'rate' is not supported with steam", "Leave out `rate`"),
        ("rate must not be given for steam", "Leave out `rate`"),
        ("Cannot pass 'size' for steam", "Leave out `size`"),
        ("`rate` cannot be used in this mode.", "Leave out `rate`"),
    ],
)
def test_what_may_not_be_is_to_be_left_out(message, do):
    assert solutions(message) == [f"{do} of `Bar.heat` here: “{message.rstrip('.')}”."]


def test_option_of_the_public_function_that_leads_to_a_private_one_is_that_function_s():
    code = "def heat(parts, unit_size=1):\n    _heat(made(parts))\n\ndef _heat(items):\n    if not check(items):\n"
    code += "        raise ValueError('unit_size must be whole')\n"

    assert part(explained(code), "solution") == [
        "Give `unit_size` of `heat` what the message asks for: “unit_size must be whole”."
    ]


def test_key_of_the_keywords_that_a_function_takes_is_its_option():
    code = CODE.replace("        if", "        glow = more.get('glow')\n        if")

    said = part(explained(code.format("'glow' is not allowed for steam")), "solution")
    assert said == ["Do without `glow` of `Bar.heat` here: “'glow' is not allowed for steam”."]


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("weight must be whole", "", ""),  # no such option
        ("size must be whole", "def heat", "def _heat"),
        ("more must be whole", "", ""),
        ("the size is what matters", "", ""),
        ("both size and rate are required", "", ""),
    ],
)
def test_nothing_is_told_of_what_users_do_not_give_or_that_nothing_is_said_of(message, old, new):
    assert not any("`Bar" in text for text in solutions(message, old, new))


@pytest.mark.parametrize(
    "message",
    [
        "Only one of `size` and `rate` was given; both are required",
        "Only one of size or rate given, need both",
        "You must not set only one of `size` and `rate`",
        "cannot set both `size` and `rate` to None",
        "Cannot use `size` and `rate` of different lengths",
        "Cannot combine `size` and `rate` with different dtypes",
        "Both `size` and `rate` cannot be None",
        "cannot specify `size` or `rate`",
        "Do not pass `size` and `rate`",
        "`size` and `rate` are incompatible",
        "Both `size` and `rate` were given as texts",
        "cannot set both size and rate unless they agree",
    ],
)
def test_two_that_are_needed_or_of_which_values_are_refused_are_not_told_apart(message):
    assert not any("only one of" in text for text in solutions(message))


@pytest.mark.parametrize(
    "message",
    [
        "Cannot pass 'parts' for steam",
        "`parts` cannot be set to None",
        "`rate` cannot be set to None",
        "`rate` must not be given as a string",
        "You must not pass `rate` as a list",
        "Do not use `rate` longer than 3",
        "`rate` may not be used before heat was called",
        "`rate` is not valid",
        "Cannot have `size` smaller than `rate`",
        "`rate` is not supported: {rate}",
        "`rate` must not be given in seconds",
    ],
)
def test_value_that_is_refused_is_no_reason_to_leave_an_option_out(message):
    assert not any(text.startswith(("Leave out", "Do without")) for text in solutions(message))
