"""Damage done by copying: what is mended, and what is left alone."""

import textwrap

import pytest

from kb.paste import read

LONG = "/srv/venv/lib/python3.12/site-packages/depot"
TRACEBACK = f"""Traceback (most recent call last):
  File "{LONG}/jobs.py", line 88, in <module>
    run(shelves)
  File "{LONG}/stock.py", line 123, in pick
    raise StockError(f"Shelf {{shelf!r}} of hall 7 holds {{n}} boxes, 5 are asked for")
depot.StockError: Shelf 'C-12' of hall 7 holds 3 boxes, 5 are asked for; see https://depot.example/help"""
MESSAGE = "Shelf 'C-12' of hall 7 holds 3 boxes, 5 are asked for; see https://depot.example/help"


def assert_is_right(text):
    (error,) = read(text).errors
    assert (error.exc_type, error.message) == ("StockError", MESSAGE)
    frames = [(frame.path, frame.line, frame.function) for frame in error.frames]
    assert frames == [(f"{LONG}/jobs.py", 88, "<module>"), (f"{LONG}/stock.py", 123, "pick")]


def cut(text, width):
    return "\n".join(line[at : at + width] for line in text.split("\n") for at in range(0, len(line), width))


@pytest.mark.parametrize("width", [60, 72, 80])
def test_lines_cut_inside_words_by_a_terminal(width):
    assert_is_right(cut(TRACEBACK, width))


@pytest.mark.parametrize("width", [60, 72, 78])
def test_lines_wrapped_between_words(width):
    lines = [part for line in TRACEBACK.split("\n") for part in textwrap.wrap(line, width, break_long_words=False)]

    assert_is_right("\n".join(lines))


def test_prefixed_lines_whose_rest_has_no_prefix():
    prefixed = "\n".join(f"worker-1  | {line}" for line in TRACEBACK.split("\n"))

    assert_is_right(cut(prefixed, 80))


def test_lost_indentation():
    assert_is_right("\n".join(line.lstrip() for line in TRACEBACK.split("\n")))


def test_lost_line_breaks():
    assert_is_right(" ".join(line.strip() for line in TRACEBACK.split("\n")))


def test_doubled_line_breaks():
    assert_is_right(TRACEBACK.replace("\n", "\n\n"))


def test_carriage_returns_doubled_by_a_console():
    assert_is_right(TRACEBACK.replace("\n", "\r\r\n"))


def test_lines_padded_with_blanks_to_the_width_of_a_screen():
    assert_is_right("\n".join(line.ljust(200) for line in TRACEBACK.split("\n")))


def test_line_break_lost_before_a_frame_only():
    assert_is_right(TRACEBACK.replace("run(shelves)\n", "run(shelves)          "))


def test_typographic_quotes():
    assert_is_right(TRACEBACK.replace(' "/', " “/").replace('", line', "”, line").replace("'", "’"))


@pytest.mark.parametrize("quotes", ["«»", "„“", "「」"])
def test_quotes_of_other_languages(quotes):
    text = TRACEBACK.replace(' "/', f" {quotes[0]}/").replace('", line', f"{quotes[1]}, line")

    assert_is_right(text)


def test_typographic_quotes_in_the_message_are_meant_where_the_frames_have_straight_ones():
    (error,) = read(TRACEBACK.replace("'C-12'", "“C-12”")).errors

    assert "“C-12”" in error.message


def test_underscores_that_became_bold_type():
    text = 'Traceback (most recent call last):\nFile "/srv/depot/init.py", line 3, in init\nself.call()\nValueError: x'

    (error,) = read(text).errors

    assert (error.frames[0].path, error.frames[0].function) == ("/srv/depot/__init__.py", "__init__")


def test_function_named_init_stays_where_other_underscores_are_left():
    text = (
        'Traceback (most recent call last):\n  File "/srv/depot/__main__.py", line 3, in init\n    x()\nValueError: x'
    )

    (error,) = read(text).errors

    assert error.frames[0].function == "init"


@pytest.mark.parametrize("fence", ["```", "{code}", "{noformat}", "~~~"])
def test_fences_end_the_message(fence):
    assert_is_right(f"See:\n{fence}\n{TRACEBACK}\n{fence}\nThanks")


def test_fence_on_the_lines_of_the_text():
    assert_is_right(f"```{TRACEBACK}```")


@pytest.mark.parametrize(
    "prompt",
    [
        "$ ls",
        "(venv) me@depot:~/app$ ",
        "me@depot ~ % ",
        "[me@depot app]# ",
        "(venv)[me@depot ~]$ ls",
        ">>> ",
        "PS C:\\Users\\me> ",
        "(base) PS C:\\Users\\me> ",
        "C:\\Users\\me>",
        "(base) C:\\Users\\me>",
        "➜  app git:(main) ✗ ",
        "In [8]: x",
    ],
)
def test_shell_prompt_ends_the_message(prompt):
    assert_is_right(f"{TRACEBACK}\n{prompt}")


def test_progress_bars_before_the_traceback():
    assert_is_right("\r 10%|█    | 1/10\r 20%|██   | 2/10\n" + TRACEBACK)


def test_frame_whose_start_was_not_selected():
    (error,) = read(TRACEBACK[TRACEBACK.index("site-packages") :]).errors

    assert [frame.line for frame in error.frames] == [88, 123]


def test_full_lines_of_a_message_are_not_joined():
    message = "\n".join(["every one of these lines is", "as wide as the others are;;"] * 2)

    (error,) = read(f"ValueError: two things:\n{message}").errors

    assert error.message.count("\n") == 4


BROKEN = """Traceback (most recent call last):
  File "/srv/depot/stock.py", line 33, in pick
    raise ShelfError("the shelf is full and nothing more fits on it before
something else is taken away")
{below}"""


def test_a_source_line_that_a_mail_broke_between_words_is_one():
    text = BROKEN.format(below="depot.ShelfError: the shelf is full and nothing more fits on it")

    (error,) = read(text).errors

    assert error.message == "the shelf is full and nothing more fits on it"
    assert error.frames[0].code.endswith('before something else is taken away")')
    assert error.ends_in_frame


def test_what_follows_a_traceback_that_was_cut_off_is_no_source():
    text = BROKEN.format(below="").replace('something else is taken away")', "Does anyone know?")

    (error,) = read(text).errors

    assert "anyone" not in error.frames[0].code
