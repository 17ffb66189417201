"""Going through a file's blocks finds what the query finds."""

from pathlib import Path

import pytest

import ingest
from ingest.extract.python.blocks import MAX_OPERATORS, captures_of
from ingest.extract.python.queries import Captures, file_captures, parse

EVERY_STATEMENT = b'''
import a
from b import c
"""A docstring with raise, or fail(text)."""
NAME = "text"
first = second = "text"
if NAME:
    IF = 1
    if NAME:
        INNER = 2
elif OTHER:
    ELIF = 3
else:
    ELSE = 4
try:
    TRY = 5
except* ValueError:
    EXCEPT = 6
else:
    AFTER = 7
finally:
    FINALLY = 8

@decorated
class C(Base):
    text = "text"
    number = 3
    self.dotted = "text"
    pair, other = "a", "b"
    table: dict = {"a": "b"}
    class Inner:
        text = f"text"
    @property
    async def method(self):
        async with self.lock:
            await self.fail("text")
        async for item in self:
            raise self.error
        while True:
            assert item, "text"
        else:
            from d import e
        match item:
            case [1, *_] if item:
                return item, other
            case _:
                return (  # a comment
                    fail("text"))
        def nested(): return; warn("text"); raise
'''

OPERATORS = b"""
x or fail("text")
x and y.fail("text") or (
    # a comment
    z
).fail("text")
y = x or \\
    self.fail("text")
y = (x or  # or fail("text")
    fail("text"))
z = [a for a in b if a or "text".format() and f"{x or fail()}"]
if not(x)or(y)or fail("text"): pass
foo(x or fail("text"), "or fail(text)", lambda: x or table["name"]("text"), x or await fail())
order = floor + orders.or_(x)
x or \xc3\xa9chec("text")
y = 1or fail("text") and x1or_(y)
fail("text"), await fail("text")
"""


def places(captures: Captures) -> dict[str, list[tuple[str, int, int]]]:
    return {
        name: [(node.type, node.start_byte, node.end_byte) for node in nodes]
        for name, nodes in captures.items()
        if nodes
    }


def agree(source: bytes) -> bool:
    root = parse(source).root_node
    return places(captures_of(root, source)) == places(file_captures(root))


def test_every_statement_is_found_in_every_block():
    root = parse(EVERY_STATEMENT).root_node

    assert not root.has_error
    assert agree(EVERY_STATEMENT)
    assert {name: len(nodes) for name, nodes in captures_of(root, EVERY_STATEMENT).items()} == {
        "import": 3,
        "constant": 6,
        "class": 2,
        "attribute": 4,
        "function": 2,
        "raise": 2,
        "assert": 1,
        "return": 2,
        "call": 2,
    }


def test_a_call_behind_an_operator_is_found_within_any_expression():
    root = parse(OPERATORS).root_node

    assert not root.has_error
    assert agree(OPERATORS)
    assert len(captures_of(root, OPERATORS)["call"]) == 14


@pytest.mark.parametrize("path", sorted(Path(ingest.__file__).parent.rglob("*.py")), ids=lambda path: path.name)
def test_real_files_give_the_same_both_ways(path):
    assert agree(path.read_bytes())


def test_statements_that_an_error_has_swallowed_are_left_to_the_query():
    source = b"def f(:\n    x = (1,\n    raise ValueError('text')\n"

    assert agree(source)


def test_a_file_of_operators_alone_is_left_to_the_query():
    source = b"x = 1\n" + b"x or fail('text')\n" * (MAX_OPERATORS + 1)

    assert len(captures_of(parse(source).root_node, source)["call"]) == MAX_OPERATORS + 1
