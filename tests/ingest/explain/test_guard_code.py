"""Code to put in front of a call: it refuses no good one, and stands where its names are known."""

import pytest

from tests.ingest.explain.reading import explained, part


def guard(code, **kwargs):
    return explained(code, **kwargs).guard_code


LOW = """
def load(n=None):
    if n < 1:
        raise ValueError("too few")
"""


def test_guard_says_in_front_of_which_call_it_stands():
    assert guard(LOW) == "# in front of load(..., n=n)\nassert not (n < 1)"
    assert guard("class Box:\n    def __init__(self, n):\n        if n == 1:\n            raise E('no')\n") == (
        "# in front of Box(..., n=n)\nassert n != 1"
    )


def test_what_the_code_passes_over_is_passed_over_by_the_guard():
    left = LOW.replace("    if n < 1", "    if n is None:\n        return\n    if n < 1")
    refused = left.replace("return", "raise TypeError('none')")

    assert guard(left) == "# in front of load(..., n=n)\nif n is not None:\n    assert not (n < 1)"
    assert guard(refused) == guard(LOW)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    if n < 1", "    if ready():\n        return\n    if n < 1"),
        ("    if n < 1:\n        raise", "    for _ in range(3):\n      if n < 1:\n        raise"),
        ("def load", "def _load"),
        ("    if n < 1", "    n = n + 1\n    if n < 1"),
        ("n < 1", "n < least()"),
        ("if n < 1", "args = read()\n    if args.n < 1"),
    ],
    ids=["other way out", "loop", "private function", "another value", "unknown bound", "local"],
)
def test_guard_that_would_refuse_good_calls_or_has_no_place_is_left_out(old, new):
    assert old in LOW
    assert guard(LOW) != ""
    assert guard(LOW.replace(old, new)) == ""


def test_private_function_that_is_handed_a_value_has_no_guard_since_its_callers_decide_as_well():
    code = LOW.replace("load", "_load") + "\n\ndef read(n, fast=True):\n    if not fast:\n        _load(n)\n"
    first = explained(code)

    assert any("`read` calls" in sentence.text for sentence in first.sentences)
    assert first.guard_code == ""


@pytest.mark.parametrize("condition", ["n not in (LEAST, MOST)", "n == LEAST", "not isinstance(n, Number)"])
def test_guard_names_nothing_that_the_caller_does_not_have(condition):
    code = f"from .sizes import LEAST, MOST, Number\n\ndef load(n):\n    if {condition}:\n        raise E('no')\n"

    assert guard(code) == ""
    for name, written in (("LEAST", "1"), ("MOST", "2"), ("Number", "int")):
        code = code.replace(name, written)
    assert guard(code) != ""


def test_error_that_the_function_keeps_to_itself_has_no_guard_example_nor_solution():
    kept = LOW.replace("    if n < 1:\n        raise", "    with suppress(ValueError):\n      if n < 1:\n        raise")
    of_others = explained(kept.replace("suppress(ValueError)", "suppress(OSError)"))

    assert (explained(kept).guard_code, explained(kept).example_fix, part(explained(kept), "solution")) == ("", "", [])
    assert all((of_others.guard_code, of_others.example_fix, part(of_others, "solution")))


def test_example_needs_all_conditions_that_lead_to_the_statement():
    alone = "def load(n, size=1):\n    if n > 3:\n        raise E('no')\n"
    left = alone.replace("    if", "    if ready(size):\n        return 1\n    if", 1)

    assert explained(alone).example_fix == "# before\nload(..., n=4)\n\n# after\nload(..., n=3)"
    assert explained(left).example_fix == ""


def test_what_left_a_try_block_before_its_else_decides_as_well():
    code = """
def load(mode):
    try:
        if ready():
            return 1
    except KeyError:
        pass
    else:
        if mode == "x":
            raise ValueError("no")
"""
    # What returns in the block comes through `finally` all the same.
    last = code.replace("    except KeyError:\n        pass\n    else:", "    finally:")

    assert "if it gets that far" in part(explained(code), "meaning")[0]
    assert (guard(code), explained(code).example_fix) == ("", "")
    assert "if it gets that far" not in part(explained(last), "meaning")[0]
    assert guard(last) == "# in front of load(..., mode=mode)\nassert mode != 'x'"
    assert guard(code.replace("if ready():\n            return 1", "ready()")) == guard(last)


def test_example_shows_no_value_that_another_check_refuses_before():
    alone = "def load(n=1):\n    if not n:\n        raise ValueError('no')\n"
    checked = alone.replace("    if", "    if n is None:\n        raise TypeError('none')\n    if", 1)

    assert explained(alone).example_fix == "# before\nload(..., n=None)\n\n# after\nload(..., n=1)"
    assert explained(checked).example_fix == ""
