"""Where what files define is found, however they are written."""

from ingest.explain.tables import Tables


def test_class_statements_without_an_end_are_read_once_each():
    tables = Tables()
    tables.add("anvil/load.py", b"class a(\n" * 40_000)
    assert tables.classes == {"a": ["anvil/load.py"]}


def test_bases_over_lines_are_read():
    tables = Tables()
    tables.add("anvil/load.py", b"class Load(\n    Base,\n    other.Mixin[int],\n):\n    pass\n")
    assert tables.derived == {"Base": [("anvil/load.py", "Load")], "Mixin": [("anvil/load.py", "Load")]}
