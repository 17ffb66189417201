"""A name is found as a pattern made of it would find it."""

import re

import pytest

from ingest.explain.whole import is_whole_in

TEXTS = ("x", "x.y", "a.x", "ax", "xa", "x_", "_x", "x1", "éx", "xé", "(x)", "ax x", "'x'", "", "xx", "x x.", ".x .x x")


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("name", ["x", "x.y", "xx"])
@pytest.mark.parametrize("before", ["", ".", ".'"])
@pytest.mark.parametrize("behind", ["", "."])
def test_a_name_stands_whole_where_a_pattern_finds_it(name, text, before, behind):
    pattern = rf"(?<![\w{before}]){re.escape(name)}(?![\w{behind}])"
    assert is_whole_in(name, text, before=before, behind=behind) == bool(re.search(pattern, text))
