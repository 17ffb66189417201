"""What an operator takes, what a class leaves open, what all items have to be, and what could not be looked up."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


OPERAND = """
class Bar:
    def __getitem__(self, key):
        if not isinstance(key, (int, slice)):
            raise TypeError("no")
"""


@pytest.mark.parametrize(
    ("method", "use"),
    [
        ("__getitem__(self, key)", "Bar(…)[key]"),
        ("__setitem__(self, key, value)", "Bar(…)[key] = value"),
        ("__delitem__(self, key)", "del Bar(…)[key]"),
        ("__contains__(self, key)", "key in Bar(…)"),
        ("__add__(self, key)", "Bar(…) + key"),
        ("__radd__(self, key)", "key + Bar(…)"),
        ("__itruediv__(self, key)", "Bar(…) /= key"),
        ("__ror__(self, key)", "key | Bar(…)"),
        ("__or__(self, key)", "Bar(…) | key"),
    ],
)
def test_what_an_operator_takes_is_told_by_how_it_is_written(method, use):
    code = OPERAND.replace("__getitem__(self, key)", method)

    assert solutions(code) == [f"Pass an `int` or a `slice` as `key` of `{use}`."]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("__getitem__", "__getattr__"),
        ("not isinstance", "isinstance"),
        ("class Bar", "class _Bar"),
        ("isinstance(key", "isinstance(key._part"),
        ("        if", "        key = made(key)\n        if"),
    ],
)
def test_operand_that_is_not_known_or_not_written_is_not_told(old, new):
    assert not any("as `key` of" in text for text in solutions(OPERAND.replace(old, new)))


DECLARED = """
class Heater:
    fuel = None

    def heat(self):
        if self.fuel is None:
            raise ValueError("no fuel")
"""


def test_attribute_that_a_class_leaves_open_is_to_be_set_in_one_derived_from_it():
    assert solutions(DECLARED) == ["Set `fuel` in the class that you derive from `Heater`: there it is `None`."]
    assert solutions(DECLARED.replace("= None", "= ''").replace("self.fuel is None", "not self.fuel")) == [
        "Set `fuel` in the class that you derive from `Heater`: there it is `''`."
    ]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("fuel = None", "fuel = 'coal'"),
        ("self.fuel is None", "self.fuel is not None"),
        ("fuel", "_fuel"),
        ("class Heater", "class _Heater"),
        ("    def heat", "    def fill(self):\n        self.fuel = 1\n\n    def heat"),
        ("class Heater", "def fill(one):\n    one.fuel = 1\n\nclass Heater"),
        (
            "    def heat",
            "    def fill(self, name):\n        setattr(self, name, 1)\n\n    def heat",
        ),
    ],
)
def test_attribute_that_is_no_open_one_is_not_to_be_set_in_a_class(old, new):
    assert not any("derive from" in text for text in solutions(DECLARED.replace(old, new)))


EVERY = """
def load(parts, size=1):
    if not all(isinstance(part, str) for part in parts):
        raise TypeError("no")
"""


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("", "", "`part` is a `str`"),
        ("not all(isinstance(part, str)", "any(part < 0", "`part` is not below `0`"),
        ("isinstance(part, str)", "isinstance(part, str) and len(part) == 2", ""),
    ],
)
def test_what_all_items_have_to_be_is_told(old, new, wanted):
    wanted = wanted or "`part` is a `str` and `len(part)` is `2`"

    assert solutions(EVERY.replace(old, new, 1)) == [f"Give `parts` of `load` only items `part` for which {wanted}."]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("def load", "def _load"),
        ("isinstance(part, str)", "check(part)"),
        ("isinstance(part, str)", "part in known"),
        ("for part in parts", "for part in parts if part"),
        ("not all", "all"),
    ],
)
def test_what_items_have_to_be_is_not_told_where_it_is_not_known(old, new):
    code = EVERY.replace(old, new).replace("    if", "    known = find()\n    if", 1)

    assert not any("only items" in text for text in solutions(code))


FAILED = """
def load(name, source):
    try:
        found = getattr(kinds, name.upper())
    except AttributeError:
        raise ValueError("no such kind")
"""
READS = """
import json

def load(text):
    try:
        found = json.loads(text)
    except Exception as error:
        raise LoadError("no") from error
"""


def test_name_of_an_attribute_that_was_not_there_is_to_be_chosen():
    wanted = ["Choose `name` of `load` so that `name.upper()` is the name of an attribute of `kinds`."]

    assert solutions(FAILED) == wanted
    assert solutions(FAILED.replace("getattr(kinds, ", "getattr(\n            kinds,\n            ")) == wanted
    assert solutions(FAILED.replace("name.upper()", "made")) == []


def test_text_that_pythons_own_reader_refused_is_told_whatever_is_caught():
    assert solutions(READS) == [
        "Choose `text` of `load` so that `json.loads(text)` can read what it is given: there was an `Exception`."
    ]
    assert solutions(READS.replace("json.loads(text)", "forge.loads(text)")) == []


def test_class_that_tells_of_a_value_by_its_name_is_one():
    code = FAILED.replace("getattr(kinds, name.upper())", "find(name)")

    assert solutions(code.replace("AttributeError", "PartNotFound")) == [
        "Check `name` of `load`: `find(name)` fails with it (`PartNotFound`)."
    ]
    assert solutions(code.replace("AttributeError", "FileNotFoundError")) == []
    assert solutions(code.replace("AttributeError", "DatabaseError")) == []


APART = """
def load(pair):
    try:
        left, right = pair
    except ValueError:
        raise LoadError("no pair")
"""


def test_what_cannot_be_taken_apart_needs_as_many_items():
    items = APART.replace("    try:", "    for p in pair:\n      try:").replace("= pair", "= p")
    items = items.replace("    except ValueError:\n        raise", "      except ValueError:\n        raise")
    why = ": `{}` failed (`ValueError`)."

    assert solutions(APART) == ["Give `pair` of `load` exactly 2 items" + why.format("left, right = pair")]
    assert solutions(items) == ["Give `pair` of `load` only items of exactly 2 items" + why.format("left, right = p")]
    assert solutions(APART.replace("left, right", "left, *right")) == []
    assert not any("exactly" in text for text in solutions(APART.replace("= pair", "= find(pair)")))
    assert solutions(APART.replace("ValueError", "KeyError")) == []


MISSING = '''
class Heater:
    def heat(self):
        """To be defined in the concrete class."""
        raise Lacking("later")
'''


def test_method_that_a_kind_of_not_implemented_error_says_is_missing_is_to_be_defined():
    of = {"bases": ("builtins.NotImplementedError",)}
    wanted = ["Define `heat` in your class derived from `Heater`."]
    plain = MISSING.replace("Lacking", "NotImplementedError")

    assert solutions(MISSING, **of) == wanted
    assert solutions(plain.replace("later", "missing the method")) == wanted
    assert solutions(plain.replace("To be defined in the concrete class.", "Heats.")) == []
    assert solutions(MISSING.replace("def heat", "def _heat"), **of) == []
    assert solutions(MISSING) == []
