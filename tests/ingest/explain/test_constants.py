"""Values that are written out where a condition only names them."""

from tests.ingest.explain.reading import explained, part

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
    return part(explained(code), "trigger")[1:]


def test_values_of_a_constant_are_listed():
    assert trigger(CODE) == ["`MODES` has the keys `'r'` and `'w'`."]
    assert trigger(CODE.replace('"r": 1,\n    "w": 2,', '"r", "w"')) == ["`MODES` holds `'r'` and `'w'`."]
    assert trigger(CODE.replace("{\n", "frozenset([\n").replace('"r": 1,\n    "w": 2,\n}', '"r", "w"])')) == [
        "`MODES` holds `'r'` and `'w'`."
    ]


def test_values_that_the_file_changes_are_not():
    assert trigger(CODE + "\nMODES['a'] = 3\n") == []
    assert trigger(CODE + "\n\ndef add(mode):\n    MODES.update(mode)\n") == []


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
    assert trigger(code) == ["`self.limit` is `None` in `Task` unless it is set otherwise."]


def test_values_of_an_imported_constant_are_listed():
    code = "from .modes import MODES\n" + CODE.partition("}\n")[2]
    modes = {"anvil/modes.py": CODE.partition("\n\n")[0] + "\n"}

    assert part(explained(code, others=modes), "trigger")[1:] == ["`MODES` has the keys `'r'` and `'w'`."]
    assert part(explained(code, others=modes | {"anvil/modes/__init__.py": ""}), "trigger")[1:] == []
    assert part(explained(code, others={"anvil/other.py": modes["anvil/modes.py"]}), "trigger")[1:] == []
