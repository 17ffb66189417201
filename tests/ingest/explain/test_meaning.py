"""What the first sentence of an explanation names of the conditions, and when it says that there are others."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, explained, part


def meaning(code):
    return part(explained(code), "meaning")[0]


def test_all_conditions_that_lead_to_the_statement_are_named():
    code = """
def load(path, force=False, quick=False):
    if force:
        return None
    if quick:
        if path is None:
            raise ValueError("no path")
"""
    wanted = "`load` raises `ValueError` when `force` is false, `quick` is true and `path` is `None`."
    assert meaning(code) == wanted.replace("`force` is false", "`force` is falsy")


def test_checks_that_would_have_raised_something_else_are_left_out():
    code = """
def load(path, size):
    if size < 1:
        raise ValueError("too small")
    if path is None:
        raise ValueError("no path")
"""
    result = explained(code)
    assert part(result, "meaning") == ["`load` raises `ValueError` when the parameter `path` is `None`."]
    assert beyond_meaning(result) == []


@pytest.mark.parametrize(
    "before",
    [
        "    for item in path:\n        if item:\n            return 1\n",
        "    if path:\n        if size:\n            return 1\n",
        "    if path:\n        return 1\n    else:\n        size = 2\n",
        "    try:\n        return 1\n    except OSError:\n        size = 2\n",
    ],
    ids=["loop", "two conditions", "other branch", "handler"],
)
def test_what_may_have_ended_the_call_for_another_reason_is_not_passed_over(before):
    code = f"def load(path, size, mode):\n{before}    if mode == 'w':\n        raise ValueError('no')\n"

    assert meaning(code).endswith(" when the parameter `mode` is `'w'`, if it gets that far.")
    assert meaning(code.replace("return 1", "touch(1)")).endswith(" when the parameter `mode` is `'w'`.")


def test_what_leaves_only_a_loop_before_does_not_end_the_call():
    code = """
def load(items, mode):
    for item in items:
        if item:
            break
    if mode == "w":
        raise ValueError("no")
"""
    assert meaning(code) == "`load` raises `ValueError` when the parameter `mode` is `'w'`."


def test_more_conditions_than_can_be_read_are_told_to_be_more():
    names = "abcdefgh"
    deep = "".join(f"{'    ' * at}if {name}:\n" for at, name in enumerate(names, 1))
    code = f"def load({', '.join(names)}):\n{deep}{'    ' * 9}raise ValueError('no')\n"

    assert meaning(code) == (
        "`load` raises `ValueError` when `f` is truthy, `g` is truthy and `h` is truthy, if it gets that far."
    )


def test_condition_on_what_was_bound_anew_since_is_not_said_to_hold():
    code = """
def load(value=None):
    if value is None:
        value = make()
        if value.size > 3:
            raise ValueError("no")
"""
    result = explained(code)
    assert part(result, "meaning")[0].endswith("when `value` is `None` as given and `value.size` is above `3`.")
    assert beyond_meaning(result)[0] == "`value` is what `make()` gives."
    kept = explained(code.replace("value = make()", "other = make()"))
    wanted = "`load` raises `ValueError` when the parameter `value` is `None` and `value.size` is above `3`."
    assert part(kept, "meaning") == [wanted]


def test_attribute_that_was_set_since_is_not_said_to_be_as_it_was():
    code = """
class Loader:
    def load(self):
        if self.state is None:
            self.state = make()
            if not self.fast:
                raise ValueError("no")
"""
    wanted = "`self.state` is `None` before it is set anew and `self.fast` is falsy."
    assert meaning(code) == f"`Loader.load` raises `ValueError` when {wanted}"
    assert beyond_meaning(explained(code)) == []


def test_loop_is_named_where_the_conditions_are_about_its_items():
    code = "def load(items, n):\n    for item in items:\n        if item > n:\n            raise ValueError('no')\n"
    wanted = "`load` raises `ValueError`, in the loop `for item in items`, when `item` is above the parameter `n`."

    assert meaning(code) == wanted
    assert "loop" not in meaning(code.replace("item > n", "n > 3"))


def test_calls_of_a_block_that_failed_are_named():
    code = """
def load(path):
    try:
        text = fetch(path)
        rows = parse(text)
    except KeyError:
        raise ValueError("no")
"""
    wanted = "while handling `KeyError` from a block that calls `fetch` and `parse`."
    assert meaning(code) == f"`load` raises `ValueError` {wanted}"
    assert beyond_meaning(explained(code)) == []


def test_assertion_says_what_did_not_hold():
    assert meaning("def load(n):\n    assert n > 0, 'n'\n") == (
        "`load` raises `AssertionError` when the parameter `n` is not above `0`."
    )
    assert meaning("def load(n):\n    if n:\n        assert False, 'n'\n") == (
        "`load` raises `AssertionError` when the parameter `n` is truthy."
    )


@pytest.mark.parametrize(
    "doc",
    [
        "Load.",
        "Load the file.",
        "See `load`.",
        "Read the whole table.",
        "Raises a TypeError if there are too many.",
        "Load the file (if it is not there yet).",
        "Check whether it rains today.",
        "Returns: a file that must have rows.",
        "n (`int` of (1, 2), *optional*): Must be one or more rows.",
        ":param n: how many rows it must have.",
    ],
)
def test_docstring_that_says_nothing_of_the_error_is_not_quoted(doc):
    code = f'def load_file(n):\n    """{doc}"""\n    if n:\n        raise ValueError("no")\n'

    assert len(part(explained(code), "meaning")) == 1
    assert len(part(explained(code.replace(doc, "A file that has no rows is refused.")), "meaning")) == 2


@pytest.mark.parametrize(
    ("handled", "also"),
    [("KeyError", "rows['a']"), ("AttributeError", "rows.items"), ("(OSError, IndexError)", "rows[1]")],
)
def test_calls_are_not_named_where_something_else_may_have_failed(handled, also):
    code = f"""
def load(path):
    try:
        rows = fetch(path)
        {also}
    except {handled}:
        raise ValueError("no")
"""
    assert "block" not in meaning(code)
    told = meaning(code.replace(also, "rows"))
    assert told.endswith("from a block that calls `fetch`.")


def test_variable_that_holds_classes_is_not_taken_for_one():
    code = """
def load(path):
    try:
        fetch(path)
    except failures as error:
        raise ValueError("no") from error
"""
    assert part(explained(code), "meaning") == [
        "`load` raises `ValueError` when `fetch(path)` raises one of `failures`.",
        "It is raised from the exception that was caught, which a traceback shows first.",
    ]


def test_variable_that_only_stands_for_a_parameter_is_not_called_one():
    code = """
def load(path=None):
    name = path
    if name is None:
        raise ValueError("no")
"""
    wanted = "`name` is what `load` is given as `path`, `None` by default."
    assert beyond_meaning(explained(code)) == [wanted]


def test_condition_that_is_tested_twice_is_told_once():
    code = """
def load(level, arr):
    if level is not None and not level.ready:
        raise ValueError("no level")
    if level is None or level.ready:
        if arr:
            raise TypeError("no list")
"""
    either = "(either `level` is `None` or `level.ready` is truthy)"
    assert meaning(code) == f"`load` raises `TypeError` when {either} and `arr` is truthy."


def test_helper_that_raises_may_have_conditions_of_its_own():
    code = "def load(mode):\n    if mode == 'x':\n        raise ValueError('bad mode')\n"
    said = part(explained(code, via="fail"), "meaning")

    assert said == [
        "`load` raises `ValueError`, through `fail`, when the parameter `mode` is `'x'`, if it gets that far."
    ]
    assert meaning(code) == "`load` raises `ValueError` when the parameter `mode` is `'x'`."


def test_where_only_place_and_class_are_known_it_is_told_that_it_always_raises_and_its_docstring():
    code = 'def stop():\n    raise ValueError("no")\n'
    always = "`stop` does nothing but raise."
    assert part(explained(code), "meaning") == [always]
    told = code.replace("    raise", '    """Refuses whatever it is asked to do."""\n    raise')
    wanted = "The function's docstring says: “Refuses whatever it is asked to do.”"
    assert part(explained(told), "meaning") == [always, wanted]


def test_handler_is_a_trigger_only_where_it_says_what_was_caught():
    code = """
def find(names, name):
    try:
        return names[name]
    except KeyError:
        raise LookupError("none")
"""
    result = explained(code)
    wanted = "`find` raises `LookupError` when `names[name]` raises `KeyError`."
    assert part(result, "meaning")[0] == wanted
    assert part(result, "trigger") == ["Only when `names[name]` raises `KeyError`."]
    any_of = code.replace("return names[name]", "names = +names\n        return -names").replace(
        "KeyError", "Exception"
    )
    assert beyond_meaning(explained(any_of)) == []
