"""What nobody sets, and so is not told to be set: operands, items, parts of what the code has changed."""

import pytest

from tests.ingest.explain.reading import explained, part


def said(code, *parts):
    result = explained(code)
    return [text for name in parts or ("situations", "solution") for text in part(result, name)]


@pytest.mark.parametrize("method", ["__getitem__", "__eq__", "__setattr__"])
def test_operand_of_a_special_method_is_no_option(method):
    code = f"""
class Table:
    def {method}(self, key=None):
        if key is None:
            raise KeyError("no key")
"""
    result = explained(code)
    assert said(code) == []
    assert (result.options, result.example_fix) == ((), "")
    assert said(code.replace(method, "find")) != []
    assert said(code.replace(method, "__init__"), "solution") == ["Give a value for `key` of `Table(…)`; it is `None`."]


def test_part_of_an_operand_is_no_option():
    code = """
class Table:
    def __eq__(self, other):
        if other.size != 3:
            raise ValueError("no")
"""
    assert said(code) == []
    assert said(code.replace("__eq__", "equals")) != []


def test_key_of_one_item_after_the_other_is_no_option():
    code = """
def load(rows):
    for row in rows:
        name = row.get("name")
        if name is None:
            raise ValueError("no name")
"""
    assert said(code) == []
    assert not any("taken from" in text for text in said(code, "trigger"))
    once = code.replace("for row in rows:", "if rows:").replace("row.get", "rows.get")
    assert "`name` is taken from `rows`." in said(once, "trigger")


@pytest.mark.parametrize(
    "change",
    [
        "left.pop(size)",
        "left[size] = 1",
        "del left[size]",
        "left.clear()",
        "left[1].add(1)",
        "left[0][1] = 2",
        "left.difference_update(size)",
    ],
)
def test_collection_that_was_changed_since_is_not_what_it_was_made_of(change):
    code = f"""
def load(items, size):
    left = dict(items)
    {change}
    if left:
        raise ValueError("no")
"""
    assert said(code, "trigger", "solution") == ["Only when `left` is truthy."]
    assert "`left` is `dict(items)`." in said(code.replace(change, "left.get(size)"), "trigger")
