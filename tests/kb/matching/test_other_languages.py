"""What programs and tools in other languages print, beside what Python prints."""

import pytest

from kb.matching import match
from tests.factories import make_entry
from tests.kb.matching.pasted import LONG, outcome
from tests.kb.matching.test_match import known

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "pasted",
    [
        "LoadError: {}\n    at load (/app/load.js:10:5)\n    at Object.<anonymous> (/app/index.js:1:1)",
        "LoadFailed: {}\n    at load (/app/load.js:10:5)\n    at Object.<anonymous> (/app/index.js:1:1)",
        'Exception in thread "main" anvil.LoadError: {}\n\tat anvil.Load.load(Load.java:12)\n',
        "panic: {}\n\ngoroutine 1 [running]:\nmain.load(0x1)\n\t/app/load.go:10 +0x1\n",
        "thread 'main' panicked at src/load.rs:4:5:\n{}\n",
        "load.rb:3:in `load': {} (LoadError)\n",
    ],
)
def test_what_a_program_in_another_language_says_is_not_claimed(pasted):
    known(make_entry(message=LONG, exc_type="LoadFailed" if "Failed" in pasted else "LoadError"))
    assert outcome(pasted.format(LONG)) == "similar"


@pytest.mark.parametrize(
    "frames",
    ["\n\tat a.b.Loader.load(Loader.java:3)", "\n    at load (/srv/a.js:3:9)", "\n\napp/load.rb:3:in `load'"],
)
def test_what_a_program_in_another_language_prints_is_never_claimed(frames):
    known(make_entry(message="the archive cannot be read with the reader {name}"))
    assert outcome(f"ValueError: the archive cannot be read with the reader zip{frames}") != "exact"


@pytest.mark.parametrize(
    "pasted",
    [
        "main.c:3:5: error: {}",
        "src/main.zig:3:5: error: {}",
        "Main.hs:3:5: error: {}",
        "lib/x.ex:5: {}",
        "x.proto:3:5: {}",
        "bad.yml:3:5: {}",
        "bad.yml:3: ValueError: {}",
        "psql:x.sql:3: ERROR: {}",
        "SQLSTATE[42000]: {}",
        "Uncaught ValueError: {}",
        "Uncaught (in promise) ValueError: {}",
        "Unhandled exception:\nValueError: {}\n#0      main (file:///a/b.dart:3:3)",
        "2026-01-02 03:04:05 ERROR src/load.cc:33: {}",
    ],
)
def test_a_line_of_a_tool_that_speaks_of_files_of_other_languages_is_not_claimed(pasted):
    known(make_entry(message=LONG))
    answer = match(pasted.format(LONG))
    assert answer.outcome == "similar"
    assert "another language's program printed it" in answer.matches[0].reasons


@pytest.mark.parametrize(
    "pasted",
    [
        "{}",
        "ValueError: {}",
        "ERROR: {}",
        "error: {}",
        "load.py:3: {}",
        "src/load.py:3:5: error: {}",
        "tests/test_load.py:3: ValueError: {}",
        "2026-01-02 03:04:05 ERROR load.py:33: {}",
        "ERROR:anvil.load:{}",
        "anvil.loading:33: {}",
        "worker[4242]: {}",
        "Uncaught exception: ValueError: {}",
    ],
)
def test_lines_as_python_and_its_tools_print_them_are_claimed_by_their_text(pasted):
    known(make_entry(message=LONG))
    assert outcome(pasted.format(LONG)) == "exact"
