"""Advice names what users can turn, and nothing that only the project can."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


MADE = """
def load(name, size=1):
    app = find(name)
    if app is None:
        raise ValueError("no app")
"""


def test_value_that_other_code_gives_tells_what_it_was_given_not_what_that_has_to_be():
    wanted = "Check `name` of `load`: `app` is `None`, and `app` is `find(name)`."
    method = MADE.replace("app is None", "app.is_closed()")

    assert solutions(MADE) == [wanted]
    assert solutions(method) == [wanted.replace("`app` is `None`", "`app.is_closed()` is true")]
    assert solutions(MADE.replace("find(name)", "find(name, size)")) == [
        "Check `name` and `size` of `load`: `app` is `None`, and `app` is `find(name, size)`."
    ]


def test_part_of_an_object_that_has_a_name_of_its_own_is_told_with_where_it_comes_from():
    assert solutions(MADE.replace("find(name)", "name.parts")) == [
        "Give `load` as `name` an object for which `app` is not `None`, where `app` is `name.parts`."
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def load", "def _load"),
        ("find(name)", "find(STATE)"),
        ("def load(name, size=1):", "def wrap(f):\n  def load(name):"),
        ("def load(", "def __getattr__("),
    ],
    ids=["private function", "no option", "inner function", "called by Python"],
)
def test_what_users_do_not_give_is_not_to_be_checked(old, new):
    assert old in MADE
    assert not any("name" in text for text in solutions(MADE.replace(old, new)))


def test_option_that_stands_in_for_a_value_is_set_itself():
    code = "def load(mode=None):\n    mode = mode or 'x'\n    if mode not in ('r', 'w'):\n        raise E('no')\n"

    assert solutions(code) == ["Set `mode` of `load` to `'r'` or `'w'`."]
    assert solutions(code.replace("mode or 'x'", "mode if mode is not None else guess()")) == solutions(code)


@pytest.mark.parametrize(
    ("made", "condition", "wanted"),
    [
        ("size or 10", "m > 5", "Choose `size` of `load` so that `m` is at most `5`, where `m` is {}."),
        ("size or 3", "m > 5", "Set `size` of `load` to a value of at most `5`."),
        ("size or 10", "m < 5", "Set `size` of `load` to a value of at least `5`."),
        ("size if size is not None else 10", "m > 5", "Set `size` of `load` to a value of at most `5`."),
        ("size if size else 10", "m > 5", "Choose `size` of `load` so that `m` is at most `5`, where `m` is {}."),
        ("size or 10", "m == 10", "Choose `size` of `load` so that `m` is anything but `10`, where `m` is {}."),
    ],
)
def test_value_that_something_stands_in_for_where_it_is_falsy_is_not_set_to_what_is_refused(made, condition, wanted):
    code = f"def load(size=0):\n    m = {made}\n    if {condition}:\n        raise E('no')\n"

    assert solutions(code) == [wanted.format(f"`{made}`")]


def test_container_that_the_function_has_made_is_nothing_to_look_into():
    code = """
def load(name, known):
    made = make(known)
    try:
        return made[name]
    except KeyError:
        raise ValueError("no") from None
"""
    assert solutions(code) == []
    assert solutions(code.replace("made[name]", "known[name]")) == [
        "Choose `name` of `load` so that `known[name]` exists: there was a `KeyError`."
    ]


def test_switch_that_only_keeps_it_quiet_is_not_told_unless_the_message_names_it():
    code = """
def load(name, silent=False):
    if not name:
        if not silent:
            raise ValueError("No name. Set the name to one.")
    return name
"""
    assert solutions(code)[-1].startswith("The message advises")
    assert solutions(code.replace("No name", "Not silent"))[0] == "Set `silent` of `load` to `True`."


def test_any_of_several_options_that_would_do_is_told():
    code = """
def load(path=None, args=None):
    place = path or args.path
    if not place:
        raise ValueError("no place")
"""
    assert solutions(code) == [
        "Give a value for `path` of `load` or `args.path`: `place` is falsy, where `place` is `path or args.path`."
    ]


def test_bound_that_something_has_gone_beyond_is_to_be_moved():
    code = """
def wait(timeout):
    while step():
        if clock() >= timeout:
            raise TimeoutError("too slow")
"""
    assert solutions(code) == ["Raise `timeout` of `wait`: `clock()` is at least `timeout`."]
    assert solutions(code.replace(">=", "<")) == ["Lower `timeout` of `wait`: `clock()` is below `timeout`."]


@pytest.mark.parametrize("made", ["_known(STATE)", "first(STATE)[0]._names"])
def test_values_that_users_cannot_look_up_are_not_referred_to(made):
    code = f"def load(mode):\n    known = {made}\n    if mode not in known:\n        raise E('no')\n"

    assert solutions(code) == []
    assert solutions(code.replace("(mode)", "(mode, known)").replace(f"    known = {made}\n", "")) == [
        "Set `mode` of `load` to something that is in `known`."
    ]


@pytest.mark.parametrize(
    "condition", ["part.pool.start()", "part.pool.size < 1", "part._size < 1", "part.__doc__ is None"]
)
def test_what_a_given_object_keeps_to_itself_or_does_is_nothing_to_choose_it_by(condition):
    code = f"def load(part):\n    if {condition}:\n        raise E('no')\n"

    assert solutions(code) == []


def test_values_of_a_constant_are_listed_and_tried_like_those_that_stand_in_the_condition():
    code = "MODES = ('r', 'w')\n\n\ndef load(mode='r'):\n    if mode not in MODES:\n        raise ValueError('no')\n"
    result = explained(code)

    assert part(result, "solution") == ["Set `mode` of `load` to `'r'` or `'w'`."]
    assert result.example_fix == "# before\nload(..., mode='other')\n\n# after\nload(..., mode='r')"
    assert result.guard_code == "# in front of load(..., mode=mode)\nassert mode in ('r', 'w')"
    assert solutions(code.replace("('r', 'w')", "tuple(found())")) == [
        "Set `mode` of `load` to something that is in `MODES`."
    ]


def test_guard_and_example_need_that_nothing_else_ends_the_function_before():
    code = """
def load(n):
    for item in found():
        if item:
            return 1
    if n < 1:
        raise ValueError("no")
"""
    result = explained(code)

    assert part(result, "solution") == ["Set `n` of `load` to a value of at least `1`."]
    assert (result.example_fix, result.guard_code) == ("", "")


def test_key_that_is_not_there_is_to_be_checked_wherever_it_is_looked_up():
    code = """
class Graph:
    def near(self, n):
        try:
            return iter(self._next[n])
        except KeyError as error:
            raise ValueError("no such node") from error
"""
    assert solutions(code) == ["Check `n` of `Graph.near`: `iter(self._next[n])` fails with it (`KeyError`)."]
    assert solutions(code.replace("[n]", "[self.n]")) == solutions(code.replace("KeyError", "Exception")) == []


def test_object_is_to_be_another_one_where_several_parts_of_it_are_asked_for():
    code = "def load(G):\n    if len(G.edges) < 2:\n        raise ValueError('too few')\n"

    assert solutions(code) == ["Give `load` as `G` something for which `len(G.edges)` is at least `2`."]
    assert solutions(code.replace("G.edges", "G._edges")) == []


def test_item_of_several_is_told_once_and_never_by_another_variable():
    code = """
def load(samples):
    for sample in samples:
        if not ("a" in sample and "b" in sample):
            raise ValueError("no")
"""
    assert solutions(code) == [
        "Give `samples` of `load` only items `sample` for which `'a'` is in `sample` and `'b'` is in `sample`."
    ]
    assert (
        solutions(code.replace('"b" in sample', "other in sample").replace("    for", "    other = f()\n    for")) == []
    )


def test_variable_of_the_function_is_nothing_to_choose_an_option_by():
    code = "def load(n):\n    size = count()\n    if n + size > 3:\n        raise ValueError('no')\n"

    assert solutions(code) == []
    assert solutions(code.replace("    size = count()\n", "").replace("(n)", "(n, size)")) == [
        "Choose `n` and `size` of `load` so that `n + size` is at most `3`."
    ]


def test_members_that_are_compared_one_after_the_other_are_all_told():
    code = """
def load(args):
    if args.engine == Engine.FAST:
        return 1
    elif args.engine == Engine.SLOW:
        return 2
    raise ValueError("no")
"""
    assert solutions(code) == ["Set `args.engine` to `Engine.FAST` or `Engine.SLOW`."]


def test_switch_that_only_keeps_the_error_away_is_told_with_what_is_returned_for_it():
    code = """
def load(path, silent=False):
    row = find(path)
    if not row:
        if silent:
            return None
        raise ValueError("no row")
"""
    assert solutions(code)[-1] == "To get `None` instead of the error, set `silent` of `load` to `True`."
    assert not any(
        "silent" in text for text in solutions(code.replace("return None", "log(path)\n            return 1"))
    )
    named = code.replace('"no row"', '"no row, and silent is off"')
    assert "Set `silent` of `load` to `True`." in solutions(named)
    returned = code.replace("if silent:\n            return None\n        raise", "if silent:\n            raise")
    assert solutions(f"{returned}        return row\n".replace('("no row")\n ', '("no row")\n ')) == [
        "To get `row` instead of the error, set `silent` of `load` to `False`."
    ]
