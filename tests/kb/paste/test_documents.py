"""Texts in packages: JSON, literals, pages, colours."""

import html
import json

import pytest

from kb.paste import read

TRACEBACK = """Traceback (most recent call last):
  File "/srv/depot/stock.py", line 23, in pick
    raise StockError(f"Shelf {shelf!r} is empty")
depot.StockError: Shelf 'C-12' is empty"""


def only_error(text):
    (error,) = read(text).errors
    return error


def assert_is_right(error):
    assert (error.exc_type, error.message) == ("StockError", "Shelf 'C-12' is empty")
    assert [(frame.path, frame.line, frame.function) for frame in error.frames] == [("/srv/depot/stock.py", 23, "pick")]


def test_field_of_a_json_record():
    assert_is_right(only_error(json.dumps({"level": "error", "event": "failed", "exc_info": TRACEBACK, "n": 3})))


def test_json_deep_in_json_behind_a_log_head():
    record = json.dumps({"a": [{"b": {"log": json.dumps({"stack": TRACEBACK})}}]})

    assert_is_right(only_error(f"2026-03-04 05:06:07,123 INFO relay: {record}"))


def test_cut_json_is_read_as_far_as_it_goes():
    text = json.dumps({"exception": TRACEBACK})

    error = only_error(text[: text.rindex(" is empty")])

    assert (error.exc_type, error.message) == ("StockError", "Shelf 'C-12'")


def test_one_record_of_many_lines():
    quiet = json.dumps({"level": "info", "event": "started", "error": None})

    assert_is_right(only_error("\n".join([quiet, json.dumps({"exception": TRACEBACK}), quiet])))


def test_coloured_text_in_json():
    coloured = "\n".join(f"\x1b[1;31m{line}\x1b[0m" for line in TRACEBACK.split("\n"))

    assert_is_right(only_error(json.dumps({"traceback": coloured.split("\n")})))


def test_literal_as_a_program_prints_bytes():
    assert_is_right(only_error(f"stderr={TRACEBACK.encode()!r}"))


def test_list_of_lines_as_a_program_prints_it():
    assert_is_right(only_error(repr([line + "\n" for line in TRACEBACK.split("\n")])))


def test_escaped_page():
    page = f"<html><body><h1>Oops</h1><pre>{html.escape(TRACEBACK)}</pre><p>Contact us.</p></body></html>"

    assert_is_right(only_error(page))


def test_source_of_a_page_that_parts_its_frames():
    """As starlette's debug page has it: tags and line breaks within a frame, the innermost first."""
    frame = (
        '<p class="title">\n    File <span class="file">{}</span>,\n    line <i>{}</i>,\n    in <b>{}</b>\n'
        "    <span>+</span>\n    </p>\n<div><p><span>\n{}. &nbsp&nbspraise&nbspIt\n</span></p></div>"
    )
    page = (
        "<html><head><style>p{}</style></head><body>\n    <h1>500 Server Error</h1>\n"
        "    <h2>StockError: Shelf &#x27;C-12&#x27; is empty</h2>\n    <div>\n      <p>Traceback</p>\n"
        + frame.format("/srv/depot/stock.py", 23, "pick", 23)
        + frame.format("/srv/depot/jobs.py", 88, "run", 88)
        + "</div></body></html>"
    )

    error = only_error(page)

    assert (error.exc_type, error.message) == ("StockError", "Shelf 'C-12' is empty")
    assert [(frame.path, frame.line, frame.function) for frame in error.frames] == [
        ("/srv/depot/jobs.py", 88, "run"),
        ("/srv/depot/stock.py", 23, "pick"),
    ]


def test_entities_are_left_alone_where_the_frames_are_none():
    text = TRACEBACK.replace("'C-12'", "&lt;C-12&gt;")

    assert only_error(text).message == "Shelf &lt;C-12&gt; is empty"


def test_colours_whose_escape_character_was_lost():
    assert_is_right(only_error("\n".join(f"[31m{line}[39;49m[0m" for line in TRACEBACK.split("\n"))))


@pytest.mark.parametrize("message", ["took [1m30s] of [5m]", "units [ms] and [m] [0]", "must be 'datetime64[ms]'"])
def test_brackets_that_only_look_like_colours_stay(message):
    assert only_error(f"ValueError: {message}").message == message


def test_windows_path_is_not_taken_for_line_breaks():
    frame = '  File "C:\\new\\test\\run.py", line 3, in go\n    go()'
    text = f"Traceback (most recent call last):\n{frame}\nOSError: C:\\new\\n"

    error = only_error(text)

    assert error.frames[0].path == "C:\\new\\test\\run.py"
    assert error.message == "C:\\new\\n"


def test_object_in_a_message_is_part_of_the_message():
    message = """bad payload {"type": "ValueError", "value": [1, 2]} from 'x'"""

    assert only_error(f"StockError: {message}").message == message


def test_variable_that_holds_a_traceback_is_no_error():
    text = TRACEBACK + "\n"
    shown = text.replace("depot.Stock", f"    out = {TRACEBACK.replace('StockError', 'OldError')!r}\ndepot.Stock")

    assert [error.exc_type for error in read(shown).errors] == ["StockError"]


def test_type_and_message_in_fields_of_their_own():
    record = {
        "errorType": "StockError",
        "errorMessage": "Shelf 'C-12' is empty",
        "stackTrace": ['  File "/srv/depot/stock.py", line 23, in pick\n    raise StockError(1)\n'],
    }

    assert_is_right(only_error(json.dumps(record)))


def test_frames_as_objects_and_a_chain_as_a_list():
    frames = [{"filename": "/srv/depot/stock.py", "lineno": 23, "function": "pick", "context_line": "    raise E()"}]
    values = [
        {"type": "StockError", "module": "depot", "value": "Shelf 'C-12' is empty", "stacktrace": {"frames": frames}},
        {"type": "RuntimeError", "module": None, "value": "job failed", "stacktrace": {"frames": frames}},
    ]

    root, wrapper = read(json.dumps({"event_id": "1", "exception": {"values": values}}, indent=2)).errors

    assert_is_right(root)
    assert root.exc_module == "depot"
    assert (root.role, wrapper.role, wrapper.exc_type) == ("root", "wrapper", "RuntimeError")


def test_notebook_output():
    output = {"ename": "StockError", "evalue": "Shelf 'C-12' is empty", "traceback": TRACEBACK.split("\n")}

    assert_is_right(only_error(json.dumps({"cells": [{"outputs": [output]}]})))


def test_record_without_an_error_says_its_message():
    error = only_error('{"detail": "Shelf not found.", "status": 404}')

    assert (error.exc_type, error.message) == ("", "Shelf not found.")


def test_spans_survive_every_package():
    text = html.escape(json.dumps({"exc": TRACEBACK}))

    error = only_error(text)

    spans = {span.part: html.unescape(text[span.start : span.end]) for span in error.spans}
    assert spans["type"] == "depot.StockError"
    assert spans["message"] == "Shelf 'C-12' is empty"
