from textwrap import dedent

import pytest

from bench.oracle import statements
from bench.outcomes import compared
from ingest.extract.sites import ExtractedSite, Hole, LinkedFile, Message

SOURCE = dedent("""
    def f(x):
        assert x, "no x"
        assert x
        if x:
            raise ValueError("a b")
        try:
            raise KeyError(x)
        except KeyError:
            raise
""").encode()


def made(line, column, text=(), **facts) -> ExtractedSite:
    messages = (Message(text),) if text else ()
    filled = {"kind": "error", "form": "constant", "end_line": line, "qualname": "f", "exc": "E", **facts}
    return ExtractedSite(line=line, column=column, messages=messages, **filled)


ASSERT = made(3, 4, ("no x",), kind="assertion")
CONSTANT = made(6, 8, ("a b",))
DYNAMIC = made(8, 8, (Hole("x"),), reason="dynamic")
BARE = made(10, 8, form="reraise", reason="caught exception")


def comparison(*sites):
    return compared(LinkedFile("f.py", "b", "source", sites), SOURCE, statements(SOURCE))


def outcomes(*sites):
    return [found.outcome for found in comparison(*sites).raises]


def test_all_found_means_nothing_missing_or_extra():
    found = comparison(ASSERT, CONSTANT, DYNAMIC, BARE)
    assert (found.missing, found.extra) == ([], [])
    assert [one.outcome for one in found.raises] == ["resolved", "reason", "bare"]


def test_a_raise_that_was_not_found_is_missing():
    assert comparison(ASSERT, DYNAMIC, BARE).missing == [(6, 8)]


def test_an_assert_that_was_not_found_is_missing():
    assert comparison(CONSTANT, DYNAMIC, BARE).missing == [(3, 4)]


@pytest.mark.parametrize(
    "wrong, word",
    [
        (made(6, 8, ("a b",), end_line=7), "ends at 7, not 6"),
        (made(6, 8, ("a b",), qualname="g"), "stands in g, not f"),
        (made(6, 8, ("a c",)), "says ['a c']"),
    ],
)
def test_a_fact_that_contradicts_the_oracle_is_wrong(wrong, word):
    assert comparison(ASSERT, wrong, DYNAMIC, BARE).wrong == [((6, 8), word)]


def test_right_facts_are_not_wrong():
    assert comparison(ASSERT, CONSTANT, DYNAMIC, BARE).wrong == []


@pytest.mark.parametrize(
    "source, text, can",
    [
        ("raise ValueError(f'no {x} in {y}')", "no \0 in here", True),
        ("raise ValueError(f'no {x} in {y}')", "no \0 at \0", False),
        ("raise ValueError('a ' 'b' + str(c) + '.')", "a b\0.", True),
        ("raise ValueError('a ' 'b' + str(c) + '.')", "a b\0", False),
        ("raise Unknown('a b')", "whatever", True),
        ("raise ValueError(text)", "whatever", True),
    ],
)
def test_a_text_is_held_against_the_literals_of_its_statement(source, text, can):
    (statement,) = statements(source.encode()).values()
    assert statement.can_say(text) is can


def test_the_function_around_is_named_as_python_does():
    source = "class A:\n    def f(self):\n        def g():\n            raise E\n    raise E\nraise E\n"
    names = [statement.qualname for statement in statements(source.encode()).values()]
    assert names == ["A.f.<locals>.g", "A", "<module>"]


def test_an_assert_without_a_message_that_was_found_is_extra():
    assert comparison(ASSERT, made(4, 4, ("x",), kind="assertion"), CONSTANT, DYNAMIC, BARE).extra == [(4, 4)]


def test_a_lone_hole_is_no_text():
    assert outcomes(made(6, 8, (Hole("x"),))) == ["unresolved"]


def test_an_exception_with_arguments_but_no_text_is_unresolved():
    assert outcomes(made(8, 8)) == ["unresolved"]


def test_a_call_that_a_helper_raises_is_no_raise_statement():
    assert outcomes(made(6, 8, ("a b",), via="fail")) == []


def test_a_file_that_ast_can_not_read_has_no_truth():
    assert statements(b"raise ValueError('a'\n") is None
    assert statements(b"\0") is None
