"""How conditions are put into words."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, explained, part


def meaning(code):
    return part(explained(code), "meaning")[0]


def test_classes_excluded_one_after_the_other_are_one_condition():
    code = """
def load(item):
    if isinstance(item, str):
        return 1
    elif isinstance(item, (int, float)):
        return 2
    raise TypeError("no")
"""
    wanted = "the parameter `item` is neither a `str`, an `int` nor a `float`."
    assert meaning(code) == f"`load` raises `TypeError` when {wanted}"


def test_members_excluded_one_after_the_other_are_one_condition():
    code = """
def load(mode):
    if mode == Mode.READ:
        return 1
    elif mode == Mode.WRITE:
        return 2
    else:
        raise ValueError("no")
"""
    wanted = "the parameter `mode` is neither `Mode.READ` nor `Mode.WRITE`."
    assert meaning(code) == f"`load` raises `ValueError` when {wanted}"


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("n > 2", "n == 2", "`n` is `2`"),
        ("n is None", "isinstance(n, list)", "`n` is a `list`"),
        ("isinstance(n, str)", "isinstance(n, list)", "`n` is a `list`"),
        (
            "isinstance(n, bool)",
            "isinstance(n, int)",
            "`n` is not a `bool` and `n` is an `int`",
        ),
        ("n > 2", "n != 0", "`n` is not above `2` and `n` is anything but `0`"),
        ("isinstance(n, str)", "n == 2", "`n` is not a `str` and `n` is `2`"),
    ],
)
def test_what_another_condition_leaves_no_doubt_of_is_not_said(first, second, told):
    code = f"def load(n):\n    if {first}:\n        return n\n    if {second}:\n        raise ValueError('no')\n"
    assert meaning(code) == f"`load` raises `ValueError` when the parameter {told}."
    assert beyond_meaning(explained(code)) == []


def test_attribute_that_is_asked_for_is_told_as_one_that_there_is_not():
    code = "def heat(bar):\n    try:\n        return bar.parts\n    except {}:\n        raise TypeError('no')\n"

    assert "when the parameter `bar` has no attribute `parts`." in meaning(code.format("AttributeError"))
    assert "when `bar.parts` raises `AttributeError` or `KeyError`." in meaning(
        code.format("(AttributeError, KeyError)")
    )


@pytest.mark.parametrize(
    ("test", "told"),
    [
        ("not os.path.isfile(path)", "`path` is no file that exists"),
        ("os.path.isdir(path)", "`path` is a directory"),
        ("os.path.exists(path)", "`path` exists"),
        ("os.path.islink(path)", "`os.path.islink(path)` is true"),
    ],
)
def test_what_is_asked_of_a_path_is_told_of_the_path(test, told):
    code = f"import os\n\n\ndef load(path):\n    if {test}:\n        raise ValueError('no')\n"

    assert meaning(code).replace("the parameter ", "") == f"`load` raises `ValueError` when {told}."


@pytest.mark.parametrize(
    ("default", "test", "told"),
    [
        ("NO_DEFAULT", "size is not NO_DEFAULT", "`size` is given"),
        ("lib.no_default", "size is lib.no_default", "`size` is not given"),
        ("Mode.FAST", "size is Mode.FAST", "`size` is `Mode.FAST`"),
        ("None", "size is UNSET", "`size` is `UNSET`"),
    ],
)
def test_name_that_stands_for_nothing_tells_whether_a_parameter_was_given(default, test, told):
    code = f"def load(size={default}):\n    if {test}:\n        raise ValueError('no')\n"

    assert meaning(code).replace("the parameter ", "") == f"`load` raises `ValueError` when {told}."


@pytest.mark.parametrize(
    ("binding", "told"),
    [
        ("by = [by]", "`by` is not `None` as given and `rows` is empty"),
        ("by = known(by)", "`by` is not `None` as given and `rows` is empty"),
        ("other = by", "the parameter `by` is not `None` and `rows` is empty"),
    ],
)
def test_block_whose_condition_is_on_what_was_set_anew_is_told_as_of_its_time(binding, told):
    code = f"def load(by):\n    if by is not None:\n        {binding}\n        rows = set(by)\n"
    assert meaning(f"{code}        if len(rows) == 0:\n            raise ValueError('no')\n") == (
        f"`load` raises `ValueError` when {told}."
    )


def test_texts_and_collections_are_empty_rather_than_falsy():
    code = "def load(path: str, rows):\n    {}\n    if not names:\n        raise ValueError('no')\n"
    assert meaning(code.format("names = path.split()")).endswith("when `names` is empty.")
    assert meaning(code.format("names = find(path)")).endswith("when `names` is falsy.")
    assert meaning(code.format("pass").replace("not names", "not path")).endswith("the parameter `path` is empty.")
    assert meaning(code.format("pass").replace("not names", "len(rows) > 0")).endswith("`rows` is not empty.")


def test_class_is_told_plainly_and_a_variable_of_classes_as_such():
    code = "def load(n):\n    if not isinstance(n, {}):\n        raise ValueError('no')\n"
    assert meaning(code.format("(int, Row, type(None))")).endswith("is neither an `int`, a `Row` nor `None`.")
    assert meaning(code.format("ROW_TYPES")).endswith("is not an instance of `ROW_TYPES`.")


def test_alternatives_of_which_one_is_sure_are_not_said():
    code = "def load(n, m):\n    if n and m == 1:\n        return n\n    if {}:\n        raise ValueError('no')\n"
    assert meaning(code.format("not n")).endswith("when the parameter `n` is falsy.")
    assert meaning(code.format("m == 2")).endswith("when the parameter `m` is `2`.")
    assert "either" in meaning(code.format("m > 0"))
