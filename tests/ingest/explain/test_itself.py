"""A method that its object's own state refuses: where to call it, by what users can ask the object."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = """
class Bar:
    def heat(self, size):
        if self.closed:
            raise RuntimeError("too late")
"""


def solutions(old="", new=""):
    assert old in CODE
    return part(explained(CODE.replace(old, new)), "solution")


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("self.closed", "Call `Bar.heat` only where its `closed` is falsy."),
        ("not self.parts.ready", "Call `Bar.heat` only where its `parts.ready` is truthy."),
        ("not self.is_open()", "Call `Bar.heat` only where its `is_open()` is true."),
        ("self.count > self.limit", "Call `Bar.heat` only where its `count` is at most `limit`."),
    ],
)
def test_method_is_to_be_called_where_the_object_is_as_it_has_to_be(condition, said):
    assert solutions("self.closed", condition) == [said]


def test_property_is_to_be_read():
    code = "    @property\n    def heat(self)"

    assert solutions("    def heat(self, size)", code) == ["Read `Bar.heat` only where its `closed` is falsy."]


def test_methods_that_call_a_private_one_are_to_be_called():
    code = "    def warm(self):\n        self._heat()\n\n    def _heat(self)"

    assert solutions("    def heat(self, size)", code) == ["Call `Bar.warm` only where its `closed` is falsy."]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("self.closed", "self._closed"),
        ("self.closed", "self.closed and self.open"),
        ("self.closed", "check(self.closed)"),
        ("self.closed", "self.holds(3)"),
        ("if self.closed", "if self.kind == 1:\n            return\n        if self.kind not in (2, 3)"),
        ("if self.closed", "if not size:\n            return\n        if self.closed"),
        ("if self.closed", "self.closed = find()\n        if self.closed"),
        ("class Bar", "class _Bar"),
        ("def heat", "def __len__"),
        ("def heat", "def check_heat"),
    ],
    ids=[
        "private",
        "several",
        "call",
        "given",
        "other kind",
        "argument",
        "set here",
        "private class",
        "by Python",
        "check",
    ],
)
def test_nothing_is_told_of_what_users_cannot_see_or_what_else_decides(old, new):
    assert not any("only where" in text for text in solutions(old, new))


def test_check_that_raises_as_well_is_no_way_round():
    found = solutions(
        "        if self.closed", "        if not self.parts:\n            raise KeyError()\n        if self.closed"
    )

    assert found == ["Call `Bar.heat` only where its `closed` is falsy."]


def test_function_that_only_calls_its_parameter_self_is_no_method():
    code = "def heat(self):\n    if self.closed:\n        raise RuntimeError('too late')\n"

    assert not any("only where" in text for text in part(explained(code), "solution"))


WARM = "    def warm(self):\n        pass\n        self._heat()\n\n    def _heat(self)"
TESTED = "        if self.closed"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("        if self.closed", "        self._load()\n        if self.closed"),
        ("        if self.closed", "        super().heat(size)\n        if self.closed"),
        ("        if self.closed", "        warm(self)\n        if self.closed"),
        ("        if self.closed", "        self.parts = size\n        if self.closed"),
        ("        if self.closed", "        while size:\n            if size.last:\n                return\n" + TESTED),
        ("    def heat(self, size)", WARM.replace("pass", "self._load()")),
        ("    def heat(self, size)", WARM.replace("pass", "self.closed = 0")),
    ],
    ids=["loads", "asks its base", "hands itself over", "sets", "returns before", "caller loads", "caller sets"],
)  # fmt: skip
def test_object_that_may_have_changed_by_then_or_that_gets_by_is_told_nothing(old, new):
    assert not any("only where" in text for text in solutions(old, new))


def test_what_is_called_once_the_condition_is_tested_changes_nothing():
    code = CODE.replace('too late")\n', 'too late")\n        self._load()\n')

    assert part(explained(code), "solution") == ["Call `Bar.heat` only where its `closed` is falsy."]
