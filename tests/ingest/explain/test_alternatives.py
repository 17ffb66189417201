"""Where either of several conditions will do for an error, each is told with what to set if it is that one."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = """
def heat(size, rate=None):
    other = _STATE.right
    if {}:
        raise ValueError("no")
"""


def solutions(condition):
    return part(explained(CODE.format(condition)), "solution")


def test_each_condition_is_told_with_its_own_remedy():
    assert solutions("not isinstance(size, int) or rate is None or other.is_open") == [
        "If `size` is not an `int`: pass an `int` as `size` of `heat`.",
        "If `rate` is `None`: give a value for `rate` of `heat`.",
    ]


def test_of_what_is_not_known_nothing_is_told():
    assert solutions("other.is_open or rate not in ('a', 'b')") == [
        "If `rate` is neither `'a'` nor `'b'`: set `rate` of `heat` to `'a'` or `'b'`."
    ]


@pytest.mark.parametrize(
    "condition",
    ["(other.is_open or rate is None) and size", "rate._kind is None or other.is_open", "rate or other.is_open"],
)
def test_nothing_is_told_where_more_decides_or_what_was_asked_for_would_go(condition):
    assert not any(text.startswith("If ") for text in solutions(condition))


def test_what_other_cases_left_over_lacks_nothing():
    code = "def heat(size):\n    if size.kind == 'a' and size.rate > 3:\n        return 1\n    raise ValueError('no')\n"

    assert not any(text.startswith("If ") for text in part(explained(code), "solution"))
