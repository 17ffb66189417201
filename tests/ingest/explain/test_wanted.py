"""What somebody asked for is not to be taken back only because that would keep the code from raising."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


def raising(parameters, *conditions, message="no"):
    lines = [f"{'    ' * depth}if {text}:" for depth, text in enumerate(conditions, 1)]
    head = "\n".join((f"def load({parameters}):", *lines))
    return f"{head}\n{'    ' * (len(conditions) + 1)}raise ValueError({message!r})\n"


def test_value_comes_before_leaving_the_option_out():
    code = raising("bars, root=None", "root is not None and root not in bars")

    assert solutions(code) == [
        "Set `root` of `load` to something that is in `bars`.",
        "Or leave out `root` of `load`.",
    ]


def test_option_of_which_only_a_part_matters_is_not_to_be_left_out():
    code = raising("root=None", "root is not None and 'depth' in root and root['depth'] < 1")

    assert not any("leave out" in text.lower() for text in solutions(code))


def test_option_is_not_to_be_left_out_where_that_raises_something_else():
    code = raising("root=None", "root is not None")
    before = code.replace(":\n", ":\n    if root is None:\n        raise TypeError('none')\n", 1)

    assert solutions(code) == ["Leave out `root` of `load`."]
    assert not any("eave out" in text for text in solutions(before))


def test_value_that_somebody_chose_gives_way_to_others_only_if_they_are_known():
    code = raising("mode='w'", "mode == 'a'")
    result = explained(code)

    assert (part(result, "solution"), result.example_fix) == ([], "")
    assert result.guard_code == "# in front of load(..., mode=mode)\nassert mode != 'a'"
    assert solutions(code.replace("mode='w'", "mode: Literal['a', 'w', 'x'] = 'w'")) == [
        "Beside `'a'`, `mode` of `load` accepts `'w'` or `'x'`."
    ]
    assert solutions(raising("mode='w'", "mode == 'a'", message="mode is wrong")) == [
        "Set `mode` of `load` to something other than `'a'`."
    ]


def test_of_several_conditions_the_one_that_the_message_speaks_of_is_told():
    told = raising("a_part=None, name=None", "a_part is not None and find(name)", message="a part is too much")

    assert solutions(told) == ["Leave out `a_part` of `load`."]
    assert solutions(told.replace("a part", "this")) == ["Choose `name` of `load` so that `find(name)` is falsy."]


def test_options_that_exclude_one_another_are_told_as_alternatives():
    code = raising("name=None, names=None", "name is not None and names is not None")

    assert solutions(code) == ["Leave out `name` or `names` of `load`: they are refused together."]


@pytest.mark.parametrize("name", ["visit_Name", "generic_visit"])
def test_what_a_visitor_is_called_with_is_nothing_to_choose(name):
    code = "class A:\n    def load(self, n):\n        if n < 1:\n            raise ValueError('no')\n"

    assert solutions(code) == ["Set `n` of `A.load` to a value of at least `1`."]
    assert solutions(code.replace("load", name)) == []


def test_assertion_tells_what_to_give_only_if_it_speaks_of_it():
    code = "def load(part):\n    assert part > 0, 'part has to be more'\n"

    assert solutions(code) == ["Set `part` of `load` to a value above `0`."]
    assert solutions(code.replace("part has", "it has")) == []
    assert solutions(code.replace("load", "assert_more")) == []


def test_one_of_several_that_a_message_refuses_is_that_option():
    code = "def heat(audios=None):\n    if audios:\n        raise E('no audio here')\n"

    assert part(explained(code), "solution") == ["Leave out `audios` of `heat`."]
