"""What a name is said to be where the code binds it more than once, on some paths, or to nothing that is known."""

import pytest

from ingest.explain.scope import scope_of
from ingest.explain.trees import parsed
from tests.ingest.explain.reading import explained, part


def said(code, *parts):
    result = explained(code)
    return [text for name in parts or ("trigger", "situations", "solution") for text in part(result, name)]


@pytest.mark.parametrize(
    "code",
    [
        """
def fill(value):
    if isinstance(value, dict):
        raise TypeError("no dicts")
    value = unbox(value)
    return value
""",
        """
def fill(value):
    if callable(value):
        value = unbox(value)
    elif isinstance(value, dict):
        raise TypeError("no dicts")
    return value
""",
        """
def fill(value):
    if callable(value):
        value = unbox(value)
        return value
    if isinstance(value, dict):
        raise TypeError("no dicts")
""",
    ],
    ids=["below", "other branch", "branch that returns"],
)
def test_what_is_bound_elsewhere_does_not_hold_at_the_statement(code):
    assert said(code, "solution") == [
        "Pass something other than a `dict` as `value` of `fill`.",
    ]
    assert not any("unbox" in text for text in said(code))


def test_what_is_bound_below_counts_when_a_loop_leads_back():
    code = """
def fill(value, steps):
    for step in steps:
        if value > 3:
            raise ValueError("too much")
        value = step + value
"""
    assert "Set `value` of `fill` to a value of at most `3`." not in said(code)


def test_parameter_that_was_replaced_is_nothing_to_turn():
    code = """
def load(mode):
    mode = guess()
    if mode != "r":
        raise ValueError("read only")
"""
    assert said(code, "solution") == []
    assert said(code.replace("guess()", "guess(mode)"), "solution") == [
        "Check `mode` of `load`: `mode` is anything but `'r'`, and `mode` is `guess(mode)`."
    ]


def test_value_that_is_bound_on_one_path_only_is_not_said_to_be_it():
    code = """
def load(mode, quick):
    if quick:
        mode = guess(mode)
    if mode != "r":
        raise ValueError("read only")
"""
    assert not any("is `guess(mode)`" in text or "gives" in text for text in said(code))


def test_class_of_a_variable_is_unknown_if_one_branch_tells_none():
    code = """
from dataclasses import dataclass

@dataclass
class Args:
    stage: str = "a"

def main(quick):
    if quick:
        args = read()
    else:
        args = Args()
    if args.stage != "a":
        raise ValueError("one stage")
"""
    assert not any("Args" in text for text in said(code))
    assert any("`Args.stage`" in text for text in said(code.replace("read()", "Args()")))


def test_value_of_an_assignment_that_failed_or_was_passed_over_is_not_said_to_be_it():
    code = """
def forms(most=None, bound=None):
    if most is None:
        most = MOST
    if most > bound:
        raise ValueError("too many")
"""
    assert "`most` is `MOST`." not in said(code)


def test_name_that_is_a_constant_on_one_path_is_not_made_of_an_option():
    code = """
def confirm(default=False):
    if ask() == "y":
        answer = True
    else:
        answer = default
    if not answer:
        raise ValueError("no")
"""
    once = code.replace("= default", "= not default")

    assert said(code, "solution") == said(once, "solution") == []
    assert said(once.replace("    else:\n    ", "").replace("        answer = True", "        pass"), "solution") == [
        "Choose `default` of `confirm` so that `answer` is truthy, where `answer` is `not default`."
    ]


@pytest.mark.parametrize(
    "code",
    [
        """
def load(n, k):
    if n == 3:
        n = k + 1
        raise ValueError("no")
""",
        """
def load(n):
    if n > 3:
        n = n - 1
        raise ValueError(f"too much: {n}")
""",
        """
class Engine:
    def __init__(self, n):
        self.n = n

    def load(self, k):
        if self.n == 3:
            self.n = k + 1
            raise ValueError("no")
""",
        """
def load(n, k):
    for _ in range(k):
        if step(k):
            return n
    k = n + 1
    raise ValueError("no end")
""",
    ],
    ids=["another value", "its own value", "attribute", "rounds of a loop"],
)
def test_what_is_bound_between_the_test_and_the_statement_is_not_what_was_tested(code):
    unchanged = "\n".join(line for line in code.split("\n") if not line.endswith(" 1"))

    assert said(code, "solution") == []
    assert said(unchanged, "solution") != []


def test_name_that_is_bound_anew_is_not_said_to_be_the_parameter():
    code = """
def load(mode=None, quick=True):
    mode = find(mode, quick)
    if mode == 1:
        raise ValueError("no")
"""
    assert said(code, "trigger") == [
        "Only when `mode` is `1`.",
        "`mode` is `find(mode, quick)`.",
    ]


def test_what_only_tells_a_type_checker_something_is_no_call():
    code = "def load(mode):\n    kind = cast(str, mode)\n    if kind == 'x':\n        raise ValueError('no')\n"

    made = "`kind` is what `made(str, mode)` gives."
    assert made.replace("made(", "cast(") not in said(code, "trigger")
    assert made in said(code.replace("cast(", "made("), "trigger")


def test_what_an_inner_function_binds_is_bound():
    code = """
def localize(start, zone=None):
    def choose():
        nonlocal zone
        zone = guess(start)
    choose()
    if zone is None:
        raise ValueError("no zone")
"""
    assert explained(code).options == ()
    assert said(code) == ["Only when `zone` is `None`."]


def test_of_a_name_that_is_bound_very_often_any_binding_may_be_in_force():
    def bound(times):
        (function,) = parsed("def load(size):\n" + "    size = find(size)\n" * times + "    return size\n").body
        return len(scope_of(function).at(times + 2, times + 3).bound("size"))

    assert bound(50) == 1
    assert bound(500) == 500


def test_name_that_is_only_cast_is_still_what_was_given():
    code = """
def fill(parts):
    parts = cast("Sequence", parts)
    if len(parts) != 1:
        raise ValueError("one")
"""

    assert said(code, "solution") == ["Choose `parts` of `fill` so that `len(parts)` is `1`."]
    other = code.replace("parts = cast", "items = cast").replace("len(parts)", "len(items)")
    assert said(other, "solution") == []


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("not all(\n        row > 3\n        for row in rows\n    )", "`all(row > 3 for row in rows)` is false"),
        (
            "any([\n        row\n        for line in rows\n        for row in line\n    ])",
            "`any([row for line in rows for row in line])` is true",
        ),
    ],
)
def test_what_a_comprehension_binds_is_its_own_on_however_many_lines(test, said):
    code = f"def load(rows):\n    if {test}:\n        raise ValueError('no')\n"

    told = [text for text in part(explained(code), "meaning") if said in text or "anew" in text]
    assert told
    assert not any("anew" in text for text in told)
    assert part(explained(code), "solution")


def test_name_that_a_comprehension_shares_with_the_function_may_be_set_anew():
    code = """
def load(rows, row):
    if row > 3 and all(row for row in rows):
        row = fetch()
        raise ValueError("no")
"""
    assert any("anew" in text for text in part(explained(code), "meaning"))
