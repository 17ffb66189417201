"""What stands before each line, and lines of several sources."""

import pytest

from kb.paste import read

TRACEBACK = """Traceback (most recent call last):
  File "/srv/depot/jobs.py", line 88, in <module>
    run(shelves)
  File "/srv/depot/stock.py", line 23, in pick
    raise StockError(f"Shelf {shelf!r} is empty")
depot.StockError: Shelf 'C-12' is empty"""

PREFIXES = {
    "compose": "worker-1  | ",
    "kubectl": "[pod/worker-6d9f7/app] ",
    "rank without a space": "[default3]:",
    "actor": "(Worker pid=4312, ip=10.1.0.7) ",
    "engine": "(Engine_2 pid=77) ERROR 03-04 05:06:07 [engine.py:812] ",
    "ci": "2026-03-04T05:06:07.1234567Z ",
    "syslog": "Mar 04 05:06:07 node7 depot[991]: ",
    "level and file": "ERROR    depot/jobs.py:12 ",
    "scheduler": "[2026-03-04, 05:06:07 UTC] {jobs.py:199} ERROR - ",
    "an unknown tool": "<<depot#7>> ",
    "a padded name": "worker_1             | ",
    "quote in a quote": "> > ",
    "comment": "# ",
}


def prefixed(prefix, text=TRACEBACK):
    return "\n".join(prefix + line for line in text.split("\n"))


def innermost(error):
    frame = error.frames[-1]
    return frame.path, frame.line, frame.function


@pytest.mark.parametrize("prefix", PREFIXES.values(), ids=PREFIXES.keys())
def test_any_prefix_that_recurs_is_taken_off_and_shown(prefix):
    reading = read(prefixed(prefix))

    (error,) = reading.errors
    assert (error.exc_type, error.message) == ("StockError", "Shelf 'C-12' is empty")
    assert innermost(error) == ("/srv/depot/stock.py", 23, "pick")
    (stripped,) = reading.stripped
    assert (stripped.kind, stripped.text.strip(), stripped.count) == ("prefix", prefix.strip(), 6)


def test_line_numbers_before_each_line_are_a_prefix():
    text = "\n".join(f"{number}: {line}" for number, line in enumerate(TRACEBACK.split("\n"), 98))

    (error,) = read(text).errors

    assert innermost(error) == ("/srv/depot/stock.py", 23, "pick")


def test_prefix_of_which_the_selection_missed_the_start_is_one():
    (error,) = read(prefixed("worker-1  | ")[3:]).errors

    assert len(error.frames) == 2
    assert error.message == "Shelf 'C-12' is empty"


def test_mark_before_one_frame_is_no_prefix():
    (error,) = read(TRACEBACK.replace('  File "/srv/depot/jobs.py"', '> File "/srv/depot/jobs.py"')).errors

    assert [frame.line for frame in error.frames] == [88, 23]


def test_lines_of_two_pods_are_kept_apart():
    other = TRACEBACK.replace("C-12", "D-7").replace("line 23", "line 31")
    one, two = (
        prefixed(f"[pod/worker-{name}/app] ", text).split("\n") for name, text in (("a", TRACEBACK), ("b", other))
    )

    errors = read("\n".join(line for pair in zip(one, two, strict=True) for line in pair)).errors

    assert [(error.message, innermost(error)[1]) for error in errors] == [
        ("Shelf 'C-12' is empty", 23),
        ("Shelf 'D-7' is empty", 31),
    ]


def test_the_same_error_of_four_ranks_is_counted_not_repeated():
    lines = [f"[rank{rank}]: {line}" for line in TRACEBACK.split("\n") for rank in range(4)]

    (error,) = read("\n".join(lines)).errors

    assert error.count == 4


def test_errors_of_ranks_that_differ_in_a_number_only_are_one():
    text = "\n".join(prefixed(f"[rank{rank}]: ", TRACEBACK.replace("C-12", f"C-{rank}")) for rank in range(2))

    (error,) = read(text).errors

    assert error.count == 2


def test_errors_of_one_process_that_differ_in_a_number_are_two():
    errors = read(TRACEBACK + "\n\n" + TRACEBACK.replace("C-12", "C-13")).errors

    assert [error.message for error in errors] == ["Shelf 'C-12' is empty", "Shelf 'C-13' is empty"]


def test_head_of_a_log_record_before_the_first_line_only():
    (error,) = read("2026-03-04 05:06:07,123 ERROR depot.worker: " + TRACEBACK).errors

    assert len(error.frames) == 2
    assert error.message == "Shelf 'C-12' is empty"


def test_next_log_record_ends_the_message():
    (error,) = read(TRACEBACK + "\n2026-03-04 05:06:09,001 INFO depot.worker: next job").errors

    assert error.message == "Shelf 'C-12' is empty"


@pytest.mark.parametrize(
    "line", ["- one: two", "* a: b", "item 1: first", "requests==2.1: fine", "| a | b |", '"key": "value",']
)
def test_lists_that_start_alike_are_left_alone(line):
    message = f"these are wrong:\n{line} x\n{line} y\n{line} z"

    (error,) = read(f"ValueError: {message}").errors

    assert error.message == message
