"""What would keep the code from raising, and leave what is wrong as it is, is no advice."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(*tests, given="row, limit=None", message="not so"):
    lines = [f"{'    ' * depth}if {test}:\n" for depth, test in enumerate(tests, 1)]
    end = f"{'    ' * (len(tests) + 1)}raise ValueError({message!r})\n"
    return part(explained(f"def load({given}):\n{''.join(lines)}{end}"), "solution")


@pytest.mark.parametrize(
    ("tests", "worse"),
    [
        (("is_float(row) and row.is_integer()",), "is_"),
        (
            ("is_dict_like(row) and not all(is_integer(value) for value in row.values())",),
            "`is_dict_like(row)` is false",
        ),
        (("is_list_like(row) and len(row) != count()",), "is_list_like"),
        (("not is_integer(row)", "not (is_float(row) and row.is_integer())"), "is_float"),
        (("lacks(row) and not row.empty",), "row.empty"),
        (("row not in known() and row != ''",), "`''`"),
        (("row == settings.ROW and find() is None",), "something other than"),
    ],
)
def test_value_that_is_no_better_is_not_advised(tests, worse):
    assert not any(worse in text for text in solutions(*tests, message="row is not so"))


@pytest.mark.parametrize(
    ("tests", "wanted"),
    [
        (("is_scalar(row)",), "Choose `row` of `load` so that `is_scalar(row)` is false."),
        (("not is_list_like(row)",), "Choose `row` of `load` so that `is_list_like(row)` is true."),
        (("limit is not None and is_list_like(row)",), "Choose `row` of `load` so that `is_list_like(row)` is false."),
        (
            ("not is_float(row)", "not (is_integer(row) and row >= 1)"),
            "Choose `row` of `load` so that `is_integer(row)` is true and `row` is at least `1`.",
        ),
        (("row == settings.ROW",), "Set `row` of `load` to something other than `settings.ROW`."),
    ],
)
def test_value_that_is_let_through_is_advised(tests, wanted):
    assert wanted in solutions(*tests, message="row is not so")


def test_what_is_given_is_not_made_larger_where_it_does_not_go_with_another():
    tests = ("step and step < size", "other()")
    found = solutions(*tests, given="step=None, size=5", message="step does not go with it")

    assert not any("at least" in text for text in found)
    assert any("at least" in text for text in solutions("step < size", given="step, size=5", message="step"))
