"""Which options are a user's to set, and how they are called."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


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


def test_parameter_may_begin_with_an_underscore():
    code = "def url(_scheme=None):\n    if _scheme is None:\n        raise ValueError('no')\n"

    assert solutions(code) == ["Give a value for `_scheme` of `url`; it is `None`."]


def test_private_part_of_a_configuration_is_no_option():
    code = "def load(args):\n    if args._path is None:\n        raise ValueError('no')\n"

    assert solutions(code) == []
    assert solutions(code.replace("_path", "path")) == ["Give a value for `args.path`; it is `None`."]


def test_key_of_keywords_is_told_where_only_a_condition_asks_for_it():
    code = "def heat(**more):\n    if more.get('on', None) is not None:\n        raise E('no')\n"

    assert solutions(code) == ["Leave out `on` of `heat`."]


def test_environment_variable_is_to_be_set_where_only_a_condition_asks_for_it():
    code = "import os\ndef heat():\n    if not os.environ.get('BAR'):\n        raise E('no')\n"

    assert solutions(code) == ["Set the environment variable `BAR`."]


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
