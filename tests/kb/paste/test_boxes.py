"""Tracebacks that are printed in boxes."""

from kb.paste import read
from tests.kb.paste.depot import TRACEBACK
from tests.kb.paste.prints import assert_is_right, innermost, only_error


def test_box_is_read_from_its_top():
    text = "\n".join(
        [
            "╭───────────── Traceback (most recent call last) ─────────────╮",
            "│ /srv/depot/a/very/long/path/to/the/module/that/is/called/st │",
            "│ ock.py:23 in pick                                           │",
            "│                                                             │",
            "│ ❱ 23 │   raise StockError(f'Shelf {shelf} is empty')        │",
            "╰─────────────────────────────────────────────────────────────╯",
            "StockError: Shelf 'C-12' is empty",
        ]
    )

    error = only_error(text)

    assert innermost(error) == ("/srv/depot/a/very/long/path/to/the/module/that/is/called/stock.py", 23, "pick")


def test_frame_of_compiled_code_in_a_box_has_a_line_and_a_name():
    text = "\n".join(
        [
            "╭────── Traceback (most recent call last) ──────╮",
            "│ in depot._core.Shelf.pick:77                  │",
            "╰───────────────────────────────────────────────╯",
            "KeyError: 'C-12'",
        ]
    )

    assert innermost(only_error(text)) == ("", 77, "depot._core.Shelf.pick")


def test_line_that_fills_the_box_is_broken_between_words():
    text = "\n".join(
        [
            "╭── Traceback (most recent call last) ─╮",
            "│ /srv/depot/stock.py:23 in pick       │",
            "│                                      │",
            "│ ❱ 23 │   raise StockError(text)      │",
            "╰──────────────────────────────────────╯",
            "StockError: no box is left on the shelf",
            "of the third hall",
        ]
    )
    text = text.replace("╮", "─╮").replace("│\n", " │\n").replace("╯", "─╯")

    assert only_error(text).message == "no box is left on the shelf of the third hall"


def test_boxes_around_boxes_are_the_errors_of_a_group():
    text = "\n".join(
        [
            "╭───── Traceback (most recent call last) ────╮",
            "│ /srv/depot/jobs.py:88 in <module>          │",
            "│ ❱ 88 run(shelves)                          │",
            "╰────────────────────────────────────────────╯",
            "ExceptionGroup: jobs failed (1 sub-exception)",
            "",
            "╭───────────── Sub-exception #1 ─────────────╮",
            "│ ╭─── Traceback (most recent call last) ──╮ │",
            "│ │ /srv/depot/stock.py:23 in pick         │ │",
            "│ │ ❱ 23 raise StockError(shelf)           │ │",
            "│ ╰────────────────────────────────────────╯ │",
            "│ StockError: Shelf 'C-12' is empty          │",
            "╰────────────────────────────────────────────╯",
        ]
    )

    group, member = read(text).errors

    assert (group.exc_type, group.role, member.role) == ("ExceptionGroup", "wrapper", "root")
    assert_is_right(member)


def test_note_as_a_box_shows_it():
    assert only_error("ValueError: no such shelf\n[NOTE] ask the depot").notes == ("[NOTE] ask the depot",)


def test_the_sides_of_a_terminals_pane_are_taken_off():
    first, *others = TRACEBACK.split("\n")
    pane = "\n".join([f"{first:<90}│", *(f"│ {line:<88}│" for line in others), f"│ {'':<88}│"])
    (error,) = read(pane).errors
    assert (error.exc_type, error.message) == ("StockError", "Shelf 'C-12' is empty")
    assert [frame.code for frame in error.frames] == ["run(shelves)", 'raise StockError(f"Shelf {shelf!r} is empty")']


def test_a_line_at_the_end_of_a_message_stays():
    (error,) = read("ValueError: no value for a│b│").errors
    assert error.message == "no value for a│b│"
