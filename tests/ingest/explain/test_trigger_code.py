"""The conditions as code say all that they claim, and no value is said that an object may not give."""

import pytest

from tests.ingest.explain.reading import explained, part

LOOP = """
def check(items, limit):
    for item in items:
        if item > limit:
            raise ValueError("too much")
"""
HANDLER = """
def find(label):
    if "." in label:
        try:
            load(label)
        except ImportError:
            raise LookupError("no such")
"""
NUMBERED = """
def check(messages):
    for i, message in enumerate(messages):
        if i % 2 == 0:
            raise ValueError("uneven")
"""
CONFIG = """
def ttl(conf):
    value = conf.get("ttl")
    if value is None:
        raise ValueError("no ttl")
"""


def test_a_loop_stands_around_the_condition():
    code = "for item in items:\n    if item > limit:\n        raise ValueError(...)"
    assert explained(LOOP).trigger_code == code


def test_where_a_handler_decides_as_well_there_is_no_code():
    assert explained(HANDLER).trigger_code == ""


def test_nobody_is_told_to_choose_what_only_counts():
    assert not any("i % 2" in text for text in part(explained(NUMBERED), "solution"))


def test_what_an_object_gives_without_a_default_is_not_said():
    result = explained(CONFIG)
    assert not any("if it is not given" in text for text in part(result, "trigger"))


def test_code_says_that_other_code_may_decide_too():
    code = """
def load(key, value):
    if isinstance(value, tuple):
        value = value[0]
    if not isinstance(value, float):
        raise ValueError("no")
"""
    settled = code.replace("    if isinstance(value, tuple):\n        value = value[0]\n", "")
    plain = "if not isinstance(value, float):\n    raise ValueError(...)"

    assert explained(settled).trigger_code == plain
    hidden = code.replace(
        "    if isinstance(value, tuple):", "    if key:\n        return\n    key = 1\n    if value.odd:"
    )
    assert explained(hidden).trigger_code.startswith("# if it gets that far\n")


def test_block_that_the_statement_stands_in_is_never_left_out():
    """What raises something else goes without saying; the `else` of an `if` that raises nothing does not."""
    code = """
def load(mode, size):
    if size < 1:
        raise ValueError("small")
    if mode is not None:
        size = 2
    else:
        if size > 9:
            raise ValueError("large")
"""
    assert explained(code).trigger_code == "if mode is None:\n    if size > 9:\n        raise ValueError(...)"


def test_values_that_are_tested_are_shown_where_they_are_set():
    code = """
def load(path, mode=None):
    if mode:
        row = find(path)
        if row is None:
            raise ValueError("no row")
"""
    shown = "if mode:\n    row = find(path)\n    if row is None:\n        raise ValueError(...)"
    assert explained(code).trigger_code == shown
    either = code.replace("        row = find(path)\n", "        row = find(path)\n        if path: row = path\n")
    assert "row =" not in explained(either).trigger_code
    assert "`row` is `find(path)` or `path`." in part(explained(either), "trigger")
    own = explained(either.replace("row = path", "row = [row]"))
    assert not any(text.startswith("`row` is ") for text in part(own, "trigger"))


def test_parameter_that_may_have_been_set_anew_is_not_shown_as_what_was_given():
    code = """
def load(path, names):
    for name in names:
        path = path.parent
        if path is None:
            raise ValueError("no path")
"""
    result = explained(code.replace("path = path.parent", "path += name"))
    noted = "for name in names:\n    # path may have been set anew\n    if path is None:\n        raise ValueError(...)"
    assert "the parameter" not in part(result, "meaning")[0]
    assert result.trigger_code == noted
    assert "path = path.parent" in explained(code).trigger_code


def test_what_follows_a_starred_target_is_counted_from_the_end():
    code = """
def load(path):
    first, *rest, last = read(path)
    if {} is None:
        raise ValueError("none")
"""
    for name, made in (("first", "read(path)[0]"), ("last", "read(path)[-1]")):
        assert f"{name} = {made}\n" in explained(code.format(name)).trigger_code
    assert "rest =" not in explained(code.format("rest")).trigger_code


def test_what_was_found_false_stands_without_brackets():
    code = (
        "def load(path, quick):\n    if quick:\n        return\n    if path is None:\n        raise ValueError('no')\n"
    )
    assert explained(code).trigger_code.startswith("if not quick:\n    if path is None:\n")


ANEW = """
def load(x):
    {first}
    if {tested}:
        {second}
        if {deciding}:
            raise ValueError("no")
"""


@pytest.mark.parametrize(
    ("first", "tested", "second", "deciding"),
    [
        ("y = x.strip()", "not y", "y = read()", "y is None"),
        ("y = x", "y", "y = 4", "y == 4"),
        ("n = 0", "n < x", "n += x", "n > 5"),
    ],
)
def test_what_a_condition_is_about_and_is_set_anew_below_it_is_said_to_be(first, tested, second, deciding):
    found = explained(ANEW.format(first=first, tested=tested, second=second, deciding=deciding))
    name = first.partition(" ")[0]
    assert f"if {tested}:\n    # {name} is set anew\n    if {deciding}:" in found.trigger_code
    assert f"{first}\n" not in found.trigger_code
    assert f"`{name}` is `{first.rpartition(' ')[2]}`." not in part(found, "trigger")


def test_loops_own_variable_may_be_another_than_its_item():
    code = """
def look(bars):
    for bar in bars:
        if isinstance(bar, str):
            bar = forge(bar)
        if not isinstance(bar, Bar):
            raise TypeError("no bar")
"""
    found = explained(code)
    assert "# bar may have been set anew" in found.trigger_code
    assert "`bar` is an item of `bars` unless it has been set anew." in part(found, "trigger")

    later = code.replace("            bar = forge(bar)\n", "            pass\n") + "        bar = 3\n"
    assert "anew" not in f"{explained(later).trigger_code} {part(explained(later), 'trigger')}"


def test_variable_of_a_loop_that_may_not_have_run_is_not_said_to_be_its_item():
    code = """
def look(bar, kinds):
    if kinds:
        for kind in kinds:
            if kind in bar:
                break
    else:
        kind = bar.kind
    if kind != "iron":
        raise TypeError("no bar")
"""
    assert not any("an item of" in text for text in part(explained(code), "trigger"))
