"""Where what files define is found, however they are written."""

from ingest.explain.tables import Tables


def test_class_statements_without_an_end_are_read_once_each():
    tables = Tables()
    tables.add("anvil/load.py", b"class a(\n" * 40_000)
    assert tables.classes == {"a": ["anvil/load.py"]}


def test_names_of_modules_without_an_end_are_read_once():
    tables = Tables()
    tables.add("anvil/__init__.py", b"\nfrom " + b"a" * 1_000_000)
    assert not tables.whole


def test_modules_of_which_all_is_brought_are_told_by_their_last_name():
    tables = Tables()
    tables.add("anvil/__init__.py", b"\nfrom .parts.load import *\nfrom . import *\nfrom strike import *\n")
    assert tables.whole == {b"load", b"strike"}


def test_bases_over_lines_are_read():
    tables = Tables()
    tables.add("anvil/load.py", b"class Load(\n    Base,\n    other.Mixin[int],\n):\n    pass\n")
    assert tables.derived == {"Base": [("anvil/load.py", "Load")], "Mixin": [("anvil/load.py", "Load")]}
