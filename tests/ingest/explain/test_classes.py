"""What a class's methods do to their object is found for all names at once, and no more than stands there."""

import pytest

from ingest.explain.changes import is_changed
from ingest.explain.source import Source

CODE = """\
@entry("kind")
class Anvil:
    size = 1

    def __init__(self, size):
        self.size: int = size  # as given
        self._load(size)

    def _load(self, size):
        text = "self.size = 3"
        self.weight, self.size = size, 1
        return super()._load(self._weigh(size)), other._lift(self)

    def _weigh(self, size):
        raise ValueError(size)

    def twice(self):
        self.twice_set = 1

    def twice(self):
        self.twice_set = 2
"""


@pytest.fixture
def anvil():
    return Source("a.py", CODE.encode()).class_text("Anvil")


def test_lines_that_set_an_attribute_are_told_with_method_and_value(anvil):
    told = {name: [(item.name, line, value) for item, line, value in found] for name, found in anvil.assigned.items()}

    assert told == {"size": [("__init__", 6, "size  # as given")]}, "of a name that two methods have neither counts"


def test_calls_of_the_object_itself_are_told_by_name(anvil):
    told = {name: [(item.name, line) for item, line in found] for name, found in anvil.called.items()}

    assert told == {"_load": [("__init__", 7), ("_load", 12)], "_weigh": [("_load", 12)]}


def test_texts_and_statements_that_raise_are_found_in_the_lines_of_the_class_alone(anvil):
    assert anvil.holds("kind")
    assert not Source("a.py", b"KIND = 1\n" + CODE.encode()).class_text("Anvil").holds("KIND")
    assert [anvil.lines[at].strip() for at in anvil.raising] == ["raise ValueError(size)"]


def test_attribute_may_be_set_in_each_line_where_it_is_a_target(anvil):
    assert [anvil.sets(name) for name in ("size", "weight", "text")] == [2, 1, 0]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("MODES.append(1)", True),
        ("MODES['a'] = 1", True),
        ("x = [MODES.pop()]", True),
        ("del a, MODES[0]", True),
        ("OTHERS[MODES.pop()] = 1", True),
        ("MODES_TOO.append(1)", False),
        ("NO_MODES.append(1)", False),
        ("MODES['a'] == 1", False),
        ("model, MODES[0]", False),
        ("del a  # MODES[0]", False),
        ("del a\nMODES[0]", False),
    ],
)
def test_collection_is_changed_where_a_statement_changes_it(text, found):
    assert is_changed("MODES", text) is found


@pytest.mark.parametrize(
    ("line", "count"),
    [
        ("if self.size != 1:", 0),
        ("if other and self.size <= 1:", 0),
        ("self.size >>= 1", 1),
        ("self.rows = self.size = start", 1),
        ("self.size = self.rows = start", 1),
        ("self.sizes = self.size = 1", 1),
        ("self.total = self.size", 0),
        ("self.total = self.sizes = 1", 0),
        ("self.total = self.size == 1", 0),
    ],
)
def test_every_target_of_a_line_is_set_and_no_value(line, count):
    source = Source("a.py", f"class Anvil:\n    def load(self, start):\n        {line}\n".encode())

    assert source.class_text("Anvil").sets("size") == count


def test_line_of_many_targets_is_read_at_once():
    line = "a = 1, " * 130 + "f(self.size)"
    source = Source("a.py", f"class Anvil:\n    def load(self):\n        {line}\n".encode())

    assert source.class_text("Anvil").sets("size") == 0
