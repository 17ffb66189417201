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


def test_each_of_very_many_lines_picked_out_is_an_error_of_its_own():
    lines = [f"E   StockError: shelf {number} is empty" for number in range(7000)]
    assert told("\n".join(lines)) == [("StockError", f"shelf {number} is empty") for number in range(50)]


@pytest.mark.parametrize("between", ["\n", "\n\n", "\n\n\n"])
@pytest.mark.parametrize("count", [2, 3, 119, 120, 121, 12_000])
def test_lines_picked_out_that_say_the_same_are_one_error(count, between):
    assert told(between.join(["E   ValueError: a"] * count)) == [("ValueError", "a")]


def test_lines_picked_out_are_counted_though_one_begins_as_the_other():
    errors = read("E   ValueError: a box\nE   ValueError: a\nE   ValueError: a box").errors
    assert [(error.message, error.count) for error in errors] == [("a box", 2), ("a", 1)]


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


def test_of_very_many_labelled_lines_the_first_are_told_beside_the_error():
    text = "\n".join(f"ERROR: box {number} is gone\n" for number in range(20_000)) + f"\nnow running\n{TRACEBACK}"
    assert told(text) == [*(("", f"box {number} is gone") for number in range(20)), ("KeyError", "3")]


def test_labelled_lines_get_only_the_places_that_the_errors_leave():
    labels = "".join(f"ERROR: box {number} is gone\n\n" for number in range(20))
    tracebacks = "\n\n".join(TRACEBACK.replace("line 8", f"line {line}") for line in range(1, 46))
    errors = told(f"{labels}now running\n{tracebacks}")
    assert errors == [*(("", f"box {number} is gone") for number in range(5)), *[("KeyError", "3")] * 45]


RULE, DOUBLE = "-" * 70, "=" * 70


def test_a_test_run_tells_its_failures_alone():
    text = f"""\
EF.FE.x
{DOUBLE}
ERROR: setUpClass (tests.test_depot.Depot)
{RULE}
{TRACEBACK}

{DOUBLE}
FAIL: test_pick (tests.test_depot.Jobs.test_pick)
What is on no shelf cannot be picked.
{RULE}
{TRACEBACK.replace("KeyError: 3", "AssertionError: 1 != 2")}

{DOUBLE}
ERROR: test_put (tests.test_depot.Jobs.test_put) (box=1)
Boxes are put on shelves.
{RULE}
{TRACEBACK.replace("KeyError: 3", "ValueError: no box")}

{DOUBLE}
ERROR: test_lost (tests.test_depot.Jobs.test_lost)
{RULE}
what was printed is lost

{RULE}
Ran 7 tests in 0.100s

FAILED (failures=1, errors=3, expected failures=1)
"""
    assert told(text) == [("KeyError", "3"), ("AssertionError", "1 != 2"), ("ValueError", "no box")]


@pytest.mark.parametrize("between", ["", f"{RULE}\n", f"\n{DOUBLE}\n\n", f"About boxes.\n{RULE}\n", f"{RULE}\n\n"])
@pytest.mark.parametrize("label", ["ERROR", "FAIL", "Error", "fatal"])
def test_rules_between_a_title_and_its_error_are_no_words(label, between):
    assert told(f"{label}: the job died\n{between}{TRACEBACK}") == [("KeyError", "3")]


def test_words_behind_a_rule_part_a_label_from_the_error():
    text = f"ERROR: the depot is shut\n\n{DOUBLE}\nnow running\n{TRACEBACK}"
    assert [error[0] for error in told(text)] == ["", "KeyError"]


def test_records_that_introduce_tracebacks_tell_errors_of_their_own():
    traceback = 'Traceback (most recent call last):\n  File "/app/w.py", line 3, in load\n    raise RuntimeError(a)\n'
    text = (
        f"[2026-03-03 03:53:36 TP3] Worker hit an exception: {traceback}RuntimeError: no room for a\n"
        f"[2026-03-03 03:53:36 TP1] Worker hit an exception: {traceback}RuntimeError: no room for b\n"
    )

    first, second = read(text).errors

    assert (first.message, second.message) == ("no room for a", "no room for b")
    assert first.role == second.role == "only"
