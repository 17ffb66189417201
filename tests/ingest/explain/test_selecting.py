"""Conditions that only led to the one that tells what is wrong, and callers that shut a case out."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(code, **others):
    return part(explained(code, others=others or None), "solution")


@pytest.mark.parametrize(
    ("outer", "near", "message"),
    [
        ("isinstance(parts, dict)", "set(parts) - {'coal'}", "parts has others"),
        ("size >= 0", "len(parts) > size", "parts are more than size"),
        ("is_whole(size)", "size > len(parts)", "size is too much"),
    ],
)
def test_what_only_tells_of_what_kind_an_option_is_that_is_wrong_is_not_to_be_changed(outer, near, message):
    code = f"def heat(parts, size):\n    if {outer}:\n        if {near}:\n            raise ValueError({message!r})\n"

    assert not any(
        text.startswith(("Pass something", "Set `size` of `heat` to a value below")) for text in solutions(code)
    )
    assert not any("is_whole" in text for text in solutions(code))


@pytest.mark.parametrize(("message", "is_told"), [("no files in a tar", False), ("mode 'tar' without files", True)])
def test_value_that_was_chosen_is_given_up_only_where_the_message_names_its_option(message, is_told):
    code = (
        "def heat(path, mode):\n    if mode == 'tar':\n        files = look(path)\n        if not files:\n"
        f"            raise ValueError({message!r})\n"
    )

    assert ("Set `mode` of `heat` to something other than `'tar'`." in solutions(code)) is is_told


def test_option_that_the_message_does_not_name_is_not_at_fault_where_it_names_those_beside_it():
    code = (
        "def heat(names, specs, only=None):\n    if only is None and len(names) != len(specs):\n"
        "        raise ValueError('Length of specs must match that of names')\n"
    )

    assert not any("only" in text for text in solutions(code))


def test_caller_that_tells_a_kind_of_value_apart_does_not_lead_to_what_refuses_it():
    code = """
class Box:
    def write(self, part):
        if isinstance(part, Many):
            self.write_many(part)
        else:
            _convert(part)

    def read(self, part):
        _convert(part)


def _convert(part):
    if isinstance(part, Many):
        raise TypeError("not here")
"""
    found = solutions(code)

    assert found == ["Pass something other than a `Many` as `part` of `Box.read`."]


@pytest.mark.parametrize(
    ("test", "default", "said"),
    [
        ("size is not UNSET", "UNSET", "Leave out `size` of `heat`."),
        ("size is UNSET", "UNSET", "Give a value for `size` of `heat`."),
        ("size is not FULL", "FULL", "Leave out `size` of `heat`."),
        ("size == Mode.FULL", "Mode.FULL", "Set `size` of `heat` to something other than `Mode.FULL`."),
    ],
)
def test_name_that_stands_for_nothing_is_not_to_be_given(test, default, said):
    code = f"def heat(size={default}):\n    if {test}:\n        raise ValueError('bad size')\n"

    assert solutions(code) == [said]


@pytest.mark.parametrize(
    ("test", "said"),
    [
        ("a is None or b is None", "Give values for `a` and `b` of `heat`: both are needed."),
        ("not a or b is None or not c", "Give values for `a`, `b` and `c` of `heat`: all of them are needed."),
        ("rest or more", "Give nothing as `*rest` or `**more` of `heat`."),
        ("len(more) > 0", "Give nothing as `**more` of `heat`."),
        ("len(a) > 0", "Leave `a` of `heat` empty."),
    ],
)
def test_options_that_are_needed_together_or_not_at_all_are_told_by_name(test, said):
    code = f"def heat(a=None, b=None, c=(), *rest, **more):\n    if {test}:\n        raise ValueError('bad')\n"

    assert solutions(code) == [said]


def test_one_option_that_lacks_beside_another_condition_is_not_told_as_needed_together():
    code = "def heat(a=None, b=0):\n    if a is None or b > 3:\n        raise ValueError('bad')\n"

    assert not any(text.startswith("Give values") for text in solutions(code))
