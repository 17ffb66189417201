"""Logs that tell several errors, each in a line or two."""

import pytest

from kb.paste import read

TRACEBACK = 'Traceback (most recent call last):\n  File "/srv/depot/jobs.py", line 8, in run\n    pick()\nKeyError: 3'


def told(text):
    return [(error.exc_type, error.message) for error in read(text).errors]


def test_lines_picked_out_of_a_report_are_an_error_each():
    text = (
        "E   StockError: shelf 3 is empty\nE   LookupError: no such box\nE       at all\nE   StockError: shelf 4 is it"
    )
    assert told(text) == [
        ("StockError", "shelf 3 is empty"),
        ("LookupError", "no such box\n    at all"),
        ("StockError", "shelf 4 is it"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        # the place behind it names its type
        "    def test_pick():\n>       pick()\nE       StockError: shelf 3 is empty\n"
        "E       LookupError: no such box\n\njobs.py:8: StockError",
        "E   StockError: shelf 3 is empty\nE   LookupError: no such box\n\njobs.py:8: StockError",
        # indented, so within the message
        "E   StockError: shelf 3 is empty\nE     LookupError: no such box",
        "E   StockError: shelf 3 is empty\nE   Details: no such box",
    ],
)  # fmt: skip
def test_lines_that_one_failure_prints_are_one_error(text):
    errors = [error for error in told(text) if error[0] == "StockError"]
    assert len(told(text)) == len(errors) == 1
    assert "no such box" in errors[0][1]


def test_what_tools_print_beside_an_error_is_told_too_in_the_order_of_the_log():
    text = (
        "ERROR: Could not find a version of anvil\nERROR: No matching distribution for anvil\n\nnow running\n"
        f"{TRACEBACK}\n\nfatal: not a repository"
    )
    assert told(text) == [
        ("", "Could not find a version of anvil"),
        ("", "No matching distribution for anvil"),
        ("KeyError", "3"),
        ("", "not a repository"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        f"ERROR: the job died\n{TRACEBACK}",  # its title
        f"ERROR: the job died\n\n{TRACEBACK}",
        f"{TRACEBACK}\nerror: Command failed with exit code 1.",
        f"{TRACEBACK}\nERROR: Job failed: exit status 1",
        f"{TRACEBACK}\nError: process exited with 1",
        f"{TRACEBACK}\nWarning: this is only a warning",
        f"{TRACEBACK}\nThe error: it is in the text",
        f"{TRACEBACK}\n    error: of something indented",
    ],
)  # fmt: skip
def test_titles_results_and_remarks_are_no_errors_of_their_own(text):
    assert len(read(text).errors) == 1


def test_many_labelled_lines_are_read_in_linear_time():
    text = "\n".join(f"ERROR: box {number} is gone\n" for number in range(20_000)) + TRACEBACK
    assert len(read(text).errors) <= 50
