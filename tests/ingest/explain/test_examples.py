"""Before and after out of upstream's tests: what they take along, what they change, and when there are none."""

import ast

import pytest

from ingest.explain.conditions import atoms
from ingest.explain.facts import Proof
from ingest.explain.holding import holds
from ingest.explain.proof.setting import setting
from ingest.explain.source import Source
from tests.ingest.explain.reading import explained

TEST = """
import pytest
import anvil as an
from anvil.shapes import Bar, Rod as R
np = pytest.importorskip("numpy")

def test_load():
    other = an.make(1)
    bar = Bar(3)
    bar = Bar(2)
    bar.heat(R)
    assert bar.hot
    with pytest.raises(ValueError):
        an.load(np.ones(bar), mode="x")
"""


def of(code):
    line = next(at for at, text in enumerate(code.split("\n"), 1) if "raises(" in text)
    return setting(Source("tests/test_load.py", code.encode()), line)


def test_snippet_takes_along_what_it_needs_and_no_more():
    found = of(TEST)

    assert found.before.split("\n") == [
        "import anvil as an",
        "from anvil.shapes import Bar",
        "from anvil.shapes import Rod as R",
        "import numpy as np",
        "bar = Bar(2)",
        "bar.heat(R)",
    ]
    assert found.failing == "an.load(np.ones(bar), mode='x')"


def test_call_that_is_handed_over_is_written_out():
    code = TEST.replace("with pytest.raises(ValueError):\n        an.load(", "pytest.raises(ValueError, an.load, ")

    assert of(code).failing == "an.load(np.ones(bar), mode='x')"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("np.ones(bar)", "np.ones(fixture)"),
        ("    bar = Bar(3)\n    bar = Bar(2)\n", ""),
        ("import anvil as an\n", "from . import an\n"),
        ("an.load(", "await an.load("),
        ("    bar = Bar(2)\n", "    for size in (1, 2):\n        bar = Bar(size)\n"),
        ("def test_load", "@pytest.mark.skipif(no_anvil)\ndef test_load"),
    ],
    ids=["unknown name", "fixture", "relative import", "await", "loop", "skipped"],
)
def test_snippet_that_would_not_run_alone_is_left_out(old, new):
    assert old in TEST
    assert of(TEST.replace(old, new)) is None


@pytest.mark.parametrize(
    ("condition", "value", "wanted"),
    [
        ("n < 0", "-1", True),
        ("n < 0", "0", False),
        ("not 0 <= n <= 1", "2", True),
        ("mode not in ('r', 'w')", "'r'", False),
        ("not isinstance(n, (int, float))", "'a'", True),
        ("n is not None", "None", False),
        ("not n", "[]", True),
        ("n < 0", "'a'", None),
        ("n < m", "1", None),
        ("len(n) < 0", "[]", None),
        ("isinstance(n, Bar)", "1", None),
        ("n < 0", "f()", None),
    ],
)
def test_condition_holds_for_a_value_only_if_that_is_sure(condition, value, wanted):
    assert holds(atoms(condition)[0], ast.parse(value, mode="eval").body) is wanted


CODE = """
def load(bars, mode="r"):
    if mode not in ("r", "w"):
        raise ValueError("bad mode")
"""


def example(code, test):
    line = next(at for at, text in enumerate(test.split("\n"), 1) if "raises(" in text)
    proven = Proof("tests/test_load.py", line, "test_load", "", "", "", of(test))
    return explained(code, proofs=(proven,)).example_fix


def test_after_is_the_tests_call_with_a_value_that_is_taken():
    before, _, after = example(CODE, TEST).partition("# before\n")[2].partition("\n\n# after\n")
    by_place = TEST.replace('mode="x"', '"x"')

    assert (before, after) == ("an.load(np.ones(bar), mode='x')", "an.load(np.ones(bar), mode='r')")
    assert example(CODE, by_place).endswith("# after\nan.load(np.ones(bar), 'r')")


@pytest.mark.parametrize(
    ("old", "new"),
    [("an.load(", "an.save("), ('mode="x"', "mode=bar"), ('mode="x"', 'mode="w"'), (', mode="x"', "")],
    ids=["another function", "unknown value", "value that is taken", "not given"],
)
def test_test_that_does_not_give_what_is_refused_is_no_example(old, new):
    assert old in TEST
    assert "numpy" not in example(CODE, TEST.replace(old, new))


@pytest.mark.parametrize(
    ("parameter", "condition", "before", "after"),
    [
        ("name: str", "not name", "", ""),
        ("name", "not isinstance(name, (list, str))", "None", ""),
        ("name", "isinstance(name, str)", "'value'", ""),
        ("name=0.5", "not 0 <= name <= 1", "-1", "0.5"),
        ("name='r'", "name == 'w'", "", ""),
        ("name=2", "name == 1", "1", "2"),
        ("name", "name == 'w'", "'w'", ""),
        ("name", "not name", "None", ""),
        ("name: 'list[int]'", "len(name) < 2", "", ""),
        ("name=None", "name != 'r'", "'other'", "'r'"),
    ],
)
def test_pair_of_values_is_shown_only_if_both_are_sure(parameter, condition, before, after):
    code = f"def load({parameter}):\n    if {condition}:\n        raise ValueError('no')\n"
    wanted = f"# before\nload(..., name={before})\n\n# after\nload(..., name={after})" if before and after else ""

    assert explained(code).example_fix == wanted
