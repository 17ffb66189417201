"""Frames below an error's own, which are those of another one's traceback."""

from kb.matching.borrowed import own_frames
from kb.paste import read

DRIVER = """\
Traceback (most recent call last):
  File "/env/lib/python3.12/site-packages/anvil/base.py", line 70, in run
    self.driver.execute(text)
  File "/env/lib/python3.12/site-packages/anvil/driver.py", line 9, in execute
    cursor.execute(text)
sqlite3.OperationalError: no such table: x
"""
WRAPPER = """\
Traceback (most recent call last):
  File "/app/main.py", line 3, in main
    base.run("select")
  File "/env/lib/python3.12/site-packages/anvil/base.py", line 75, in run
    self._handle(error)
  File "/env/lib/python3.12/site-packages/anvil/base.py", line 99, in _handle
    {raising}
  File "/env/lib/python3.12/site-packages/anvil/base.py", line 70, in run
    self.driver.execute(text)
  File "/env/lib/python3.12/site-packages/anvil/driver.py", line 9, in execute
    cursor.execute(text)
{type}: (sqlite3.OperationalError) no such table: x
"""
CAUSE = "\nThe above exception was the direct cause of the following exception:\n\n"


def innermost(pasted):
    errors = read(pasted).errors
    frame = own_frames(errors[-1], errors)[-1]
    return frame.function, frame.line


def wrapper(raising="raise wrapped.with_traceback(info[2]) from error", type="anvil.exc.OperationalError"):
    return WRAPPER.format(raising=raising, type=type)


def test_the_frames_of_the_cause_below_a_raise_are_not_the_wrappers_own():
    assert innermost(DRIVER + CAUSE + wrapper()) == ("_handle", 99)
    assert innermost(DRIVER + CAUSE + wrapper(raising="raise wrapped")) == ("_handle", 99)


def test_the_cause_keeps_its_frames():
    errors = read(DRIVER + CAUSE + wrapper()).errors
    assert own_frames(errors[0], errors)[-1].function == "execute"


def test_without_the_cause_a_raise_with_its_traceback_tells_for_a_class_of_that_package():
    assert innermost(wrapper()) == ("_handle", 99)
    assert innermost(wrapper(type="hammer.exc.OperationalError")) == ("execute", 9)
    assert innermost(wrapper(type="OperationalError")) == ("execute", 9)


def test_what_is_only_raised_again_was_raised_below():
    assert innermost(wrapper(raising="raise error")) == ("execute", 9)
    assert innermost(DRIVER + CAUSE + wrapper(raising="return self._again(error)")) == ("execute", 9)


def test_a_raise_of_its_own_further_in_is_the_innermost():
    below = wrapper().replace("cursor.execute(text)", "raise OperationalError(text)")
    assert innermost(below) == ("execute", 9)


def test_errors_of_a_log_that_have_nothing_to_do_with_each_other_keep_their_frames():
    driver = DRIVER.replace('  File "/env/lib/python3.12/site-packages/anvil/base.py", line 70, in run\n', "")
    driver = driver.replace("    self.driver.execute(text)\n", "")
    errors = read(driver + "\nan hour later\n\n" + wrapper(raising="self._raise_wrapped(error)")).errors

    assert [error.role for error in errors] == ["only", "only"]
    assert own_frames(errors[1], errors)[-1].function == "execute"
