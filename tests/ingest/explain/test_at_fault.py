"""Which of several things is at fault, and which is not to be changed."""

import pytest

from tests.ingest.explain.reading import explained, part


def said(code, *parts):
    result = explained(code)
    return [text for name in parts or ("trigger", "situations", "solution") for text in part(result, name)]


@pytest.mark.parametrize(
    "made",
    [
        "self.connection.ask(name)",
        "name.find()",
        "await ask(name)",
        "ask(rest, name)",
    ],
)
def test_option_beside_which_something_else_decides_is_not_to_be_checked(made):
    code = f"""
class Store:
    async def load(self, name):
        rest = self.left()
        row = {made}
        if row is None:
            raise ValueError("no row")
"""
    assert said(code, "solution") == []
    alone = ["Check `name` of `Store.load`: `row` is `None`, and `row` is `ask(name)`."]
    assert said(code.replace(made, "ask(name)"), "solution") == alone


def test_what_is_made_of_an_option_in_a_way_that_is_not_told_is_no_advice():
    code = """
def load(module, name):
    row = getattr(module, name)
    if name:
        row = call(row)
    if not isinstance(row, Row):
        raise TypeError("no row")
"""
    assert said(code, "solution") == []


def test_what_failed_on_a_part_of_an_option_is_not_the_option():
    code = """
def load(stream):
    line = stream.readline()
    try:
        name, value = line.split(":", 1)
    except ValueError:
        raise TypeError("no line")
"""
    assert said(code, "solution") == []
    given = code.replace("(stream)", "(line)").replace("    line = stream.readline()\n", "")
    assert said(given, "solution") == ["Check `line` of `load`: `line.split(':', 1)` fails with it (`ValueError`)."]


def test_value_that_is_at_fault_is_not_only_to_be_left_out():
    code = """
def load(status=None):
    if status is not None:
        code = number(status)
        if code > 599:
            raise ValueError("no status")
"""
    assert said(code, "solution") == [
        "Check `status` of `load`: `code` is above `599`, and `code` is `number(status)`."
    ]
    other = code.replace("(status=None)", "(status=None, code=0)").replace("        code = number(status)\n", "")
    assert "Leave out `status` of `load`." in said(other, "solution")


def test_nothing_is_one_of_several_things_that_may_be_given():
    code = """
def load(mode=None):
    if mode == "r":
        start()
    elif isinstance(mode, (int, list)):
        start()
    elif mode is not None:
        raise ValueError("bad mode")
"""
    assert said(code, "solution") == ["Give `None`, `'r'` or an instance of `int` or `list` as `mode` of `load`."]
    unknown = code.replace('== "r"', "in modes()")
    assert said(code.replace('== "r"', "== other()"), "solution")[0].startswith("Give `None` or an instance")
    assert said(unknown, "solution")[0].startswith("Give `None` or an instance")


def test_condition_after_which_the_code_raises_anyway_is_no_remedy():
    code = """
def load(name=None):
    if _STATE.is_bad:
        if name:
            raise ValueError(f"{name} is bad")
"""
    assert said(code, "solution") == ["Leave out `name` of `load`."]
    assert said(f"{code}        raise\n", "solution") == []
    assert said(f"{code}        start()\n        raise\n", "solution") == ["Leave out `name` of `load`."]


def test_other_side_of_a_comparison_may_be_at_fault_as_well():
    code = """
def check(text, places):
    found = count(text)
    if found > places:
        raise ValueError("too many")
"""
    wanted = "Check `text` and `places` of `check`: `found` is above `places`, and `found` is `count(text)`."
    assert said(code, "solution") == [wanted]


@pytest.mark.parametrize("handled", ["AttributeError", "(AttributeError, KeyError)"])
def test_attribute_that_a_module_may_lack_is_not_the_callers_fault(handled):
    code = f"""
try:
    import grp
except ImportError:
    grp = None

def find(name):
    try:
        return grp.getgrnam(name)
    except {handled}:
        raise ValueError("no group")
"""
    assert said(code, "solution") == []
    alone = said(code.replace(handled, "KeyError"), "solution")
    assert alone == ["Check `name` of `find`: `grp.getgrnam(name)` fails with it (`KeyError`)."]
