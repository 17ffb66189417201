"""Messages and frames that are cut, redacted, left out or go on further down."""

import pytest

from kb.paste import read
from tests.kb.paste.depot import FRAMES, HEADER, TRACEBACK


def test_a_python_traceback_says_whether_its_last_line_stands_below_a_frame():
    assert read(TRACEBACK).errors[0].ends_in_frame
    head, _, last = TRACEBACK.rpartition("\n")
    assert not read(f"{head}\n  ...\n{last}").errors[0].ends_in_frame
    assert not read(last).errors[0].ends_in_frame


CUT = {
    "last line missing": (f"{HEADER}\n{FRAMES}", ""),
    "message cut": (TRACEBACK[:-6] + "…", "Shelf 'C-12' is…"),
    "summary": ("FAILED test_depot.py::test_pick - depot.StockError: Shelf 'C-12' i...", "Shelf 'C-12' i..."),
}


@pytest.mark.parametrize(("text", "message"), CUT.values(), ids=CUT.keys())
def test_what_is_cut_is_said_to_be(text, message):
    (error,) = read(text).errors

    assert (error.exc_type, error.message, error.is_truncated) == ("StockError", message, True)


def test_redactions_stay_as_they_are():
    (error,) = read(TRACEBACK.replace("'C-12'", "***").replace("/srv/depot", "<redacted>")).errors

    assert error.message == "Shelf *** is empty"
    assert error.frames[-1].path == "<redacted>/stock.py"


def test_frames_left_out_by_hand_are_skipped():
    (error,) = read(TRACEBACK.replace("  File", "  [snip]\n  ...\n  File", 1)).errors

    assert len(error.frames) == 2


def test_repeated_frames_are_skipped():
    repeated = "    run(shelves)\n  [Previous line repeated 996 more times]\n"

    (error,) = read(TRACEBACK.replace("    run(shelves)\n", repeated)).errors

    assert len(error.frames) == 2


@pytest.mark.parametrize(
    "message",
    [
        "two lines\nof text",
        "a list:\n  - one\n\n  - two",
        "what follows a colon:\n\nis part of it",
        "{'open': [\n\n1, 2]}",
        "1 validation error\nname\n  Field required [type=missing, input_type=dict]",
        "(db.Error) no such table\n[SQL: SELECT 1]\n(Background: https://depot.example/e3q8)",
    ],
)
def test_message_goes_on_over_lines(message):
    (error,) = read(TRACEBACK.replace("Shelf 'C-12' is empty", message)).errors

    assert error.message == message


def test_text_behind_a_blank_line_is_kept_as_what_may_follow():
    (error,) = read(f"{TRACEBACK}\n\nPlease see the manual.\nThanks").errors

    assert (error.message, error.tail) == ("Shelf 'C-12' is empty", "Please see the manual.\nThanks")
