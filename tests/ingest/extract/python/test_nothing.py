"""None, exit statuses, numbers and lists are not taken for texts."""

import pytest

from tests.ingest.extract.python.reading import message_of, site, sites, texts, written
from tests.ingest.link import pins


@pytest.mark.parametrize(
    "source",
    [
        "raise ValueError(None)",
        "raise KeyError(None)",
        "def f():\n    text = None\n    raise ValueError(text)\n",
        "assert x, None",
    ],
)
def test_none_is_no_message(source):
    found = pins.site({"a.py": source}, "a.py")

    assert (found.messages, found.reason, found.form) == ((), "", "no message")


def test_none_beside_a_text_is_left_out():
    assert message_of('"gone" if n else None') == ["gone"]
    assert message_of("text", 'text = None\nif n:\n    text = "no such file"\n') == ["no such file"]


def test_none_beside_what_is_not_known_leaves_the_reason():
    found = site("raise ValueError(x or None)")

    assert ([written(message) for message in found.messages], found.reason) == (["{x}"], "dynamic")


def test_none_within_a_text_is_shown():
    assert message_of('f"got {None}"') == ["got None"]
    assert message_of("f\"got {'a' if n else None}\"") == ["got a", "got None"]
    assert message_of("'bad', None") == ["('bad', None)"]


@pytest.mark.parametrize("raised", ["Failed()", "Failed(None)", "Failed"])
def test_a_default_of_none_is_no_message(raised):
    source = f"""
        class Failed(Exception):
            def __init__(self, message=None):
                super().__init__(message)

        def f():
            raise {raised}
    """
    found = pins.site({"a.py": source}, "a.py")

    assert (found.messages, found.reason, found.form) == ((), "", "no message")


@pytest.mark.parametrize("raised", ["Failed()", "Failed(None)"])
def test_the_text_that_stands_in_for_none_is_the_message(raised):
    source = f"""
        class Failed(Exception):
            def __init__(self, message=None):
                self.message = message or "It failed."

            def __str__(self):
                return self.message

        def f():
            raise {raised}
    """
    assert pins.said({"a.py": source}, "a.py") == ["It failed."]


@pytest.mark.parametrize("status", ["1", "-1", "code", "os.EX_USAGE", "0 if n else 2", "None", "not n", "'%d' % 3"])
def test_an_exit_status_is_no_message(status):
    found = pins.site({"a.py": f"import os\ncode = 3\ndef f(n):\n    raise SystemExit({status})\n"}, "a.py")

    assert (found.kind, found.messages, found.reason) == ("exit", (), "")


def test_a_class_of_ones_own_that_exits_shows_no_status():
    source = "class Quit(SystemExit):\n    pass\n\ndef f():\n    raise Quit(7)\n"

    assert pins.site({"a.py": source}, "a.py").messages == ()


def test_an_exit_call_is_a_site_only_with_a_text():
    source = "import sys\nsys.exit(2)\nsys.exit(main())\nsys.exit(code)\nsys.exit('No such file.')\n"

    assert [found.line for found in sites(source)] == [5]


def test_what_a_function_returns_to_an_exit_is_its_text():
    source = "def main():\n    return 'No such file.'\n\ndef f():\n    raise SystemExit(main())\n"

    assert pins.said({"a.py": source}, "a.py") == ["No such file."]


@pytest.mark.parametrize("ending", ["sys.exit(text)", "raise SystemExit(text)"])
def test_a_helper_that_ends_the_program_with_its_callers_text(ending):
    source = f"import sys\n\ndef die(text):\n    {ending}\n\ndef f():\n    die('No such file.')\n"
    found = pins.site({"a.py": source}, "a.py", 7)

    assert pins.texts(found) == ["No such file."]
    assert (found.kind, found.exc_qualified, found.via) == ("exit", "builtins.SystemExit", "die")


@pytest.mark.parametrize(
    "before",
    [
        "count = 0\ncount += 1\n",
        "count = 0\nfor item in items:\n    count += len(item)\n",
        "count = [1]\ncount += [2]\n",
    ],
)
def test_numbers_and_lists_that_are_added_are_no_texts(before):
    assert message_of('f"got {count}"', before) == ["got {count}"]
    assert message_of("count", before)[-1] == "{count}"


def test_names_of_numbers_that_are_added_are_no_texts():
    assert message_of("a + b", "a = 1\nb = 2\n") == ["{a + b}"]


def test_a_text_that_a_number_is_added_to_is_still_a_text():
    assert message_of('"n is " + count', "count = 3\n") == ["n is 3"]
    assert message_of("text", 'text = "bad"\ntext += " name"\n') == ["bad name"]


def test_a_constant_that_is_counted_up_is_a_hole():
    assert texts('COUNT = 0\nCOUNT += 1\n\ndef f():\n    raise ValueError(f"run {COUNT}")\n') == ["run {COUNT}"]


def test_a_constant_that_is_added_to_says_all_of_it_in_a_function():
    assert texts('USAGE = "Usage: "\nUSAGE += "run"\n\ndef f():\n    raise ValueError(USAGE)\n') == ["Usage: run"]
