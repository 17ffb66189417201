"""The conditions as code say all that they claim, and no value is said that an object may not give."""

from tests.ingest.explain.reading import explained, part

LOOP = """
def check(items, limit):
    for item in items:
        if item > limit:
            raise ValueError("too much")
"""
HANDLER = """
def find(label):
    if "." in label:
        try:
            load(label)
        except ImportError:
            raise LookupError("no such")
"""
NUMBERED = """
def check(messages):
    for i, message in enumerate(messages):
        if i % 2 == 0:
            raise ValueError("uneven")
"""
CONFIG = """
def ttl(conf):
    value = conf.get("ttl")
    if value is None:
        raise ValueError("no ttl")
"""


def test_a_loop_stands_around_the_condition():
    code = "for item in items:\n    if item > limit:\n        raise ValueError(...)"
    assert explained(LOOP).trigger_code == code


def test_where_a_handler_decides_as_well_there_is_no_code():
    assert explained(HANDLER).trigger_code == ""


def test_nobody_is_told_to_choose_what_only_counts():
    assert not any("i % 2" in text for text in part(explained(NUMBERED), "solution"))


def test_what_an_object_gives_without_a_default_is_not_said():
    result = explained(CONFIG)
    assert not any("if it is not given" in text for text in part(result, "trigger"))


def test_code_says_that_other_code_may_decide_too():
    code = """
def load(key, value):
    if isinstance(value, tuple):
        value = value[0]
    if not isinstance(value, float):
        raise ValueError("no")
"""
    settled = code.replace("    if isinstance(value, tuple):\n        value = value[0]\n", "")
    plain = "if not isinstance(value, float):\n    raise ValueError(...)"

    assert explained(settled).trigger_code == plain
    hidden = code.replace(
        "    if isinstance(value, tuple):", "    if key:\n        return\n    key = 1\n    if value.odd:"
    )
    assert explained(hidden).trigger_code.startswith("# if it gets that far\n")
