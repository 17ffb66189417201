"""Errors that programs in other languages print, and messages that only look like theirs."""

import pytest

from kb.paste import read
from tests.kb.paste.depot import TRACEBACK

FOREIGN = {
    "TypeError: Bad kind\n    at load (/srv/a.js:3:9)\n    at main (/srv/b.js:7:1)": ("TypeError", "/srv/a.js"),
    "java.lang.StateException: Bad kind\n\tat a.B.load(B.java:3)\n\tat a.B.main(B.java:9)": (
        "StateException",
        "B.java",
    ),
    "panic: Bad kind\n\ngoroutine 1 [running]:\nmain.load(...)\n\t/srv/a.go:3 +0x1d\nmain.main()\n\t/srv/a.go:9": (
        "",
        "/srv/a.go",
    ),
    "a.rb:3:in `load': Bad kind (ArgumentError)\n\tfrom a.rb:9:in `main'": ("ArgumentError", "a.rb"),
    "thread 'main' panicked at src/b.rs:3:5:\nBad kind\nnote: run with a backtrace": ("", "src/b.rs"),
    "PHP Fatal error:  Uncaught LogicException: Bad kind in /srv/a.php:3\nStack trace:\n#0 {main}": (
        "LogicException",
        "/srv/a.php",
    ),
}
FOREIGN |= {
    "Error: Bad kind\n    at load (/srv/a.js:3:9)": ("Error", "/srv/a.js"),
    "ArgumentError: Bad kind\n\napp/a.rb:3:in `load'\napp/b.rb:9:in `main'": ("ArgumentError", "app/a.rb"),
    "ArgumentError (Bad kind):\n\napp/a.rb:3:in 'load'": ("ArgumentError", "app/a.rb"),
    "ValueError: Bad kind\n\n#0 /srv/a.php(3): load()\n#1 {main}": ("ValueError", "/srv/a.php"),
    "FormatException: Bad kind\n#0      load (file:///srv/a.dart:3:5)": ("FormatException", "file:///srv/a.dart"),
    "ArgumentError: Bad kind\n    (depot 0.1.0) lib/a.ex:3: Depot.load/1": ("ArgumentError", "lib/a.ex"),
}


@pytest.mark.parametrize(("text", "truth"), FOREIGN.items())
def test_other_languages_are_read_as_what_they_are(text, truth):
    (error,) = read(text).errors

    assert (error.exc_type, error.message) == (truth[0], "Bad kind")
    assert (error.frames[-1].path, error.frames[-1].line) == (truth[1], 3)
    assert error.is_foreign


@pytest.mark.parametrize("text", FOREIGN)
def test_blank_lines_before_the_frames_do_not_hide_the_other_language(text):
    title, *rest = text.split("\n", 1)

    (error,) = read("\n\n".join([title, *rest])).errors

    assert error.message == "Bad kind"
    assert error.is_foreign


def test_places_in_a_message_do_not_make_it_foreign():
    (error,) = read(f"{TRACEBACK}\n\ntemplates/shelf.js:3: see there").errors

    assert not error.is_foreign


def test_a_value_that_looks_like_a_place_does_not_make_a_message_foreign():
    for text in ("ValueError: cannot build main.c:3:5", "cannot build main.c:3:5 as it is", "load.py:3: no main.c:3"):
        assert not read(text).errors[0].is_foreign
