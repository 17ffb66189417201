"""Logs that show their newest line first, and logs in their order that only seem to."""

from unittest.mock import Mock

import pytest

from kb.paste import read, turned
from kb.paste.located import Located

TRACEBACK = """\
Traceback (most recent call last):
  File "/srv/depot/jobs.py", line 88, in <module>
    run(shelves)
  File "/srv/depot/stock.py", line 123, in pick
    raise StockError(f"Shelf {shelf!r} is empty,\\nsee {url}")
    ^^^^^^^^^^^^^^^^
depot.StockError: Shelf 'C-12' is empty,
see https://depot.example/help"""
FRAMES = [("/srv/depot/jobs.py", 88, "run(shelves)"), ("/srv/depot/stock.py", 123)]
CHAIN = f"""\
Traceback (most recent call last):
  File "/srv/depot/box.py", line 3, in open
    return lids[box]
KeyError: 7

During handling of the above exception, another exception occurred:

{TRACEBACK}"""
BARE = 'Traceback (most recent call last):\n  File "/srv/depot/a.py", line 8, in run\n    pick()\nKeyError: 3'
HEADER = "Traceback (most recent call last):"


def newest_first(text, prefix=""):
    return "\n".join(f"{prefix}{line}" for line in reversed(text.split("\n")))


def stock_error(text):
    (error,) = [error for error in read(text).errors if error.exc_type == "StockError"]
    return error


@pytest.mark.parametrize("prefix", ["", "Nov 30 10:00:02 host app[12]: ", "worker-1  | "])
def test_traceback_printed_newest_line_first_is_read_as_it_was_raised(prefix):
    error = stock_error(newest_first(TRACEBACK, prefix))

    assert (error.exc_module, error.message) == ("depot", "Shelf 'C-12' is empty,\nsee https://depot.example/help")
    outer, inner = error.frames
    assert [(outer.path, outer.line, outer.code), (inner.path, inner.line)] == FRAMES
    assert inner.code.startswith("raise StockError(")
    assert error.ends_in_frame


def test_parts_are_marked_where_the_turned_paste_has_them():
    text = newest_first(TRACEBACK, "12:00 ")
    error = stock_error(text)

    assert text[slice(*error.span)].splitlines()[0].endswith("see https://depot.example/help")
    assert text[slice(*error.span)].endswith("Traceback (most recent call last):")
    said = {span.part: text[span.start : span.end] for span in error.spans}
    assert (said["type"], said["frame"][-24:]) == ("depot.StockError", 'jobs.py", line 88, in <module>'[-24:])


def test_chain_printed_newest_line_first_keeps_its_roles():
    roles = {error.exc_type: error.role for error in read(newest_first(CHAIN)).errors}

    assert roles == {error.exc_type: error.role for error in read(CHAIN).errors}
    assert set(roles) == {"KeyError", "StockError"}


def test_several_tracebacks_and_the_lines_between_them():
    text = f"starting\n{TRACEBACK}\nretrying\n{BARE}\nstopped"

    frames = {error.exc_type: error.frames for error in read(newest_first(text, "10:00:02 app: ")).errors}

    assert frames == {error.exc_type: error.frames for error in read(text).errors}
    assert set(frames) == {"KeyError", "StockError"}


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(f"{BARE}\n{newest_first(BARE)}", id="one of two in order"),
        pytest.param('KeyError: 3\n  File "/a.py", line 8, in run\n' + HEADER, id="no code"),
        pytest.param(f'    pick()\n  File "/a.py", line 8, in run\n{BARE}', id="cut block above"),
        pytest.param(f'    pick()\n  File "/a.py", line 8, in run\n    go()\n{HEADER}', id="cut below"),
        pytest.param(f"{BARE}\n{HEADER}", id="cut off behind its first line"),
        pytest.param('    pick()\n  File "/a.py", line 8, in run\n' + HEADER, id="no type"),
    ],
)  # fmt: skip
def test_log_that_is_not_surely_turned_is_read_in_its_order(text, monkeypatch):
    before = read(text)
    monkeypatch.setattr("kb.paste.streams.oldest_first", lambda lines: lines)

    assert read(text) == before


def test_each_line_is_looked_at_a_few_times_however_many_tracebacks_seem_turned(monkeypatch):
    block = '  File "/a.py", line 8, in run\n  Traceback (most recent call last):\n   x'
    lines = Located.whole("\n".join(["KeyError: 3", "    pick()", *[block] * 1000])).lines()
    looked_at = Mock(side_effect=turned._indent)
    monkeypatch.setattr(turned, "_indent", looked_at)

    assert turned.oldest_first(lines) is lines
    assert looked_at.call_count < 10 * len(lines)
