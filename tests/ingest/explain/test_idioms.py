"""What Python writes in a roundabout way is told plainly, and never says more than it does."""

import pytest

from ingest.explain.conditions import atoms, opposite, worded

BOTH = "`a` and `b` are both `None` or both not `None`"
ONE = "one of `a` and `b` is `None` and the other is not"


@pytest.mark.parametrize(
    ("guard", "told", "otherwise"),
    [
        ("(a is None) ^ (b is not None)", BOTH, ONE),
        ("(a is None) ^ (b is None)", ONE, BOTH),
        ("(a is None) == (b is None)", BOTH, ONE),
        ("(a is None) != (b is None)", ONE, BOTH),
        ("(a is None) is not (b is not None)", BOTH, ONE),
        ("0 <= n <= 1", "`n` is in the range from `0` to `1`", "`n` is not in the range from `0` to `1`"),
        ("m >= n >= 0", "`n` is in the range from `0` to `m`", "`n` is not in the range from `0` to `m`"),
        ("getattr(x, 'a', None) is None", "`x.a` is missing or `None`", "`x.a` is not `None`"),
        ("getattr(x, 'a', None) == 'b'", "`x.a` is `'b'`", "`x.a` is missing or anything but `'b'`"),
        ("getattr(x, 'a', False)", "`x.a` is truthy", "`x.a` is missing or falsy"),
        ("row.is_open", "`row.is_open` is true", "`row.is_open` is false"),
    ],
)
def test_condition_is_told_as_what_it_says(guard, told, otherwise):
    (atom,) = atoms(guard)

    assert (worded(atom), worded(opposite(atom))) == (told, otherwise)


@pytest.mark.parametrize(
    "guard",
    [
        "a ^ (b is None)",
        "(a is None) ^ (a is not None)",
        "0 < n <= 1",
        "getattr(x, name, None) is None",
        "getattr(x, 'a', 1) > 2",
        "getattr(x, 'a', True)",
    ],
)
def test_what_only_looks_alike_is_left_as_it_is_written(guard):
    (atom,) = atoms(guard)

    assert guard.partition(" is ")[0].partition(" > ")[0] in worded(atom)
