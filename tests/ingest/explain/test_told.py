"""What a message tells to do is quoted, and only where it tells that."""

import pytest

from ingest.explain.static.quoting import is_readable
from tests.ingest.explain.reading import explained


def told(message):
    code = f"def load(source, mode=1):\n    if check(STATE):\n        raise ValueError({message!r})\n"
    return [(item.text, item.is_named) for item in explained(code).sentences if item.part == "solution"]


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("Cannot heat. To heat it anyway, use forge.heat(x).", "To heat it anyway, use forge.heat(x)."),
        (
            "No forge. To\nsolve this, set up a forge with forge.light(). See it.",
            "To solve this, set up a forge with forge.light().",
        ),
        ("No iron. If you wish to go on you should use `forge`", "If you wish to go on you should use `forge`"),
        ("Nothing found. Be sure to name the parts in `mode`.", "Be sure to name the parts in `mode`."),
        ("Not for scalars. Use heat().", "Use heat()."),
        ("Must pass left_on or right_on", "Must pass left_on or right_on"),
        ("You must specify the source of it.", "You must specify the source of it."),
        ("it must be called, pass heat.now(), not heat()", "pass heat.now(), not heat()"),
        ("Is it there? If it is, try setting HEAT_PATH.", "try setting HEAT_PATH."),
        ("Not here. Use DataTable instead.", "Use DataTable instead."),
        ("Not by place. Please use .heat instead.", "Please use .heat instead."),
        ("Too few. Please provide all of them through the parts argument.", None),
        ("Cold. You might want to consider HeatedForge.", None),
    ],
)
def test_order_is_quoted_wherever_it_stands_in_its_sentence(message, wanted):
    wanted = wanted or message.partition(". ")[2]

    assert told(message) == [(f"The message advises: “{wanted}”", True)]


def test_mistake_that_upstream_asks_about_is_passed_on():
    assert told("No attribute 'context'. Did you forget to call super()?") == [
        ("Rule out what the message asks about: “Did you forget to call super()?”", True)
    ]


@pytest.mark.parametrize(
    "question",
    [
        "Did you specify it in the FORGE_HEATERS setting?",
        "Have you run `forge heat`?",
        "Are you sure your FORGE_HEATERS setting is correct?",
        "Have you installed `forge_heat` here?",
    ],
)
def test_what_upstream_asks_to_have_been_done_is_not_to_be_ruled_out(question):
    assert told(f"No such heater. {question}") == [(f"Make sure of what the message asks: “{question}”", True)]


@pytest.mark.parametrize(
    "question", ["Did you call heat() before?", "Did you set it_up twice?", "Have you set {this}?"]
)
def test_question_that_does_not_say_what_is_wrong_is_not_answered(question):
    assert told(f"No such heater. {question}") == []


def test_what_upstream_takes_for_meant_is_passed_on():
    assert told("No scheme in {link!r}. Perhaps you meant https://{link}?") == [
        ("Take up what the message suggests: “Perhaps you meant https://…?”", False)
    ]


def test_to_read_elsewhere_comes_last():
    message = "Cold. See https://forge.example/heat for more. Try a larger fire first. Please use iron."

    assert [text for text, _ in told(message)] == [
        "The message advises: “Try a larger fire first.”",
        "The message advises: “Please use iron.”",
    ]


@pytest.mark.parametrize(
    "message",
    ["Not yet. Please see GitHub first.", "Empty. Try filling those NaNs before.", "Cold. Use the other argument."],
)
def test_advice_that_names_nothing_of_the_code_is_not_counted_as_naming_something(message):
    assert not any(is_named for _, is_named in told(message))


@pytest.mark.parametrize(
    "message",
    [
        "To heat it, the forge was used.",
        "You can only use `forge` once",
        "You cannot use forge_it here",
        "Must be called by forge_it",
        "If the forge is cold, heat() failed",
        "Nothing here. See https://forge.example/heat",
        "Did you mean {close[0]!r}?",
        "No such thing. Did you mean this_one?",
        "Is forge_it cold?",
    ],
)
def test_message_that_orders_nothing_is_not_quoted(message):
    assert told(message) == []


def test_of_a_message_without_an_end_only_what_may_be_quoted_is_read():
    assert not is_readable("use {x}" * 200_000)
    assert is_readable("heat it {x} times " * 200_000)
