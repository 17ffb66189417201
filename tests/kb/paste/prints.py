"""The one error of a made-up print, and where it was raised."""

from kb.paste import read

TRACEBACK = """Traceback (most recent call last):
  File "/srv/depot/jobs.py", line 88, in <module>
    run(shelves)
  File "/srv/depot/stock.py", line 23, in pick
    raise StockError(f"Shelf {shelf!r} is empty")
depot.StockError: Shelf 'C-12' is empty"""
PICK = ("/srv/depot/stock.py", 23, "pick")


def only_error(text):
    (error,) = read(text).errors
    return error


def innermost(error):
    frame = error.frames[-1]
    return frame.path, frame.line, frame.function


def assert_is_right(error):
    assert (error.exc_type, error.message) == ("StockError", "Shelf 'C-12' is empty")
    assert innermost(error) == PICK
