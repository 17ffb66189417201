"""What Python writes in a roundabout way is told plainly, and never says more than it does."""

import re

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
        ("getattr(x, 'a', 0) == False", "`x.a` is missing or `False`", "`x.a` is not `False`"),
        ("getattr(x, 'a', 0) is False", "`x.a` is `False`", "`x.a` is missing or anything but `False`"),
        ("int(a is None) + int(b is None) != 1", BOTH, "exactly one of `a` and `b` is given (not `None`)"),
        (
            "sum(x is not None for x in (a, b, c)) != 1",
            "not exactly one of `a`, `b` and `c` is given (not `None`)",
            "exactly one of `a`, `b` and `c` is given (not `None`)",
        ),
        (
            "[a, b, c].count(None) < 2",
            "more than one of `a`, `b` and `c` is given (not `None`)",
            "at most one of `a`, `b` and `c` is given (not `None`)",
        ),
        (
            "sum([a is None, b is None, c is None]) == 3",
            "none of `a`, `b` and `c` is given (not `None`)",
            "at least one of `a`, `b` and `c` is given (not `None`)",
        ),
        ("PATTERN.match(x)", "`x` matches `PATTERN`", "`x` does not match `PATTERN`"),
        ("not self.name_re.match(x)", "`x` does not match `self.name_re`", "`x` matches `self.name_re`"),
        ("NAME.search(x)", "something in `x` matches `NAME`", "nothing in `x` matches `NAME`"),
        ("len(x) != len(set(x))", "`x` holds something twice", "`x` holds nothing twice"),
        ("len(set(x)) < len(x)", "`x` holds something twice", "`x` holds nothing twice"),
        ("len(set(x)) == len(x)", "`x` holds nothing twice", "`x` holds something twice"),
        ("n % m", "`n` is not divisible by `m`", "`n` is divisible by `m`"),
        ("n % m != 0", "`n` is not divisible by `m`", "`n` is divisible by `m`"),
        ("x % 1 != 0", "`x` is not a whole number", "`x` is a whole number"),
        (
            "sum(x is None for x in (a, b)) > 0",
            "at most one of `a` and `b` is given (not `None`)",
            "both of `a` and `b` are given (not `None`)",
        ),
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
        "self.scanner.match(x)",
        "len(x) != len(set(y))",
        "int(a is None) + int(a is None) != 1",
        "int(a is None) + int(b is not None) != 1",
        "sum(x is not None for x in rows) != 1",
        "int(a is None) + int(b is None) != n",
        "'%s' % n == 0",
        "n % m == False",
        "text % 'a' == 0",
    ],
)
def test_what_only_looks_alike_is_left_as_it_is_written(guard):
    (atom,) = atoms(guard)

    assert re.split(r" (?:is|>|!=|==) ", guard)[0] in worded(atom)
