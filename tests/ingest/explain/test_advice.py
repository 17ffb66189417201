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
        ("size or 10", "m > 5", "Choose `size` of `load` so that `m` is not above `5`, where `m` is {}."),
        ("size or 3", "m > 5", "Set `size` of `load` to a value of at most `5`."),
        ("size or 10", "m < 5", "Set `size` of `load` to a value of at least `5`."),
        ("size if size is not None else 10", "m > 5", "Set `size` of `load` to a value of at most `5`."),
        ("size if size else 10", "m > 5", "Choose `size` of `load` so that `m` is not above `5`, where `m` is {}."),
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


def test_condition_around_a_handler_is_no_cause_because_a_common_word_is_in_the_message():
    code = """
def load(lines, data=True):
    if data is True:
        try:
            read(lines, 1)
        except KeyError:
            raise ValueError("cannot read edge data")
"""
    assert not any("Set `data`" in text for text in solutions(code))
    assert any("Set `data`" in text for text in solutions(code.replace("edge data", "with data=True")))


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


def test_value_that_the_message_only_shows_is_not_what_it_speaks_of():
    code = """
def load(kind=None):
    if kind is not None:
        if not find():
            raise ValueError(f"gone: {kind}")
"""
    assert solutions(code) == []
    assert solutions(code.replace("gone:", "no such kind:")) == ["Leave out `kind` of `load`."]


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


RENAMED = """
class Mail:
    def send(self, app, countdown):
        self._check(countdown, "countdown")

    def _check(self, s, what):
        if s < 1:
            raise ValueError(f"{what} is out of range")
"""


def test_parameter_that_the_one_caller_takes_under_another_name_is_told_by_that():
    twice = RENAMED.replace('"countdown")', '"countdown")\n        self._check(app, "app")')

    assert solutions(RENAMED) == ["Set `countdown` of `Mail.send` to a value of at least `1`."]
    assert solutions(twice) == []
    assert solutions(RENAMED.replace("        self._check(c", "        countdown = 1\n        self._check(c")) == []
    assert solutions(RENAMED.replace("self._check(countdown", "self._check(app.conf.delay")) == [
        "Set `app.conf.delay` to a value of at least `1`."
    ]


@pytest.mark.parametrize("where", ["self.app.conf.pool", "state.app.conf.pool", "self.options.pool"])
def test_part_of_a_configuration_is_an_option_wherever_that_is(where):
    code = f"class A:\n    def load(self, state):\n        if not {where}:\n            raise ValueError('no pool')\n"

    assert solutions(code) == [f"Give a value for `{where}` that is not empty, zero or `None`."]
    assert not any("Give" in text for text in solutions(code.replace(where, "self.app.inner.pool")))


@pytest.mark.parametrize(
    ("message", "advice"),
    [
        ("Cannot heat it, please use `anvil.warm()` instead", "please use `anvil.warm()` instead"),
        ("Too hot (set max_heat to more)", "set max_heat to more"),
        ("The bar, used before, is gone", ""),
        ("No bar (use it again)", ""),
        ("Use `anvil.warm()` instead", "Use `anvil.warm()` instead"),
        ("Use of this is over", ""),
        ("Not for one, use has()", "use has()"),
        ("Two parts. To fix them run 'heat --all'", "To fix them run 'heat --all'"),
        ("Sorry, but you have to configure the\n* bar_size\n* rod_size", ""),
        ("No part; you must supply a bar_size", "you must supply a bar_size"),
        ("Use .warm(), .heat(), and .cool() for that.", "Use .warm(), .heat(), and .cool() for that."),
        ("Not for one; use == instead", "use == instead"),
        ("The bar is cold you can use .warm() for it", "you can use .warm() for it"),
        ("Set up failed for my_worker process", ""),
        ("Call to get_item() failed with status", ""),
        ("Update of user_table was rejected", ""),
        ("Set contains duplicate my_key values", ""),
        ("Use of undeclared my_name in expression", ""),
        ("Run run_id=3 already exists", ""),
        ("Bad bar, or use of my_flag failed", ""),
        ("Remove of my_bar failed", ""),
        ("No bar. Check failed for my_bar.", ""),
        ("No bar. Update of user_table was rejected.", ""),
        ("Set max_heat to a value that is lower", "Set max_heat to a value that is lower"),
        ("Use --force if it is cold", "Use --force if it is cold"),
        ("Pass an instance of my_bar", "Pass an instance of my_bar"),
        ("Try to use my_bar", "Try to use my_bar"),
        ("Upgrade to my_bar>=2", "Upgrade to my_bar>=2"),
        ("Use `x is None` as my_bar", "Use `x is None` as my_bar"),
        ("Reduce batch size of my_bar", "Reduce batch size of my_bar"),
        ("Make sure my_bar is set", "Make sure my_bar is set"),
    ],
)
def test_clause_that_tells_what_to_use_is_quoted_if_it_names_it(message, advice):
    found = solutions(f"def load():\n    raise RuntimeError({message!r})\n")

    assert found == ([f"The message advises: “{advice}”"] if advice else [])


def test_field_that_the_record_only_mends_is_still_given_by_users():
    code = """
from dataclasses import dataclass

@dataclass
class Args:
    mode: str = "r"
    def __post_init__(self):
        self.mode = self.mode.lower()
        if self.mode not in ("r", "w"):
            raise ValueError("no")

def main(args: Args):
    if args.mode == "w":
        raise ValueError("read only")
"""
    assert solutions(code) == []
    named = code.replace("read only", "no mode w")
    assert solutions(named) == ["Set `Args.mode` to something other than `'w'`."]
    assert solutions(named.replace("self.mode.lower()", "guess()")) == []


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
        "Choose `n` and `size` of `load` so that `n + size` is not above `3`."
    ]


def test_parameter_may_begin_with_an_underscore():
    code = "def url(_scheme=None):\n    if _scheme is None:\n        raise ValueError('no')\n"

    assert solutions(code) == ["Give a value for `_scheme` of `url`; it is `None`."]


def test_what_the_message_orders_by_name_comes_first():
    code = "def load(n):\n    if n < 1:\n        raise ValueError('Too few. Use `anvil.more()` first.')\n"

    assert solutions(code) == [
        "The message advises: “Use `anvil.more()` first.”",
        "Set `n` of `load` to a value of at least `1`.",
    ]
    assert solutions(code.replace("`anvil.more()`", "some more"))[0] == "Set `n` of `load` to a value of at least `1`."


def test_private_part_of_a_configuration_is_no_option():
    code = "def load(args):\n    if args._path is None:\n        raise ValueError('no')\n"

    assert solutions(code) == []
    assert solutions(code.replace("_path", "path")) == ["Give a value for `args.path`; it is `None`."]


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


BASES = """
class Mixin:
    pass

class Sorted:
    def sort(self):
        raise NotImplementedError

class Other(Mixin):
    def sort(self):
        return 1

class List(Mixin, Sorted):
    def sort(self):
        return 2

class Sparse(Mixin, Sorted):
    def sort(self):
        raise NotImplementedError("not for sparse")
"""


def test_sisters_are_those_of_the_base_that_declares_the_method():
    assert solutions(BASES) == [
        "Do without `sort` of `Sparse`, which only raises: of what derives from `Sorted`, `List` can do it."
    ]
    assert solutions(BASES.replace("sort(", "_sort(")) == []
    assert solutions(BASES.replace("Sorted", "_Sorted")) == []


@pytest.mark.parametrize(
    ("message", "advice"),
    [
        (
            "No anvil, you may need to run `pip install anvil` or try another engine: --engine slow",
            [
                "you may need to run `pip install anvil` or try another engine: --engine slow",
                "Run `pip install anvil`.",
            ],
        ),
        ("Not known, try more_bars", ["try more_bars"]),
        ("Is `bars` set? It is gone.", []),
        ("It is gone. Use one of {', '.join(bars)} instead.", []),
        ("It is gone. Use one of {bars} instead.", []),
        ("It is cold. Please use a version >= {bars.least}.", []),
        ("It is cold. Instead got: {bars}", []),
        ("Cold. Consider raising forge_heat (now {bars}).", ["Consider raising forge_heat (now …)."]),
        ("Cold. Define `{bars.name}.heat()` to be 3.", ["Define `….heat()` to be 3."]),
    ],
)
def test_what_the_message_advises_is_quoted_whole_and_is_no_question_nor_code(message, advice):
    code = f"def load(bars):\n    raise RuntimeError(f{message!r})\n".replace("\\'", "'")
    found = solutions(code)

    assert [text.removeprefix("The message advises: “").rstrip("”") for text in found] == advice


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


def test_key_of_keywords_is_told_where_only_a_condition_asks_for_it():
    code = "def heat(**more):\n    if more.get('on', None) is not None:\n        raise E('no')\n"

    assert solutions(code) == ["Leave out `on` of `heat`."]


def test_environment_variable_is_to_be_set_where_only_a_condition_asks_for_it():
    code = "import os\ndef heat():\n    if not os.environ.get('BAR'):\n        raise E('no')\n"

    assert solutions(code) == ["Set the environment variable `BAR`."]


def test_method_that_is_refused_on_purpose_is_to_be_done_without():
    code = (
        "class Bar(Rod):\n    def save_part(self):\n        raise NotImplementedError('save_part is not supported')\n"
    )

    said = "Do without `Bar.save_part`: it does nothing but raise, whatever it is given."
    assert solutions(code) == [said]
    assert solutions(code.replace("'save_part is", "'this is")) == []
    assert solutions(code.replace("def save_part", "def _save_part")) == []


SETTER = """
class Bar:
    @property
    def width(self):
        return self._width

    @width.setter
    def width(self, size):
        if size not in (2, 3):
            raise ValueError("no")
"""


def test_what_a_property_is_set_to_is_assigned_not_given():
    found = explained(SETTER)

    assert part(found, "solution") == ["Assign `2` or `3` to `Bar.width`."]
    assert not found.example_fix
    assert not found.guard_code
    (said,) = part(explained(SETTER.replace("size not in (2, 3)", "size is None")), "solution")
    assert "what is assigned to `Bar.width`" in said
    plain = SETTER.replace("    @width.setter\n", "")
    assert part(explained(plain), "solution") == ["Set `size` of `Bar.width` to `2` or `3`."]


def test_attribute_is_neither_given_to_an_object_nor_taken_from_it():
    code = """
def heat(bar, size=1):
    if not hasattr(bar, "rows") or size > 3:
        raise ValueError("no")
"""
    assert not any("attribute" in text for text in solutions(code))
    assert not any("attribute" in text for text in solutions(code.replace(" or size > 3", "")))
    assert any(
        "size" in text for text in solutions(code.replace('not hasattr(bar, "rows") or', 'hasattr(bar, "rows") and'))
    )
