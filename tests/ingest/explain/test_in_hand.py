"""Where it is not sure what users have in hand, nothing is advised."""

import pytest

from tests.ingest.explain.reading import explained, part


@pytest.mark.parametrize(
    "code",
    [
        "def f(**kwargs):\n    x = kwargs.pop('x', 1)\n    if kwargs:\n",
        "def f(**kwargs):\n    x = kwargs.pop('x', 1)\n    if len(kwargs) > 0:\n",
        "def f(name, prefix, table):\n    if name + prefix > table.last:\n",
        "class A:\n  def f(self):\n    opts = self._meta\n    if opts.abstract:\n",
        "class A:\n  def __init__(self, n=4):\n    if n % n != 0:\n",
    ],
)
def test_what_users_do_not_have_in_hand_is_not_advised_on(code):
    assert part(explained(code + "        raise ValueError('bad')\n"), "solution") == []


@pytest.mark.parametrize(
    ("given", "which"),
    [
        ("a=None, b=None", ""),
        ("a=0, b=0", " that are not empty, zero or `None`"),
        ("a: str, b: str", " that are not empty"),
    ],
)
def test_zero_and_empty_were_given_and_are_refused(given, which):
    code = f"def f({given}):\n    if not a or not b:\n        raise ValueError('bad')\n"
    assert part(explained(code), "solution") == [f"Give values for `a` and `b` of `f`{which}: both are needed."]
