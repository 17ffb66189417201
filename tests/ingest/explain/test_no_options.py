"""What nobody sets, and so is not told to be set: operands, items, parts of what the code has changed."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, explained, part


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
    assert any(text.startswith("`name` is taken from `rows`") for text in said(once, "trigger"))


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


PRIVATE = """
def _check(size=None):
    if size is None:
        raise ValueError("no size")
"""


def test_option_of_a_function_that_users_do_not_call_is_none():
    for code in (PRIVATE, PRIVATE.replace("_check(", "visit_check(")):
        result = explained(code)
        assert (result.options, beyond_meaning(result)) == ((), [])
    public = explained(PRIVATE.replace("_check(", "check("))
    assert [item.key for item in public.options] == ["size"]
    assert "when the parameter `size` is `None`" in part(public, "meaning")[0]
    assert beyond_meaning(public) == []


def test_option_that_a_public_function_hands_on_is_its_own():
    result = explained(f"{PRIVATE}\ndef build(size=None):\n    return _check(size)\n")
    assert [(item.key, item.owner) for item in result.options] == [("size", "build")]
    assert beyond_meaning(result) == [
        "`size` is a parameter of `build`, `None` by default.",
        "`build` calls `_check`.",
    ]


def test_method_of_a_class_within_a_private_one_is_not_called_by_users():
    code = """
class _Hidden:
    class Part:
        def fit(self, size=None):
            if size is None:
                raise ValueError("no size")
"""
    assert explained(code).options == ()


def test_option_that_is_only_shown_in_the_message_is_not_listed():
    code = """
def check(size, unit="m"):
    if size < 0:
        raise ValueError(f"{size} {unit} is less than nothing")
"""
    assert explained(code).options == ()
    tested = code.replace("size < 0", "unit == 'm'")
    assert [item.key for item in explained(tested).options] == ["unit"]


def test_of_many_functions_that_take_an_option_the_first_are_named():
    makers = "".join(f"\ndef {name}(size=None):\n    return _check(size)\n" for name in ("a", "b", "c", "d", "e"))
    said = beyond_meaning(explained(PRIVATE + makers))
    assert "`size` is a parameter of `a`, `b`, `c` or 2 more, `None` by default." in said


def test_method_that_refuses_on_purpose_is_not_to_be_defined():
    code = (
        'class Fixed:\n    def copy(self):\n        raise NotImplementedError("Fixed objects do not support copying")\n'
    )

    assert part(explained(code), "meaning") == ["`Fixed.copy` does nothing but raise."]
    assert part(explained(code), "solution") == []
    assert part(explained(code.replace("Fixed objects do not support copying", "")), "meaning") == [
        "`Fixed` itself does not implement `copy`: the method does nothing but raise."
    ]


def test_object_is_not_to_be_another_one_because_a_name_is_not_there():
    code = """
class Window:
    def __init__(self, frame):
        self.frame = frame

    def NAME(self, name):
        if name not in self.frame:
            raise AttributeError(name)
"""
    assert part(explained(code.replace("NAME", "__getattr__")), "solution") == []
    assert part(explained(code.replace("NAME", "column")), "solution") != []
