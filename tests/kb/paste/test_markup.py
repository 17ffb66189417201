"""Marks of Markdown and of editors around a paste, and pages of which only the title was copied."""

import pytest

from kb.paste import read


def frames(text):
    (error,) = read(text).errors
    return [(frame.path, frame.line, frame.function) for frame in error.frames]


WINDOWS = r"""Traceback (most recent call last):
  File "C:\Users\ann\Lib\site-packages\depot\__init__.py", line 72, in open
    return _pick(key)
  File "depot\_libs\shelf.py", line 3, in _pick
    raise KeyError(key)
KeyError: 'a'"""


def test_backslashes_of_a_windows_path_stay_before_underscores():
    assert frames(WINDOWS) == [
        (r"C:\Users\ann\Lib\site-packages\depot\__init__.py", 72, "open"),
        (r"depot\_libs\shelf.py", 3, "_pick"),
    ]
    assert frames(WINDOWS.replace(r"C:\Users\ann\Lib\site-packages\depot", "My Depot"))[0][0] == r"My Depot\__init__.py"


def test_backslashes_of_markdown_go():
    text = WINDOWS.replace(r"C:\Users\ann\Lib\site-packages\depot", "/env/depot").replace(r"depot\_libs", "lib")
    text = text.replace("depot\\", "depot/").replace("lib\\", "lib/")
    escaped = text.replace("_", "\\_")
    assert "\\_pick" in escaped
    assert frames(escaped) == [("/env/depot/__init__.py", 72, "open"), ("lib/shelf.py", 3, "_pick")]


@pytest.mark.parametrize("fence", ["`", "``"])
def test_a_line_of_backticks_ends_the_message(fence):
    text = f"{fence}Traceback (most recent call last):\n" + WINDOWS.partition("\n")[2] + f"\n{fence}\nWhat can I do?"
    (error,) = read(text).errors
    assert error.message == "'a'"


HOST = "https://file+.vscode-resource.vscode-cdn.net"
LINKED = f"""File [~/env/site-packages/depot/shelf.py:97]({HOST}/depot/shelf.py:97), in pick(key, *others)
    [96]({HOST}/depot/shelf.py:96) if key not in self:
--> [97]({HOST}/depot/shelf.py:97)     raise KeyError(key)

KeyError: 'a'"""


def test_the_links_that_an_editor_makes_of_places_leave_their_words():
    assert frames(LINKED) == [("~/env/site-packages/depot/shelf.py", 97, "pick")]
    (error,) = read(LINKED).errors
    assert (error.message, error.frames[0].code) == ("'a'", "raise KeyError(key)")


def test_links_of_the_messages_own_stay():
    (error,) = read("ValueError: see [the manual](https://depot.example/help) for keys").errors
    assert error.message == "see [the manual](https://depot.example/help) for keys"


@pytest.mark.parametrize("below", ["", "\nRequest Method: GET\nRequest URL: http://x/", "\n\nWhat can I do?"])
def test_the_title_of_a_debug_page_and_the_message_below_it(below):
    (error,) = read(f"ShelfMissing at /shelves/\nno shelf of that name:\n  C-12{below}").errors
    assert (error.exc_type, error.message) == ("ShelfMissing", "no shelf of that name:\nC-12")


def test_what_stands_somewhere_in_a_text_is_no_title_of_a_page():
    assert not read("it went on\nDiskArray at /dev/sda\nwas found").errors[0].exc_type


def test_a_heading_of_a_tracker_names_the_type_in_bold():
    (error,) = read("**depot.ShelfMissing** in **GET /shelves/**\nno shelf\n\n## Stacktrace").errors
    assert (error.exc_module, error.exc_type, error.message) == ("depot", "ShelfMissing", "no shelf")


def test_headings_in_a_quotation():
    (error,) = read(">## KeyError at /shelves/\n>#### 'C-12'\n>\n>Request Method: | GET").errors
    assert (error.exc_type, error.message) == ("KeyError", "'C-12'")


def test_what_is_quoted_as_a_whole_loses_its_marks():
    (error,) = read(f"`{WINDOWS}`").errors
    assert error.message == "'a'"


def test_powers_and_dunders_are_not_bold():
    assert read("ValueError: 2 ** 3 ** 4 is too large").errors[0].message == "2 ** 3 ** 4 is too large"
    text = WINDOWS.replace("__init__", "**init**")
    assert frames(text)[0][0].endswith(r"depot\__init__.py")


def test_a_tracker_that_names_the_file_in_its_title():
    (error,) = read("*depot.ShelfMissing* in *depot/shelf.py:1352*\nno shelf of that name").errors
    assert (error.exc_type, error.message) == ("ShelfMissing", "no shelf of that name")


def test_links_that_a_server_of_notebooks_makes_of_places():
    place = "~/env/site-packages/depot/shelf.py"
    link = f"[{place}:97](http://10.1.2.3:8888/doc/tree/{place}#line=96)"
    text = f"File {link}, in pick(key)\n     96 if key not in self:\n---> 97     raise KeyError(key)\n\nKeyError: 'a'"
    assert frames(text) == [(place, 97, "pick")]


def test_the_title_of_a_mail_above_its_frames():
    text = 'ShelfMissing: no shelf C-12\n  File "depot/app.py", line 3, in run\n    pick()\n'
    text += '  File "depot/shelf.py", line 23, in pick\n    raise ShelfMissing('
    (error,) = read(text).errors
    assert (error.exc_type, error.message, len(error.frames)) == ("ShelfMissing", "no shelf C-12", 2)
    (error,) = read(text.replace("ShelfMissing: no", "Found this: no")).errors
    assert (error.exc_type, error.message) == ("ShelfMissing", "")


def test_a_line_in_backticks_among_words_is_an_error_without_them():
    (error,) = read("I ran it and got\n`depot.exceptions.Misplaced: no shelf is free`\nWhat can I do?").errors
    assert (error.exc_module, error.exc_type, error.message) == ("depot.exceptions", "Misplaced", "no shelf is free")


def test_a_line_with_backticks_of_its_own_keeps_them():
    (error,) = read("Is this known?\nValueError: `shelf` is not `rack`\n").errors
    assert error.message == "`shelf` is not `rack`"


def test_an_error_in_quotes_within_a_sentence_ends_with_them():
    (error,) = read('After a restart I got "depot.exceptions.Misplaced: no shelf is free"').errors
    assert (error.exc_type, error.message) == ("Misplaced", "no shelf is free")


def test_a_name_of_a_module_for_no_exceptions_is_no_error_within_a_sentence():
    (error,) = read('The annotation reads "depot.shelves.Shelf: the best one" there').errors
    assert error.exc_type == ""


@pytest.mark.parametrize("mark", ["2. ", "- ", "* "])
def test_an_item_of_a_list_may_be_an_error(mark):
    (error,) = read(f"What I did:\n{mark}ShelfMisplaced: no shelf is free\n").errors
    assert (error.exc_type, error.message) == ("ShelfMisplaced", "no shelf is free")


def test_what_python_could_not_raise_anew_ends_the_message_above_it():
    ignored = "Exception ignored in: <function Depot.__del__ at 0x7f>"
    (error,) = read(f"{WINDOWS}\n{ignored}").errors
    assert error.message == "'a'"


@pytest.mark.parametrize(
    "text",
    [
        "I get `ValueError: the shelf is full\nand nothing fits` when I run it",
        "# `ValueError: the shelf is full\nand nothing fits`\n\n## Steps\n1. run it",
        "It ends with `ValueError: the shelf is full\nand nothing fits`.\n\nWhat does `shelf` mean?",
    ],
)
def test_backticks_hold_a_message_over_two_lines(text):
    (error,) = read(text).errors

    assert (error.exc_type, error.message) == ("ValueError", "the shelf is full\nand nothing fits")


@pytest.mark.parametrize(
    "text",
    [
        "I get `ValueError: the shelf is full\n\nWhat does `shelf` mean?",
        "I get `ValueError: the shelf is full\n```\nrun()\n```",
        "I get `ValueError: the shelf is full` here\nand `TypeError` there",
        "I get ValueError: the shelf is full\nwhen `shelf` is north",
    ],
)
def test_backticks_of_something_else_do_not_lengthen_a_message(text):
    assert "\n" not in read(text).errors[0].message


def test_a_comment_is_no_heading():
    assert [error.exc_type for error in read("# ValueError: the shelf is full\nshelf = 1").errors] in ([], [""])
