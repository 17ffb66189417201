"""Any text is read without an exception; spans stay in bounds; nothing can be piled up to make reading slow."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.paste import read
from kb.paste.focus import focus
from kb.paste.located import Located, join

PIECES = [
    "Traceback (most recent call last):\n",
    '  File "/a/b.py", line 3, in f\n',
    "    raise ValueError(x)\n",
    "ValueError: x\n",
    "a.b.Error: {'k': [1, \"2\"]}\n",
    "During handling of the above exception, another exception occurred:\n",
    "The above exception (x) was the direct cause of the following exception:\n",
    "  + Exception Group Traceback (most recent call last):\n",
    "  | ",
    "    +---------------- 1 ----------------\n",
    "E   ValueError: x\n",
    ">       f(x)\n",
    "a.py:3: ValueError\n",
    "____ test_a ____\n",
    "╭── Traceback (most recent call last) ──╮\n│ /a.py:3 in f │\n│ ❱ 3 x │\n╰──────────╯\n",
    "File /a.py:3, in f(x)\n----> 3 x\n",
    "ValueError      Traceback (most recent call last)\n",
    '{"exc_info": "Traceback (most recent call last):\\n  File \\"a\\", line 3, in f\\nE: x"}',
    "\x1b[31m",
    "&quot;",
    "<pre>",
    "```",
    "web-1  | ",
    "[rank0]: ",
    "> ",
    "\r",
    "\n",
    "\t",
    "\x00",
    "\ud800",
    "“",
    "\\n",
    "Exception Type: X at /\nException Value: y\n",
    "Caused by: a.b.CError: x\n\tat a.b.c(D.java:3)\n",
]
TEXTS = st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=20)), max_size=40).map("".join)


@settings(max_examples=500)
@given(TEXTS | st.text())
def test_any_text_is_read_and_spans_lie_inside_it(text):
    reading = read(text)

    assert len(reading.errors) <= 50
    for error in reading.errors:
        assert 0 <= error.span[0] <= error.span[1] <= len(text)
        for span in error.spans:
            assert 0 <= span.start <= span.end <= len(text)


@settings(max_examples=200)
@given(st.text(max_size=200), st.sampled_from(["a", r"\s", r"\d+", "[^a]"]), st.sampled_from(["", "x", "xyz"]))
def test_located_text_is_what_replacing_and_cutting_text_give(text, pattern, new):
    located = Located.whole(text, 7).sub(re.compile(pattern), new)

    assert located.text == re.sub(pattern, new, text)
    assert len(located.at) == len(located.text) + 1
    assert list(located.at) == sorted(located.at)
    assert join(Located.whole(text).lines(), "\n").text.replace("\n", "") == "".join(
        re.split(r"\r+\n?|[\n\v\f\x85\u2028\u2029]", text)
    )


PILES = [
    "a",
    " ",
    "\n",
    '"',
    "'",
    "[",
    '{"a":',
    "(",
    "| ",
    "│ ",
    "\x1b[",
    "&quot;",
    "<b>",
    "\\",
    "\\n",
    "~^",
    "Traceback ",
]
PILES += [
    "Traceback (most recent call last):",
    'File "',
    'File "a", line 3, in f ',
    "ValueError: ",
    "E   ",
    "> ",
    "at f(",
    "a.",
]
PILES += [
    "```",
    "-> 3 ",
    "panic: ",
    "<class '",
    "usage: ",
    "2026-01-02 03:04:05 ",
    "x: error: ",
    "\ud800",
    "Error\n",
    "{\n",
]


@pytest.mark.parametrize("pile", PILES)
def test_a_pile_of_one_sign_is_read(pile):
    assert len(read(pile * (60_000 // len(pile))).errors) <= 50


@pytest.mark.parametrize("nesting", ["[", '{"a":', "(", "<div>", "> "])
def test_deep_nesting_is_no_recursion(nesting):
    text = nesting * 20_000 + '"Traceback (most recent call last):\\nValueError: x"'

    assert read(text).errors


def test_a_word_without_end_in_front_of_a_traceback_is_no_part_of_it():
    (error,) = read(
        "a" * 400_000 + "Traceback (most recent call last):\n  File 'a.py', line 3, in f\nKeyError: 3"
    ).errors

    assert (error.exc_type, error.message) == ("KeyError", "3")


def test_long_log_is_read_around_its_errors_only():
    noise = "".join(f"2026-01-02 03:04:05 INFO job {number} done\n" for number in range(20_000))
    error = 'Traceback (most recent call last):\n  File "/a/b.py", line 3, in f\n    f()\nValueError: job is broken\n'
    text = noise + error + noise

    assert len(focus(Located.whole(text)).text) < 30_000
    (found,) = read(text).errors
    assert (found.message, text[found.span[0] :].startswith("Traceback")) == ("job is broken", True)


def test_errors_beyond_the_bound_are_left_out():
    text = "\n\n".join(f"ValueError: kind {chr(97 + number % 26)}{number}" for number in range(200))

    assert len(read(text).errors) == 50
