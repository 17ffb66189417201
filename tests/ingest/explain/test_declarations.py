"""Methods that are there for type checkers alone."""

from tests.ingest.explain.reading import explained, part

CODE = """
class Load:
    def open(self):
        raise NotImplementedError
"""
DERIVED = """
from typing import TYPE_CHECKING
from anvil.load import Load

class Typed(Load):
    if TYPE_CHECKING:
        def open(self) -> int: ...

class Told(Load):
    if typing.TYPE_CHECKING:
        def open(self) -> int:
            return 3

class Real(Load):
    def open(self):
        return 3
"""


def test_what_is_declared_is_not_said_to_be_defined():
    found = explained(CODE, others={"anvil/more.py": DERIVED})
    (text,) = part(found, "solution")
    assert "`Real`" in text
    assert "`Typed`" not in text
    assert "`Told`" not in text
