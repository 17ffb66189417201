"""How tools, services and people wrap one error; written from their formats, not copied from their logs."""

import json

import pytest

from kb.paste import read
from tests.kb.paste.depot import BARE, FRAMES, HEADER, LAST, TRACEBACK


def prefixed(prefix, text=TRACEBACK):
    return "\n".join(prefix + line for line in text.split("\n"))


WHOLE = {
    "words before the header on a prefixed line": prefixed(
        "ERROR 05-06 01:55 [core.py:383] ", f"job died: {TRACEBACK}"
    ),
    "journal around a process prefix": prefixed("Aug 19 18:34:30 node depot[87]: (Worker pid=87) ", TRACEBACK),
    "scheduler": f"[2026-01-02, 03:04:05 UTC] {{jobs.py:1851}} ERROR - Task failed with exception\n{TRACEBACK}\n"
    "[2026-01-02, 03:04:06 UTC] {jobs.py:1400} INFO - Marking task as FAILED",
    "web server": f'INFO:     10.0.0.1:5 - "GET / HTTP/1.1" 500\nERROR:    Exception in application\n{TRACEBACK}',
    "function service": f"[ERROR] {BARE}\nTraceback (most recent call last):\n{FRAMES}".replace("  ", "\xa0\xa0"),
    "log viewer with bare carriage returns": f"[ERROR] {BARE}\nTraceback (most recent call last):\n{FRAMES}".replace(
        "\n", "\r"
    ),
    "app in a browser": f"{BARE}\n\nTraceback:\n" + FRAMES.replace("  File", "File"),
    "debugger": f"Exception has occurred: StockError\nShelf 'C-12' is empty\n{FRAMES}{LAST}",
    "debugger without the last line": "Exception has occurred: StockError       (note: the full trace is shown)\n"
    f"Shelf 'C-12' is empty\n{FRAMES}",
    "shell that comments on errors": "python : Traceback (most recent call last):\nAt line:1 char:1\n+ python jobs.py\n"
    "+ ~~~~~~~~~~~~~~\n    + CategoryInfo : NotSpecified: (Traceback (most recent call last)::String) []\n \n"
    f"{FRAMES}{LAST}",
    "installer's box": "  × building did not run successfully.\n  │ exit code: 1\n  ╰─> [8 lines of output]\n"
    + prefixed("      ", TRACEBACK)
    + "\n      [end of output]\n\n  note: this is not a problem of the installer.\n",
    "mail": "Bob wrote:\n> It fails:\n>\n" + prefixed("> ", TRACEBACK) + "\n>\n> Regards\n",
    "exception ignored": f"Exception ignored in: <function Depot.__del__ at 0x7f>\n{TRACEBACK}",
    "thread": f"Exception in thread Thread-1 (run):\n{TRACEBACK}",
    "task nobody waited for": "Task exception was never retrieved\nfuture: <Task finished name='T-1' coro=<f() done, "
    f"defined at /srv/x.py:3> exception=StockError(\"Shelf 'C-12' is empty\")>\n{TRACEBACK}",
    "message first": f"{BARE}\n{FRAMES}",
    "task runner": f"{TRACEBACK}\nerror: Command failed with exit code 1.",
    "build": f"{TRACEBACK}\nmake: *** [Makefile:3: run] Error 1",
    "ci": f"{TRACEBACK}\n##[error]Process completed with exit code 1.",
    "runtime that puts the last line first": f"[ERROR] {BARE}\n{HEADER}\n{FRAMES}".rstrip() + "\nEND RequestId: 7-a\n",
    "lines of many processes, counted": TRACEBACK.replace("\n", " [repeated 13x across cluster]\n"),
    "queue": f"[2026-01-02 03:04:05,123: ERROR/Pool-1] Task a[b] raised unexpected: StockError('x')\n{TRACEBACK}",
    "two processes without prefixes": "\n".join(f"{line}\n{line}" for line in TRACEBACK.split("\n")),
    "two processes on one line": f"[rank0]: {HEADER}[rank1]: {HEADER}\n"
    + "\n".join(f"[rank0]: {line}\n[rank1]: {line}" for line in f"{FRAMES}{LAST}".split("\n")),
    "title before the traceback": f"{LAST}\n\n{TRACEBACK}",
    "one record a line": "\n".join(
        json.dumps({"log": f"{line}\n", "stream": "stderr"}) for line in TRACEBACK.split("\n")
    ),
    "journal's records": "\n".join(json.dumps({"_PID": "7", "MESSAGE": line}) for line in TRACEBACK.split("\n")),
    "table export": "\n".join(
        '"2026-01-02 03:04:05","' + line.replace('"', '""') + '"' for line in TRACEBACK.split("\n")
    ),
    "block in a settings file": "message: |-\n" + prefixed("    ", TRACEBACK) + "\nlevel: error\n",
    "numbered table cells": "\n".join(f"{number}\t{line}" for number, line in enumerate(TRACEBACK.split("\n"), 1)),
    "labels": prefixed('{app="depot", pod="depot-1"} ', TRACEBACK),
    "progress bar on the first line": f"  0%|          | 0/800 [00:00<?, ?it/s]{TRACEBACK}",
    "interpreter in a browser": f"PythonError: {TRACEBACK}\n    at new_error (interpreter.js:9:12519)",
    "fields with dots": json.dumps(
        {"error.kind": "StockError", "error.message": LAST.partition(": ")[2], "error.stack": TRACEBACK}
    ),
    "interrupted session": f">>> run()\n{TRACEBACK}\n>>> ",
}


@pytest.mark.parametrize("text", WHOLE.values(), ids=WHOLE.keys())
def test_one_error_is_read_whole_and_once(text):
    (error,) = read(text).errors

    assert (error.exc_type, error.message, error.role) == ("StockError", "Shelf 'C-12' is empty", "only")
    assert [(frame.path, frame.line, frame.function) for frame in error.frames] == [
        ("/srv/depot/jobs.py", 88, "<module>"),
        ("/srv/depot/stock.py", 23, "pick"),
    ]


OUTER = 'Traceback (most recent call last):\n  File "/srv/depot/main.py", line 7, in <module>\n    start()\n'


NESTED = {
    "remote call": f"{OUTER}grid.TaskError(StockError): grid::pick() (pid=27, ip=10.0.0.4)\n{FRAMES}{LAST}",
    "spawned process": f"{OUTER}pool.RaisedException: \n\n-- Process 0 ended with the following error:\n{TRACEBACK}",
    "loader": f"{OUTER}RuntimeError: Caught StockError in worker process 0.\nOriginal {TRACEBACK}",
    "traced code": f"{OUTER}ValueError: in user code:\n\n"
    + prefixed("    ", f"{FRAMES}\n{LAST}".replace("  File", "File").replace("    r", "    r")),
    "bridge to another machine": "bridge.BridgeError: An error occurred while calling o46.show.\n"
    f": org.grid.GridException: Job aborted: org.grid.PythonException: '{TRACEBACK}\n\n"
    "\tat org.grid.Runner.run(Runner.scala:5)",
}


@pytest.mark.parametrize("text", NESTED.values(), ids=NESTED.keys())
def test_traceback_inside_a_message_is_the_root_of_the_error_that_carries_it(text):
    wrapper, root = read(text).errors

    assert wrapper.role == "wrapper"
    assert (root.exc_type, root.message, root.role) == ("StockError", "Shelf 'C-12' is empty", "root")
    assert root.frames[-1].line == 23


def test_error_of_a_worker_process_is_told_once_where_it_was_raised():
    text = f'pool.RemoteTraceback: \n"""\n{TRACEBACK}\n"""\n\nThe above exception was the direct cause of the following'
    text += f" exception:\n\n{OUTER}{LAST}"

    (error,) = read(text).errors

    assert error.frames[-1].path == "/srv/depot/stock.py"


def test_type_that_no_ending_tells_is_taken_from_the_line_above_that_the_frames_raise():
    text = (
        "2026-03-03T03:53:36Z\t[ERROR] BadSetup: no key\nTraceback (most recent call last):\n"
        '  File "/task/conf.py", line 9, in get\n    raise BadSetup("no key")\nEND RequestId: 7-a\n'
    )

    (error,) = read(text).errors

    assert (error.exc_type, error.message) == ("BadSetup", "no key")


def test_two_tracebacks_after_each_other_are_not_nested():
    first, second = read(f"{TRACEBACK}\n{OUTER}KeyError: 'x'").errors

    assert (first.role, second.role) == ("only", "only")


def test_wrapper_without_a_link_is_told_by_the_text_it_carries():
    text = f"{TRACEBACK}\n\nDuring handling of the above exception, another exception occurred:\n\n{OUTER}"

    root, wrapper = read(text + "RuntimeError: job failed: Shelf 'C-12' is empty").errors

    assert (root.role, wrapper.role) == ("root", "wrapper")


NOTEBOOK = """---------------------------------------------------------------------------
StockError                                Traceback (most recent call last)
[<ipython-input-7-1b2c3d>](https://localhost:8080/#) in <cell line: 1>()
----> 1 run(shelves)

1 frames
[/usr/local/lib/python3.10/dist-packages/depot/stock.py](https://localhost:8080/#) in pick(shelf, *args)
     21         raise ValueError("not this one")
     22         if not n:
---> 23             raise StockError(f"Shelf {shelf!r} is empty")
     24         raise OSError("nor this")

StockError: Shelf 'C-12' is empty

---------------------------------------------------------------------------
NOTE: a package may be missing.
"""


def test_notebook_on_the_web_with_links_and_other_raise_statements_around():
    (error,) = read(NOTEBOOK).errors

    assert (error.exc_type, error.message) == ("StockError", "Shelf 'C-12' is empty")
    frame = error.frames[-1]
    assert (frame.path, frame.line, frame.function) == (
        "/usr/local/lib/python3.10/dist-packages/depot/stock.py",
        23,
        "pick",
    )
    assert frame.code.startswith("raise StockError")


def test_old_notebook_that_tells_lines_by_its_arrow_only():
    text = "StockError                Traceback (most recent call last)\n~/depot/stock.py in pick(self, path)\n"
    text += f"     22 \n---> 23     raise StockError(1)\n\n{BARE}"

    (error,) = read(text).errors

    assert (error.frames[-1].path, error.frames[-1].line) == ("~/depot/stock.py", 23)


def test_page_of_an_error_tracker():
    (error,) = read(
        "StockError\nShelf 'C-12' is empty\n\ndepot/stock.py in pick at line 23\ndepot/jobs.py in run at line 8"
    ).errors

    assert (error.exc_type, error.message) == ("StockError", "Shelf 'C-12' is empty")
    assert [frame.line for frame in error.frames] == [8, 23]


def test_warning_with_its_place_and_its_source_line():
    (error,) = read("/srv/depot/stock.py:23: DeprecationWarning: pick() is old\n  warnings.warn(").errors

    assert (error.exc_type, error.message, error.dialect) == ("DeprecationWarning", "pick() is old", "warning")
    assert (error.frames[-1].line, error.frames[-1].code) == (23, "warnings.warn(")


def test_interpreter_that_gives_up_prints_its_frames_innermost_first():
    text = "Fatal Python error: Segmentation fault\n\nCurrent thread 0x00007f (most recent call first):\n"
    text += '  File "/srv/depot/stock.py", line 23 in pick\n  File "/srv/depot/jobs.py", line 88 in <module>\n'

    (error,) = read(text).errors

    assert [frame.line for frame in error.frames] == [88, 23]
    assert error.message == "Fatal Python error: Segmentation fault"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "usage: depot [-h] --n N\ndepot: error: argument --n: invalid int value: 'x'",
            "argument --n: invalid int value: 'x'",
        ),
        ("Usage: depot [OPTIONS]\n\nError: No such option: --shelf", "No such option: --shelf"),
        ("SystemExit: error: no shelf given", "no shelf given"),
        (
            "Usage: depot [OPTIONS]\n╭─ Error ───────╮\n│ Invalid value │\n│ for --n: 'x'  │\n╰───────────────╯",
            "Invalid value for --n: 'x'",
        ),
        ("ERROR:root:Shelf check failed", "Shelf check failed"),
        ("2026-03-04 05:06:07.891 | ERROR    | depot.jobs:main:12 - Shelf is empty", "Shelf is empty"),
        ("Error: Invalid value for '--n': 7 is odd.", "Invalid value for '--n': 7 is odd."),
        ("$ depot --n 7\nError: Invalid value for '--n': 7 is odd.", "Invalid value for '--n': 7 is odd."),
        ("Loading…\nError: No such option: --shelf", "No such option: --shelf"),
        ("ERROR: Could not find a version that satisfies depot", "Could not find a version that satisfies depot"),
        ("[ERROR] Your configuration is unstaged.", "Your configuration is unstaged."),
        ("Shelf 'C-12' is empty", "Shelf 'C-12' is empty"),
        ("Reason: shelf Error: 'C-12' is empty", "Reason: shelf Error: 'C-12' is empty"),
        ("'count' is not valid with 'is_flag'", "'count' is not valid with 'is_flag'"),
    ],
)
def test_message_without_a_type(text, message):
    (error,) = read(text).errors

    assert (error.exc_type, error.message) == ("", message)


def test_what_a_tool_puts_before_a_message_is_kept_beside_it():
    (error,) = read("Error: Shelf is empty\n\nSee the log.").errors

    assert (error.label, error.message, error.tail) == ("Error: ", "Shelf is empty", "See the log.")


@pytest.mark.parametrize(
    ("text", "kind", "module", "is_sure"),
    [
        ("depot.api.StockError: x y", "StockError", "depot.api", True),
        ("[rank0]: StockError: x y", "StockError", "", True),
        ("I get `StockError: x y` here", "StockError", "", True),
        ("socket.timeout: x y", "timeout", "socket", True),
        ("BadParameter: x y", "BadParameter", "", True),
        ("Options: x y", "Options", "", False),
        ("运行报错StockError: x y", "StockError", "", True),
        ("**StockError**: x y", "StockError", "", True),
        ("(<class 'depot.StockError'>, StockError('x y'), <traceback object at 0x7f>)", "StockError", "", True),
    ],
)
def test_one_line_with_a_type(text, kind, module, is_sure):
    (error,) = read(text).errors

    assert (error.exc_type, error.exc_module, error.message) == (kind, module, "x y")
    assert error.is_type_sure is is_sure


@pytest.mark.parametrize(
    "text",
    [
        "Collecting depot==2.1\nUsing cached depot-2.1-py3-none-any.whl (4 kB)\nSuccessfully installed depot-2.1",
        "def pick(self):\n    try:\n        run()\n    except ValueError:\n        raise StockError('x')",
        'Note: see File "a.py" for details',
    ],
)
def test_text_that_tells_of_no_error_has_no_type_and_no_frames(text):
    (error,) = read(text).errors

    assert (error.exc_type, error.frames, error.dialect) == ("", (), "message")


@pytest.mark.parametrize(
    "text",
    [
        "Usage: depot [options]\n\nERROR: Invalid shelf: north --n\ndepot: error: no such option: --n",
        "ERROR: Invalid shelf: north --n\n\nUsage: depot [OPTIONS]\n\nError: no such option: --n",
        "depot: error: no such option: --n\nERROR: Invalid shelf: north --n",
    ],
)
def test_a_refused_command_line_is_no_reason_to_leave_out_what_was_said_before(text):
    assert {error.message for error in read(text).errors} == {"Invalid shelf: north --n", "no such option: --n"}


@pytest.mark.parametrize(
    "text",
    [
        "ERROR: the stock could not be counted\n" + "Traceback (most recent call last):\n"
        '  File "/srv/depot/stock.py", line 23, in pick\n    raise ValueError("no shelf")\nValueError: no shelf',
        "=====\nERROR: test_pick (stock)\n-----\nUsage: depot [OPTIONS]\nError: no shelf",
    ],
)
def test_a_title_is_no_error_of_its_own(text):
    assert [error.message for error in read(text).errors][-1] == "no shelf"
    assert "ERROR: the stock could not be counted" not in {error.message for error in read(text).errors}
