"""Which of a local name's values reach a statement."""

import pytest

from tests.ingest.extract.python.reading import facts, message_of, sites, written


def said(source: str, line: int) -> list[str]:
    (found,) = [found for found in sites(source) if found.line == line]
    return [written(message) for message in found.messages]


@pytest.mark.parametrize("test", ["if n and fail(text):", "if n:\n        return 1\n    elif n and fail(text):"])
def test_a_value_reaches_the_condition_of_an_if_whose_branches_all_leave(test):
    source = f"""
def fail(text):
    raise ValueError(text)

def f(n):
    text = "It is bad."
    {test}
        text = "It is worse."
        return 2
    else:
        return 3
"""
    (call,) = facts(source).calls
    assert [written(message) for message in call.arguments[0].messages] == ["It is bad."]


def test_branches_that_do_not_bind_the_name_do_not_matter():
    before = 'text = "one"\nif n:\n    for item in items:\n        other = item\nelse:\n    other = 3\n'

    assert message_of("text", before) == ["one"]


def test_a_value_of_an_earlier_round_reaches_the_top_of_the_loop():
    source = """
def f(items):
    text = "none"
    for item in items:
        if item:
            raise ValueError(text)
        text = "some"
"""
    assert said(source, 6) == ["none", "some"]


def test_what_other_branches_bind_costs_nothing_where_the_name_is_bound_anew_before_the_statement():
    many = "".join(
        f'    if n == {at}:\n        text = "%s is {at}" % (n,)\n        text = fix(text)\n' for at in range(400)
    )
    source = f"""
def fix(text):
    if n:
        text = "{{0}} {{1}}".format(n, text)
    return text

def f(n):
{many}
    if n:
        text = "%s is bad" % (n,)
        text = fix(text)
        raise ValueError(text)
"""
    assert said(source, source.count("\n")) == ["[fix call(<n> is bad)]"]
