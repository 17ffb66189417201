"""Kinds of prints that were misread in runs of real tools, each as a short made-up paste of the same kind."""

import json

import pytest

from kb.paste import read
from tests.kb.paste.prints import PICK, TRACEBACK, assert_is_right, innermost, only_error


@pytest.mark.parametrize(
    "line",
    [
        "INFO:depot.jobs:next job",
        '10.1.0.7 - - [30/Nov/2026 07:20:01] "GET /shelves HTTP/1.1" 500 -',
        "Call stack:",
        "Stack (most recent call last):",
    ],
)
def test_what_programs_print_behind_a_traceback_ends_the_message(line):
    assert_is_right(only_error(f"{TRACEBACK}\n{line}\n"))


@pytest.mark.parametrize("title", ["Call stack:", "Stack (most recent call last):"])
def test_stack_that_no_error_ended_is_no_error(title):
    stack = f'{title}\n  File "/srv/depot/main.py", line 3, in main\n    log.error("x")\nMessage: \'x\'\nArguments: ()'

    assert_is_right(only_error(f"--- Logging error ---\n{TRACEBACK}\n{stack}\n"))


def test_stack_of_where_a_task_was_created_is_not_the_errors_own():
    created = (
        'source_traceback: Object created at (most recent call last):\n  File "/srv/depot/main.py", line 3, in main'
    )
    text = f"Task exception was never retrieved\n{created}\n    create_task(run())\n{TRACEBACK}"

    assert_is_right(only_error(text))


def test_enumerations_annotations_and_tables_in_source_code_are_no_errors():
    noise = (
        "hit = <CacheKind.LAST_MISS: 1>\n) -> typing.NoReturn:\n    socket.timeout: SlowError,\n    new = LostError(1)"
    )

    assert_is_right(only_error(f"{TRACEBACK}\n\n\n\n{noise}\n"))


def test_words_and_numbers_before_a_name_are_no_prefix():
    text = "\n".join(
        [
            'File "/srv/depot/stock.py", line 23, in pick',
            "    19      OSError: Lost,",
            "    20      KeyError: Gone,",
            "    22  except KeyError: pick(1)",
            "--> 23  raise StockError(shelf)",
            "",
            "depot.StockError: Shelf 'C-12' is empty",
        ]
    )

    reading = read(text)

    assert_is_right(only_error(text))
    assert [stripped.kind for stripped in reading.stripped] == []


def test_line_that_ends_in_the_mark_of_a_frame_carries_no_prefix():
    text = TRACEBACK.replace('  File "/srv/depot/stock', '> File "/srv/depot/stock')
    text = text.replace("depot.StockError", "depot.pick.<locals>.Shelves.StockError")

    error = only_error(text)

    assert (error.exc_type, error.exc_module) == ("StockError", "depot.pick.<locals>.Shelves")


def test_function_that_is_called_like_a_method_with_underscores_keeps_its_name():
    text = 'File "/srv/a.py", line 3, in getattr\n    3  return get(name)\n\nStockError: no shelf'

    assert innermost(only_error(text)) == ("/srv/a.py", 3, "getattr")


def test_lines_of_a_value_are_no_end_of_the_traceback():
    value = "       └    x  y\n0  1\n1  2\n"
    text = TRACEBACK.replace('  File "/srv/depot/stock', value + '  File "/srv/depot/stock')

    error = only_error(text)

    assert_is_right(error)
    assert len(error.frames) == 2


def test_chain_inside_a_value_is_no_chain():
    inner = "During handling of the above exception, another exception occurred:"
    lines = ["text = 'Traceback (most recent call last):", "  KeyError: 1", "", inner, "", "OldError: 2", "'"]
    value = "".join(f"      {line}\n" for line in lines)
    text = TRACEBACK.replace('  File "/srv/depot/stock', value + '  File "/srv/depot/stock')

    error = only_error(text)

    assert (error.exc_type, error.role, len(error.frames)) == ("StockError", "only", 2)


def test_value_over_many_lines_in_a_notebook_is_passed_over():
    text = "\n".join(
        [
            "StockError                        Traceback (most recent call last)",
            "File /srv/depot/stock.py:23, in pick(shelf)",
            "---> 23 raise StockError(shelf)",
            "        shelf = Shelf(",
            "  boxes: [",
            "], halls: 3)",
            "",
            "StockError: Shelf 'C-12' is empty",
        ]
    )

    assert_is_right(only_error(text))


def test_failure_with_a_message_of_several_lines_before_its_frames():
    text = "Traceback: <class 'depot.StockError'>: Shelf 'C-12'\nis empty\n/srv/jobs.py:88:top level"
    text += "\n/srv/depot/stock.py:23:pick"
    error = only_error(text)

    assert error.message == "Shelf 'C-12'\nis empty"
    assert innermost(error) == PICK


def test_failure_with_its_frames_first():
    text = "\n".join(
        [
            "*--- Failure #3 ---",
            "/srv/depot/jobs.py:88: main(...)",
            "/srv/depot/stock.py:23: pick(...)",
            " [ Locals ]",
            "  shelf : 'C-12'",
            "depot.StockError: Shelf 'C-12' is empty",
            "*--- End of Failure #3 ---",
        ]
    )

    assert_is_right(only_error(text))


def test_debug_page_lists_the_innermost_frame_first():
    text = "\n".join(
        [
            "500 Server Error",
            "",
            "depot.StockError: Shelf 'C-12' is empty",
            "",
            "Traceback",
            "",
            "File /srv/depot/stock.py, line 23, in pick +",
            "",
            "22. def pick(shelf):",
            "23.     raise StockError(shelf)",
            "",
            "File /srv/depot/jobs.py, line 88, in main ‒",
        ]
    )

    assert_is_right(only_error(text))


@pytest.mark.parametrize("wrap", [str, lambda text: json.dumps({"exc_info": text, "level": "error"})])
def test_markup_in_a_message_is_kept(wrap):
    message = 'bad tags <b class="x">1</b> <i>2</i> <br/> in &lt;p&gt; &amp; others'

    assert only_error(wrap(TRACEBACK.replace("Shelf 'C-12' is empty", message))).message == message


def test_typographic_quotes_in_a_message_are_kept_beside_straight_ones():
    message = "Shelf “C-12” isn't ‘open’"

    assert only_error(f"StockError: {message}").message == message


def test_error_named_in_the_message_of_a_record_is_no_second_error():
    record = {"exc_type": "StockError", "exc_value": "KeyError: 'C-12'", "frames": [{"filename": "/a.py", "lineno": 3}]}

    error = only_error(json.dumps(record))

    assert (error.exc_type, error.message) == ("StockError", "KeyError: 'C-12'")


@pytest.mark.parametrize("path", ["app.js", "src/load.test.tsx", "./lib/load.mjs"])
def test_script_that_is_named_without_its_folder_is_a_frame_of_its_language(path):
    error = only_error(f"TypeError: shelf is undefined\n    at load ({path}:12:9)\n    at main (main.js:3:1)")

    assert (error.dialect, innermost(error)) == ("node", (path, 12, "load"))


FOREIGN = {
    "compiler": "stock.c:12:5: error: unknown type name 'shelf_t'\n   12 |     shelf_t x;\nmake: *** [stock.o] Error 1",
    "script": "lua: stock.lua:3: no shelf\nstack traceback:\n\tstock.lua:3: in function 'pick'",
    "elixir": "** (RuntimeError) no shelf\n    (depot 0.1.0) lib/stock.ex:3: Stock.pick/1",
    "kernel": "[12.678] BUG: unable to handle page fault\n[12.680] Call Trace:\n[12.681]  pick+0x33/0x80",
    "database": 'ERROR:  duplicate key violates constraint "shelves"\nDETAIL:  Key (id)=(1) exists.',
    "jvm": "java.lang.IllegalStateException: no shelf\n\tat depot.Stock.pick(Stock.java:23)",
    "dotnet": "System.InvalidOperationException: no shelf\n   at Depot.Pick() in /srv/Stock.cs:line 12",
}


@pytest.mark.parametrize("text", FOREIGN.values(), ids=FOREIGN.keys())
def test_errors_of_other_languages_have_no_frames_of_python(text):
    errors = read(text).errors

    assert errors
    assert {error.dialect for error in errors} <= {"java", "dotnet", "foreign", "line", "log", "message"}
    assert not [frame for error in errors for frame in error.frames if frame.path.endswith(".py")]
