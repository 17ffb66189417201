"""A trigger says when the statement runs: where values come from, what runs the code, what failed."""

from dataclasses import replace

import pytest

from bench.unstored import stored_site
from ingest.explain.evidence import Reader
from ingest.explain.index import Index
from ingest.explain.source import Source
from ingest.extract.python import PythonExtractor
from tests.ingest.explain.reading import beyond_meaning, explained, part


def trigger(code):
    return beyond_meaning(explained(code))


def meaning(code):
    return part(explained(code), "meaning")[0]


def test_trigger_is_told_though_the_meaning_has_the_same_words():
    code = "def save():\n    if _STATE.is_open:\n        raise ValueError('open')\n"

    assert part(explained(code), "trigger") == ["Only when `_STATE.is_open` is true."]
    assert trigger(code) == []


def test_where_a_value_comes_from_is_told_without_the_condition_once_more():
    code = "def load(path):\n    row = find(path)\n    if row is None:\n        raise ValueError('no row')\n"

    assert trigger(code) == ["`row` is what `find(path)` gives."]


def test_what_is_converted_to_a_number_says_nothing_of_where_it_comes_from():
    code = "def load(size):\n    size = float(size)\n    if size < 0:\n        raise ValueError('no')\n"

    assert not any("float(size)" in text for text in trigger(code))
    assert any("other(size)" in text for text in trigger(code.replace("float(", "other(")))


def test_loop_without_an_end_is_no_condition():
    code = "def load(rows, n):\n    while True:\n        if next(rows) == n:\n            raise ValueError('no')\n"

    assert "loop" not in meaning(code)
    assert "loop" in meaning(code.replace("while True", "while rows.more"))


def test_statement_that_failed_is_the_trigger():
    code = """
def load(rows, name):
    try:
        return rows[name]
    except (KeyError, failures):
        if name:
            raise LookupError("no row")
"""
    wanted = "when `rows[name]` raises `KeyError` or one of `failures` and the parameter `name` is truthy."
    assert meaning(code) == f"`load` raises `LookupError` {wanted}"
    assert trigger(code) == []


@pytest.mark.parametrize(
    ("handled", "told"), [("socket.timeout", "`socket.timeout`"), ("self.failures", "one of `self.failures`")]
)
def test_old_class_of_python_is_a_class(handled, told):
    code = f"""
def load(self, name):
    try:
        fetch(name)
    except {handled}:
        raise LookupError("no row")
"""
    assert meaning(code) == f"`load` raises `LookupError` when `fetch(name)` raises {told}."
    assert trigger(code) == []


@pytest.mark.parametrize(
    ("header", "told"),
    [
        ("    @property\n    def row(self):", "It runs when `row` of an instance of `Rows` is read."),
        ("    @row.setter\n    def row(self, row):", "It runs when `row` of an instance of `Rows` is set."),
        ("    def __iter__(self):", "Python runs it to loop over an instance of `Rows`, or unpack it."),
        (
            "    def __getattr__(self, name):",
            "Python runs it for an attribute that an instance of `Rows` does not have.",
        ),
        ("    def __init_subclass__(cls):", "Python runs it for each class that derives from `Rows`."),
    ],
)
def test_what_runs_a_function_that_nobody_calls_by_name_is_told(header, told):
    code = f"class Rows:\n{header}\n        if _STATE.is_closed:\n            raise ValueError('closed')\n"

    assert trigger(code) == [told]


def test_function_that_is_called_by_its_name_has_no_such_sentence():
    code = """
class Rows:
    @cached
    def row(self):
        if _STATE.is_closed:
            raise ValueError("no")
"""

    assert trigger(code) == []


def test_bare_handler_of_one_call_is_explained():
    code = "def load(path):\n    try:\n        open(path)\n    except:\n        raise ValueError('no file')\n"

    result = explained(code)
    assert part(result, "meaning") == ["`load` raises `ValueError` when `open(path)` raises an exception."]
    assert (beyond_meaning(result), part(result, "solution")) == ([], [])


def test_options_that_are_not_seen_to_make_a_value_are_not_told():
    code = """
def load(graph, seed=None, weight="w"):
    graph = made(graph, seed, weight)
    size = graph.size()
    if size < 3:
        raise ValueError("too small")
"""
    assert not any("parameter" in text for text in trigger(code))
    seen = code.replace("graph.size()", "count(graph, seed)")
    assert trigger(seen) == ["`size` is what `count(graph, seed)` gives."]


def test_value_that_always_raises_further_in_is_not_to_be_given():
    code = """
def load(mode=None, fast=False):
    if mode == "r":
        if fast:
            raise ValueError("no fast reader")
        else:
            raise ValueError("no slow reader")
    elif mode is not None:
        raise ValueError("no such mode")
"""
    works = code.replace('            raise ValueError("no slow reader")', "            return 1")

    assert not any("`'r'`" in text for text in part(explained(code), "solution"))
    assert part(explained(works), "solution") == ["Give `None` or `'r'` as `mode` of `load`."]


def test_what_only_an_earlier_check_was_about_is_not_told():
    code = """
def fetch(link):
    cookie = jar.taken(link)
    if not cookie:
        raise KeyError("no cookie")
    user = jar.asked(link)
    if not user:
        raise ValueError({})
"""
    assert not any("cookie" in text for text in part(explained(code.format('"no user"')), "trigger"))
    shown = explained(code.format('f"no user for {cookie}"'))
    assert "`cookie` is what `jar.taken(link)` gives." in part(shown, "trigger")


CLASS_SAYS = """
def read(line):
    msg = parse(line)
    if msg.size > 3:
        raise BadLine("no such size")
"""


@pytest.mark.parametrize(("pieces", "is_told"), [(("400, mended:\n", "msg"), False), (("no such size ", "msg"), True)])
def test_what_the_class_makes_of_a_message_has_names_of_its_own(pieces, is_told):
    content = CLASS_SAYS.encode()
    index = Index({"load.py": content}.get)
    site = stored_site(PythonExtractor().extract(content).sites[-1], "load.py")
    site = replace(site, message=f"{pieces[0]}{{{pieces[1]}}}", pieces=(pieces[0], {"hole": pieces[1]}))

    known = Reader(Source("load.py", content), index).evidence(site)

    assert (known.binding("msg") is not None) is is_told
