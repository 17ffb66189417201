"""Values that are written out where a condition only names them."""

import pytest

from tests.ingest.explain.reading import beyond_meaning, explained, part

CODE = """
MODES = {
    "r": 1,
    "w": 2,
}


def load(mode):
    if mode not in MODES:
        raise ValueError("bad mode")
"""


def trigger(code):
    return beyond_meaning(explained(code))


def test_values_of_a_constant_are_listed():
    assert trigger(CODE) == ["`MODES` has the keys `'r'` and `'w'`."]
    assert trigger(CODE.replace('"r": 1,\n    "w": 2,', '"r", "w"')) == ["`MODES` holds `'r'` and `'w'`."]
    assert trigger(CODE.replace("{\n", "frozenset([\n").replace('"r": 1,\n    "w": 2,\n}', '"r", "w"])')) == [
        "`MODES` holds `'r'` and `'w'`."
    ]


def test_values_that_the_file_changes_are_not():
    assert trigger(CODE + "\nMODES['a'] = 3\n") == []
    assert trigger(CODE + "\n\ndef add(mode):\n    MODES.update(mode)\n") == []
    for change in (
        "MODES.difference_update(mode)",
        'del MODES["a"]',
        "MODES |= mode",
        "MODES[mode[0]] += 1",
        "MODES.sort()",
    ):
        assert trigger(f"{CODE}\n\ndef add(mode):\n    {change}\n") == [], change
    assert trigger(CODE + '\nif MODES["r"] == 1:\n    pass\n') != []


def test_values_that_are_not_written_out_or_are_many_are_not():
    assert trigger(CODE.replace('"w": 2', "make(): 2")) == []
    many = ", ".join(f"'m{n}'" for n in range(20))
    assert trigger(CODE.replace('"r": 1,\n    "w": 2,', many)) == []


def test_values_of_a_class_and_of_a_local_are_listed():
    owned = """
class Loader:
    MODES = ("r", "w")

    def load(self, mode):
        if mode not in self.MODES:
            raise ValueError("bad mode")
"""
    local = "def load(mode):\n    modes = ['r', 'w']\n    if mode not in modes:\n        raise ValueError('bad mode')\n"

    assert trigger(owned) == ["`self.MODES` holds `'r'` and `'w'` in `Loader`."]
    assert trigger(owned + "\n    def reset(self):\n        self.MODES = ()\n")[:1] != trigger(owned)
    assert trigger(local) == ["`modes` holds `'r'` and `'w'`."]
    assert trigger(local.replace("    if mode", "    modes.append(mode)\n    if mode")) == []


def test_value_of_a_class_is_said_to_be_what_objects_begin_with():
    code = """
class Task:
    limit = None

    def run(self):
        if self.limit > 3:
            raise ValueError("no")
"""
    (told,) = beyond_meaning(explained(code))
    assert told == "`self.limit` is `None` in `Task` unless it is set otherwise."


def test_values_of_an_imported_constant_are_listed():
    code = "from .modes import MODES\n" + CODE.partition("}\n")[2]
    modes = {"anvil/modes.py": CODE.partition("\n\n")[0] + "\n"}

    assert beyond_meaning(explained(code, others=modes)) == ["`MODES` has the keys `'r'` and `'w'`."]
    assert beyond_meaning(explained(code, others=modes | {"anvil/modes/__init__.py": ""})) == []
    assert beyond_meaning(explained(code, others={"anvil/other.py": modes["anvil/modes.py"]})) == []


@pytest.mark.parametrize(
    "other",
    [
        "from .load import MODES\n\nMODES['x'] = 3\n",
        "from anvil.load import MODES\n\ndef add(mode):\n    MODES.update(mode)\n",
        "from . import load\n\nload.MODES['x'] = 3\n",
        "import anvil.load as a\n\ndel a.MODES['r']\n",
    ],
)
def test_values_that_another_file_changes_are_what_it_holds_at_first(other):
    result = explained(CODE, others={"anvil/more.py": other})

    assert beyond_meaning(result) == ["`MODES` has the keys `'r'` and `'w'` at first."]
    assert part(result, "solution") == ["Set `mode` of `load` to something that is in `MODES`."]
    assert (result.guard_code, result.example_fix) == ("", "")


@pytest.mark.parametrize(
    "other",
    [
        "MODES = {}\nMODES['x'] = 3\n",
        "from json import MODES\n\nMODES['x'] = 3\n",
        "from .load import MODES\n\nif MODES['x'] == 3:\n    pass\n",
        "class A:\n    def add(self):\n        self.MODES['x'] = 3\n",
    ],
)
def test_what_another_file_changes_of_its_own_or_only_looks_at_is_no_change(other):
    result = explained(CODE, others={"anvil/more.py": other})

    assert beyond_meaning(result) == ["`MODES` has the keys `'r'` and `'w'`."]
    assert result.guard_code != ""


def test_values_of_a_class_that_another_derives_from_with_its_own_are_no_guard():
    code = """
class Loader:
    MODES = ("r", "w")

    def load(self, mode):
        if mode not in self.MODES:
            raise ValueError("bad mode")
"""
    other = "from .load import Loader\n\nclass Near(Loader):\n    pass\n\nclass Far(Near):\n    MODES: tuple = ('x',)\n"
    alone, replaced = explained(code), explained(code, others={"anvil/more.py": other})

    assert alone.guard_code == "# in front of Loader.load(..., mode=mode)\nassert mode in ('r', 'w')"
    assert (replaced.guard_code, replaced.example_fix) == ("", "")
    assert part(replaced, "solution") == ["Set `mode` of `Loader.load` to something that is in `self.MODES`."]
    assert beyond_meaning(replaced) == ["`self.MODES` holds `'r'` and `'w'` in `Loader`."]
    assert explained(code, others={"anvil/more.py": other.replace("MODES:", "NODES:")}).guard_code != ""
