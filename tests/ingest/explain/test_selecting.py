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
