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
        ("find(name)", "_find(name)"),
        ("find(name)", "find(STATE)"),
        ("def load(name, size=1):", "def wrap(f):\n  def load(name):"),
        ("def load(", "def __getattr__("),
    ],
    ids=["private function", "private call", "no option", "inner function", "called by Python"],
)
def test_what_users_do_not_give_is_not_to_be_checked(old, new):
    assert old in MADE
    assert not any("name" in text for text in solutions(MADE.replace(old, new)))


def test_option_that_stands_in_for_a_value_is_set_itself():
    code = "def load(mode=None):\n    mode = mode or 'x'\n    if mode not in ('r', 'w'):\n        raise E('no')\n"

    assert solutions(code) == ["Set `mode` of `load` to `'r'` or `'w'`."]
    assert solutions(code.replace("mode or 'x'", "mode if mode is not None else guess()")) == solutions(code)


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


def test_switch_that_only_keeps_it_quiet_comes_last_unless_the_message_names_it():
    code = """
def load(name, silent=False):
    if not name:
        if not silent:
            raise ValueError("No name. Set `NAME` to one.")
"""
    assert solutions(code)[-1] == "Set `silent` of `load` to `True`."
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


def test_module_of_pythons_own_library_is_nothing_to_install():
    code = "def load():\n    try:\n        import ssl\n    except ImportError:\n        raise RuntimeError('no')\n"

    assert solutions(code) == [
        "Run it with a Python that has `ssl`: of its standard library, and not part of every build."
    ]
    assert solutions(code.replace("ssl", "anvil")) == ["Install what provides the module `anvil`."]
