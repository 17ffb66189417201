"""An answer as lines for people."""

import io

import pytest

from api.client.showing import Terminal, lines


def match(index: int, title: str) -> dict:
    return {
        "id": "fade0000000000aa", "url": "http://localhost/errors/fade0000000000aa/", "error_index": index,
        "project": "acme/anvil", "exc_type": "ValueError", "title": title, "message": title, "path": "a.py", "line": 3,
        "values": {}, "reasons": [], "score": 0.5,
    }  # fmt: skip


def test_each_error_of_a_paste_has_its_own_verdict():
    answer = {
        "outcome": "exact",
        "says": "It did.",
        "decides": "",
        "errors": [
            {"exc_type": "KeyError", "message": "a\nb", "outcome": "similar", "says": "Perhaps."},
            {"exc_type": "ValueError", "message": "no path", "outcome": "exact", "says": "It did."},
        ],
        "matches": [match(1, "no path"), match(0, "other"), match(0, "another")],
    }

    shown = list(lines(answer, Terminal(io.StringIO())))

    assert shown[0] == "It did."
    assert [line for line in shown if line.endswith("Perhaps.")] == ["KeyError: a — Perhaps."]
    assert shown.index("KeyError: a — Perhaps.") > next(n for n, line in enumerate(shown) if "no path" in line)


@pytest.mark.parametrize("known, said", [("", "another version"), ("1.0", "1.0")])
def test_a_paste_of_another_version_is_told_to_be_one(known, said):
    found = match(0, "no path") | {"version": "2.0", "pasted_line": 7, "pasted_version": known}
    answer = {"outcome": "exact", "says": "It did.", "decides": "", "errors": [], "matches": [found]}

    assert f"  read in 2.0; your line 7 is of {said}" in list(lines(answer, Terminal(io.StringIO())))


def test_what_to_do_stands_below_the_statement():
    found = match(0, "no path") | {"solutions": ["Pass `path`.", "Or \x1b[31mnot."]}
    answer = {"outcome": "exact", "says": "It did.", "decides": "", "errors": [], "matches": [found]}

    shown = list(lines(answer, Terminal(io.StringIO())))

    assert shown[-3:] == ["  1. Pass `path`.", "  2. Or �[31mnot.", "  http://localhost/errors/fade0000000000aa/"]


def test_holes_that_share_a_value_are_named_as_the_message_writes_them():
    found = match(0, "no {rack}{number} left") | {"values": {"rack}{number": "A7"}}
    answer = {"outcome": "exact", "says": "It did.", "decides": "", "errors": [], "matches": [found]}

    assert "  {rack}{number} = A7" in list(lines(answer, Terminal(io.StringIO())))
