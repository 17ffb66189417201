"""What a file's imports bring in."""

from ingest.explain.imports import origins, under_own_name


def test_names_are_told_in_full():
    code = """
import os, numpy as np  # two
import urllib.error
from requests import (
    Timeout,  # late (often)
    get as fetch,
)
from .near import Kind
from a import \\
    b
from c import d; print()
"""
    assert origins(code) == {
        "os": "os", "np": "numpy", "urllib": "urllib", "Timeout": "requests.Timeout", "fetch": "requests.get",
        "Kind": "", "b": "a.b", "d": "c.d",
    }  # fmt: skip
    assert under_own_name(code) == {"Timeout": "requests", "Kind": ".near", "b": "a", "d": "c"}


def test_name_that_two_imports_bring_in_is_neither():
    code = "try:\n    import fast as anvil\nexcept ImportError:\n    import slow as anvil\n"
    assert origins(code) == {"anvil": ""}


def test_parentheses_that_are_not_closed_end_at_the_next_ones():
    code = "from a import (\n" * 3 + "from b import (c)\n"
    assert origins(code) == {"c": "b.c"}
