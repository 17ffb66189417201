"""What the static explainer says of made-up code, and what it leaves unsaid."""

from tests.ingest.explain.reading import beyond_meaning, explained, part


def trigger(code, **kwargs):
    return beyond_meaning(explained(code, **kwargs))


def meaning(code, **kwargs):
    return " ".join(part(explained(code, **kwargs), "meaning"))


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


POPPED = """
class Engine:
    def _run(self, options):
        count = options.pop("count", 1)
        if count != 1:
            raise NotImplementedError("one at a time")
"""


def test_key_of_a_dict_is_an_option_with_its_default():
    assert trigger(POPPED) == [
        "`count` is taken from `options`; it is `1` if it is not given.",
    ]
    assert solutions(POPPED) == ["Set `count` in `options` to `1`, or leave it out: `1` is its default."]
    assert explained(POPPED).example_fix == ""
    assert explained(POPPED.replace("_run", "run")).example_fix == (
        '# before\nEngine.run(..., options={"count": 2})\n\n# after\nEngine.run(..., options={"count": 1})'
    )


def test_name_that_is_bound_anew_is_what_it_is_made_of():
    code = """
def load(mode=None):
    mode = mode or guess()
    if mode != "r":
        raise ValueError("read only")
"""
    twice = code.replace("    if mode", "    mode = other()\n    if mode")

    assert trigger(code) == ["`mode` is `mode or guess()`."]
    assert solutions(code) == ["Set `mode` of `load` to `'r'`."]
    assert not any("guess" in text or "parameter" in text for text in trigger(twice))


def test_variable_that_functions_set_is_no_constant():
    code = """
state = None


def start():
    global state
    state = 1


def load():
    if state is not None:
        raise ValueError("started")
"""
    assert trigger(code) == []
    assert trigger(code.replace("    global state\n", "")) != []


def test_constant_of_the_module_is_not_taken_for_the_outer_functions_variable():
    code = """
mode = "r"
def outer(mode):
    def inner():
        if mode != "r":
            raise ValueError("read only")
"""
    assert trigger(code) == []


def test_choices_are_listed_and_the_remedy_names_them():
    code = """
def load(mode="r"):
    if mode not in ("r", "w"):
        raise ValueError("bad mode")
"""
    assert solutions(code) == ["Set `mode` of `load` to `'r'` or `'w'`."]
    assert explained(code).example_fix == "# before\nload(..., mode='other')\n\n# after\nload(..., mode='r')"


def test_value_compared_with_one_after_the_other_may_be_any_of_them():
    code = """
def load(mode):
    if mode == "r":
        return 1
    elif mode == "w":
        return 2
    else:
        raise ValueError("bad mode")
"""
    assert solutions(code) == ["Set `mode` of `load` to `'r'` or `'w'`."]


def test_missing_argument_is_to_be_given_and_one_too_many_left_out():
    missing = "def load(path=None):\n    if path is None:\n        raise TypeError('no path')\n"
    extra = "def load(path=None):\n    if path is not None:\n        raise TypeError('no path please')\n"

    assert solutions(missing) == ["Give a value for `path` of `load`; it is `None`."]
    assert solutions(extra) == ["Leave out `path` of `load`."]


def test_range_and_type_say_what_is_wanted():
    low = "def load(n):\n    if n < 1:\n        raise ValueError('too few')\n"
    between = "def load(n):\n    if not 0 <= n <= 1:\n        raise ValueError('no share')\n"
    wrong = "def load(n):\n    if not isinstance(n, (int, float)):\n        raise TypeError('no number')\n"

    assert solutions(low) == ["Set `n` of `load` to a value of at least `1`."]
    assert solutions(between) == ["Choose `n` of `load` so that `0 <= n <= 1`."]
    assert solutions(wrong) == ["Pass an `int` or a `float` as `n` of `load`."]


def test_not_above_is_not_said_to_be_at_most():
    code = "def load(n):\n    if not n > 0:\n        raise ValueError('not positive')\n"

    assert "when the parameter `n` is not above `0`." in meaning(code)


def test_missing_package_is_named_by_the_message_or_by_the_import():
    told = "def load():\n    if not has_parser():\n        raise ImportError('run `pip install anvil[all]` first')\n"
    tried = (
        "def load():\n    try:\n        import forge.fast\n    except ImportError:\n        raise RuntimeError('no')\n"
    )

    assert solutions(told)[0] == "Run `pip install 'anvil[all]'`."
    assert solutions(tried) == ["Install what provides the module `forge.fast`."]


def test_method_that_only_raises_is_to_be_defined():
    code = (
        'class Base:\n    def load(self):\n        """For subclasses."""\n        raise NotImplementedError("later")\n'
    )

    assert solutions(code) == ["Define `load` in your class derived from `Base`."]


def test_assertion_says_what_did_not_hold():
    assert "when the parameter `n` is not above `0`." in meaning("def load(n):\n    assert n > 0, 'n'\n")


def test_wrapped_error_names_what_the_call_that_failed_was_given():
    code = """
def load(path):
    try:
        parse(path)
    except KeyError as error:
        raise ValueError("cannot load") from error
"""
    assert solutions(code) == ["Check `path` of `load`: `parse(path)` fails with it (`KeyError`)."]


def test_logged_message_has_no_traceback_to_read():
    code = """
import logging
def load(path):
    try:
        parse(path)
    except KeyError:
        logging.error("cannot load")
"""
    assert solutions(code) == ["Check `path` of `load`: `parse(path)` fails with it (`KeyError`)."]


def test_what_only_led_to_the_condition_is_not_to_be_left_out():
    code = """
def load(url=None):
    if url is not None:
        host = find()
        if host == "":
            raise ValueError("no host")
"""
    assert "Leave out `url` of `load`." not in solutions(code)
    assert "Leave out `url` of `load`." in solutions(code.replace("no host", "no host in url"))


def test_alternatives_are_kept_apart_from_the_other_conditions():
    code = "def load(n, m, k):\n    if (n == 1 or m == 2) and k == 3:\n        raise ValueError('no')\n"

    assert "when (either `n` is `1` or `m` is `2`) and `k` is `3`." in meaning(code)


def test_where_nothing_is_known_no_solution_is_made_up():
    assert solutions("def load():\n    raise ValueError('no')\n") == []
    assert solutions("def load():\n    for item in found():\n        if item.bad:\n            raise E('bad')\n") == []


def test_attribute_of_what_is_given_is_named_with_what_it_belongs_to():
    code = "def load(args):\n    if args.mode is not None:\n        raise ValueError('no mode')\n"

    assert solutions(code) == ["Set `args.mode` to `None`."]


def test_example_needs_every_condition_to_be_settable():
    code = "def load(n, m):\n    if ready() and n != 1:\n        raise ValueError('one')\n"
    inner = "def load(n, m):\n    if n % m != 0:\n        raise ValueError('one')\n"

    assert explained(code).example_fix == ""
    assert explained(inner).example_fix == ""


def test_variables_of_a_comprehension_are_not_the_functions():
    code = "def load(names, key=None):\n    if any(key in name for key in names):\n        raise ValueError('no key')\n"

    assert not any("`key` is" in text for text in trigger(code))


def test_setting_that_has_a_value_is_to_have_none():
    code = "def load(args):\n    if args.mode:\n        raise ValueError('no mode')\n"

    assert solutions(code) == ["Give `args.mode` no value, or one that is falsy."]
    assert solutions("def load(mode):\n    if mode:\n        raise ValueError('no')\n") == []


def test_option_that_may_be_more_than_yes_or_no_is_no_flag():
    code = "def load(mode: bool | str = False):\n    if mode:\n        raise ValueError('no mode')\n"

    assert "when the parameter `mode` is given." in meaning(code)
    assert solutions(code) == ["Leave out `mode` of `load`."]
    assert "when the parameter `mode` is true." in meaning(code.replace(" | str", ""))


def test_constants_that_are_listed_are_told_one_by_one():
    code = "def load(mode):\n    if mode in (None, NOTHING):\n        raise ValueError('no')\n"

    assert "when the parameter `mode` is `None` or `NOTHING`." in meaning(code)
    assert "when the parameter `mode` is in `(None, other)`." in meaning(code.replace("NOTHING", "other"))


def test_check_that_python_leaves_out_when_told_to_is_named_by_that():
    code = "def load(n):\n    if __debug__:\n        if n == 3:\n            raise ValueError('no')\n"

    assert "when Python runs without `-O` and the parameter `n` is `3`." in meaning(code)


def test_value_that_gets_a_name_while_it_is_tested_is_shown_as_the_value():
    code = "def load(rows, n):\n    if (size := len(rows)) != n:\n        raise ValueError('no')\n"

    assert "when `len(rows)` differs from the parameter `n`." in meaning(code)
