"""Which side of a condition to change: what is set as such, not what an object tells of itself."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(code):
    return part(explained(code), "solution")


def test_what_an_object_tells_of_itself_is_no_bound_to_raise():
    code = """
def share(anvil_args, bar_args):
    if bar_args.length * bar_args.width > anvil_args.room:
        raise ValueError("too large")
"""
    assert solutions(code) == [
        "Lower `bar_args.length` or `bar_args.width`: `bar_args.length * bar_args.width` is above `anvil_args.room`."
    ]
    assert not any(
        "Raise" in text for text in solutions(code.replace("bar_args.length * bar_args.width", "STATE.length"))
    )


@pytest.mark.parametrize(
    ("size", "is_said"),
    [
        ("2 * (bar_args.length + bar_args.width)", True),
        ("-bar_args.length + bar_args.width", False),
        ("bar_args.length * -1", False),
        ("bar_args.length * 0 + 1", False),
        ("bar_args.length + abs(bar_args.width)", False),
        ("bar_args.length + (bar_args.width if bar_args.width else 1)", False),
        ("bar_args.length + bar_args.rows[0]", False),
    ],
)
def test_only_what_makes_a_sum_or_product_grow_is_to_be_lowered(size, is_said):
    code = f"""
def share(anvil_args, bar_args):
    if {size} > anvil_args.room:
        raise ValueError("too large")
"""
    assert any(text.startswith("Lower") for text in solutions(code)) is is_said


def test_bound_that_is_given_as_such_may_be_raised():
    code = """
def share(room):
    if len(STATE.rows) > room:
        raise ValueError("too large")
"""
    assert solutions(code) == ["Raise `room` of `share`: `len(STATE.rows)` is above `room`."]


def test_option_beside_parts_of_an_object_is_what_to_change():
    code = """
def place(found, sizes=None):
    if len(found.rows) != len(sizes):
        raise ValueError("no")
"""
    assert solutions(code) == ["Choose `sizes` of `place` so that `len(found.rows)` equals `len(sizes)`."]


def test_one_of_several_values_is_not_told_as_the_one_that_the_message_means():
    code = """
def split(model, size):
    try:
        heads = model.config.heads
    except AttributeError:
        heads = model.config.text.heads
    assert heads % size == 0, "heads must be divisible by size"
"""
    assert solutions(code) == ["Set `size` of `split` to a number that divides `heads`."]


def test_function_within_a_condition_is_nothing_to_choose_values_by():
    code = """
def check(rows):
    if not all(map(lambda row: row > 0, rows)):
        raise ValueError("no")
"""
    assert solutions(code) == []


def test_what_other_packages_give_is_nothing_that_options_decide():
    code = """
from forge import fetch

def check(link):
    reply = fetch(link)
    if not reply.is_good:
        raise ValueError("no")
"""
    assert solutions(code) == []


def test_of_two_numbers_that_may_be_chosen_none_is_told_as_the_one():
    code = """
def split(heads, size):
    if heads % size != 0:
        raise ValueError("no")
"""
    assert solutions(code) == ["Choose `heads` and `size` of `split` so that `heads` is divisible by `size`."]
    assert solutions(code.replace("heads %", "STATE.heads %")) == [
        "Set `size` of `split` to a number that divides `STATE.heads`."
    ]
    assert solutions(code.replace("% size", "% STATE.size")) == [
        "Set `heads` of `split` to a multiple of `STATE.size`."
    ]
    assert solutions(code.replace("% size", "% 2")) == [
        "Choose `heads` of `split` so that `heads` is divisible by `2`."
    ]


def test_attribute_that_the_object_lacks_is_set_by_a_method():
    code = """
class Reply:
    def body(self):
        if not hasattr(self, "_body"):
            raise RuntimeError("not read")

    def read(self):
        self._body = b""
"""
    assert solutions(code) == ["Make sure that `Reply.read` was called before: it sets `self._body`."]
    assert solutions(code.replace("def read", "def _read")) == []


def test_option_that_only_led_to_what_is_made_of_it_is_not_to_be_left_out():
    code = """
def wrap(callback=None):
    if not callback:
        return None
    names = list(parameters(callback))
    if names:
        raise ValueError("too many callback parameters")
"""
    assert "Leave out `callback` of `wrap`." not in solutions(code)


@pytest.mark.parametrize(
    ("message", "is_left_out"),
    [
        ("If `crossed` is passed, the bar has to be made with `config.cross=True`", False),
        ("`config.cross` must be set when crossed is given", False),
        ("crossed must not be given", True),
        ("Nothing can be crossed here", True),
    ],
)
def test_what_an_option_needs_beside_it_is_no_reason_to_leave_it_out(message, is_left_out):
    code = f"""
def draw(bar, crossed=None):
    if crossed is not None:
        raise ValueError({message!r})
"""
    assert ("Leave out `crossed` of `draw`." in solutions(code)) is is_left_out


def test_switch_is_turned_to_its_other_value():
    code = """
def draw(straight=False, scale=None):
    if scale is not None and straight is False:
        raise ValueError("straight should be True if scale is given")
"""
    assert solutions(code) == ["Set `straight` of `draw` to `True`."]
