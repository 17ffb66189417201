"""What the message itself advises, orders or speaks of."""

import pytest

from tests.ingest.explain.reading import explained, part


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


def test_condition_around_a_handler_is_no_cause_because_a_common_word_is_in_the_message():
    code = """
def load(lines, data=True):
    if data is True:
        try:
            read(lines, 1)
        except KeyError:
            raise ValueError("cannot read edge data")
"""
    assert not any("Set `data`" in text for text in solutions(code))
    assert any("Set `data`" in text for text in solutions(code.replace("edge data", "with data=True")))


def test_value_that_the_message_only_shows_is_not_what_it_speaks_of():
    code = """
def load(kind=None):
    if kind is not None:
        if not find():
            raise ValueError(f"gone: {kind}")
"""
    assert solutions(code) == []
    assert solutions(code.replace("gone:", "no such kind:")) == ["Leave out `kind` of `load`."]


@pytest.mark.parametrize(
    ("message", "advice"),
    [
        ("Cannot heat it, please use `anvil.warm()` instead", "please use `anvil.warm()` instead"),
        ("Too hot (set max_heat to more)", "set max_heat to more"),
        ("The bar, used before, is gone", ""),
        ("No bar (use it again)", ""),
        ("Use `anvil.warm()` instead", "Use `anvil.warm()` instead"),
        ("Use of this is over", ""),
        ("Not for one, use has()", "use has()"),
        ("Two parts. To fix them run 'heat --all'", "To fix them run 'heat --all'"),
        ("Sorry, but you have to configure the\n* bar_size\n* rod_size", ""),
        ("No part; you must supply a bar_size", "you must supply a bar_size"),
        ("Use .warm(), .heat(), and .cool() for that.", "Use .warm(), .heat(), and .cool() for that."),
        ("Not for one; use == instead", "use == instead"),
        ("The bar is cold you can use .warm() for it", "you can use .warm() for it"),
        ("Set up failed for my_worker process", ""),
        ("Call to get_item() failed with status", ""),
        ("Update of user_table was rejected", ""),
        ("Set contains duplicate my_key values", ""),
        ("Use of undeclared my_name in expression", ""),
        ("Run run_id=3 already exists", ""),
        ("Bad bar, or use of my_flag failed", ""),
        ("Remove of my_bar failed", ""),
        ("No bar. Check failed for my_bar.", ""),
        ("No bar. Update of user_table was rejected.", ""),
        ("Set max_heat to a value that is lower", "Set max_heat to a value that is lower"),
        ("Use --force if it is cold", "Use --force if it is cold"),
        ("Pass an instance of my_bar", "Pass an instance of my_bar"),
        ("Try to use my_bar", "Try to use my_bar"),
        ("Upgrade to my_bar>=2", "Upgrade to my_bar>=2"),
        ("Use `x is None` as my_bar", "Use `x is None` as my_bar"),
        ("Reduce batch size of my_bar", "Reduce batch size of my_bar"),
        ("Make sure my_bar is set", "Make sure my_bar is set"),
    ],
)
def test_clause_that_tells_what_to_use_is_quoted_if_it_names_it(message, advice):
    found = solutions(f"def load():\n    raise RuntimeError({message!r})\n")

    assert found == ([f"The message advises: “{advice}”"] if advice else [])


def test_what_the_message_orders_by_name_comes_first():
    code = "def load(n):\n    if n < 1:\n        raise ValueError('Too few. Use `anvil.more()` first.')\n"

    assert solutions(code) == [
        "The message advises: “Use `anvil.more()` first.”",
        "Set `n` of `load` to a value of at least `1`.",
    ]
    assert solutions(code.replace("`anvil.more()`", "some more"))[0] == "Set `n` of `load` to a value of at least `1`."


@pytest.mark.parametrize(
    ("message", "advice"),
    [
        (
            "No anvil, you may need to run `pip install anvil` or try another engine: --engine slow",
            [
                "you may need to run `pip install anvil` or try another engine: --engine slow",
                "Run `pip install anvil`.",
            ],
        ),
        ("Not known, try more_bars", ["try more_bars"]),
        ("Is `bars` set? It is gone.", []),
        ("It is gone. Use one of {', '.join(bars)} instead.", []),
        ("It is gone. Use one of {bars} instead.", []),
        ("It is cold. Please use a version >= {bars.least}.", []),
        ("It is cold. Instead got: {bars}", []),
        ("Cold. Consider raising forge_heat (now {bars}).", ["Consider raising forge_heat (now …)."]),
        ("Cold. Define `{bars.name}.heat()` to be 3.", ["Define `….heat()` to be 3."]),
    ],
)
def test_what_the_message_advises_is_quoted_whole_and_is_no_question_nor_code(message, advice):
    code = f"def load(bars):\n    raise RuntimeError(f{message!r})\n".replace("\\'", "'")
    found = solutions(code)

    assert [text.removeprefix("The message advises: “").rstrip("”") for text in found] == advice
