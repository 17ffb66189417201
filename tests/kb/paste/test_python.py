"""Tracebacks as Python prints them."""

from kb.paste import read

PLAIN = """Traceback (most recent call last):
  File "/srv/shop/main.py", line 40, in <module>
    run(sys.argv)
    ~~~^^^^^^^^^^
  File "/srv/shop/cart.py", line 12, in total
    raise PriceError(f"No price for {sku!r}")
shop.errors.PriceError: No price for 'A-7'
"""


def test_plain_traceback_gives_type_module_message_and_frames():
    (error,) = read(PLAIN).errors

    assert (error.exc_type, error.exc_module, error.message) == ("PriceError", "shop.errors", "No price for 'A-7'")
    assert [(frame.path, frame.line, frame.function) for frame in error.frames] == [
        ("/srv/shop/main.py", 40, "<module>"),
        ("/srv/shop/cart.py", 12, "total"),
    ]
    assert error.frames[0].code == "run(sys.argv)"
    assert error.role == "only"


def test_spans_point_at_the_parts_in_the_paste():
    paste = "".join(f"web-1  | {line}\n" for line in PLAIN.splitlines())

    (error,) = read(paste).errors

    parts = {span.part: paste[span.start : span.end] for span in error.spans}
    assert parts["type"] == "shop.errors.PriceError"
    assert parts["message"] == "No price for 'A-7'"
    assert parts["frame"] == 'File "/srv/shop/cart.py", line 12, in total'


def test_message_ends_at_a_blank_line_and_what_follows_is_kept_apart():
    (error,) = read(PLAIN + "\nAny idea?\n").errors

    assert error.message == "No price for 'A-7'"
    assert error.tail == "Any idea?"


def test_direct_cause_makes_a_root_and_a_wrapper():
    link = "\nThe above exception was the direct cause of the following exception:\n\n"

    first, second = read(PLAIN + link + PLAIN.replace("shop.errors.PriceError: No", "RuntimeError: Gave up: no")).errors

    assert (first.exc_type, first.role) == ("PriceError", "root")
    assert (second.exc_type, second.role) == ("RuntimeError", "wrapper")


def test_two_ranks_printed_over_each_other_are_one_error_counted_twice():
    lines = [f"[rank{rank}]: {line}" for line in PLAIN.splitlines() for rank in (0, 1)]

    (error,) = read("\n".join(lines)).errors

    assert error.count == 2
    assert len(error.frames) == 2


def test_a_lone_message_is_an_error_without_a_type():
    (error,) = read("No price for 'A-7'").errors

    assert (error.exc_type, error.message, error.frames) == ("", "No price for 'A-7'", ())


def test_blank_text_holds_no_error():
    assert read(" \n\t\n").errors == ()
