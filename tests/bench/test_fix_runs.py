"""What a snippet raises is told by running it, apart from ours."""

import sys

import pytest

from bench.fix_runs import Home, Outcome, halves, verdict


def test_snippet_tells_its_exception_with_all_bases(tmp_path):
    (tmp_path / "anvil.py").write_text("class Broken(KeyError):\n    pass\n")
    outcome = Home(sys.executable, tmp_path).raised("import anvil\nprint('loud')\nraise anvil.Broken('no bar')")

    assert outcome.exc_type == "Broken"
    assert outcome.classes[:3] == ("Broken", "KeyError", "LookupError")
    assert outcome.message == "'no bar'"


def test_snippet_that_ends_well_raised_nothing_and_one_that_kills_python_is_told(tmp_path):
    home = Home(sys.executable, tmp_path)

    assert home.raised("print(1)") == Outcome()
    assert home.raised("import os\nos._exit(3)").exc_type == "Crash"


def test_snippets_see_none_of_our_packages_or_settings(tmp_path):
    assert Home(sys.executable, tmp_path).raised("import django").exc_type == "ModuleNotFoundError"


def test_example_is_split_into_what_is_shared_and_both_halves():
    assert halves("import anvil\n\n# before\na()\n\n# after\nb()") == ("import anvil\n\n", "a()\n\n", "b()")


@pytest.mark.parametrize("code", ["import os\nos._exit(3)", "while True:\n    pass"])
def test_snippet_that_crashed_or_ran_out_of_time_is_never_right(tmp_path, code):
    outcome = Home(sys.executable, tmp_path, seconds=1).raised(code)

    assert outcome.is_lost
    assert verdict(outcome, is_wanted=False) == verdict(outcome, is_wanted=True) == "crashed or timed out"


def test_snippet_that_raises_another_error_is_told_from_one_that_ends_well():
    assert verdict(Outcome(), is_wanted=False) == "raise nothing"
    assert verdict(Outcome("NameError"), is_wanted=False) == "raise another error"
    assert verdict(Outcome("ValueError"), is_wanted=True) == "raise the entry's error"
