"""Functions that a project keeps to itself, though their names do not begin with an underscore."""

import pytest

from tests.ingest.explain.reading import explained, part

OFFERED = "from anvil.bar import " + ", ".join(f"Bar{number}" for number in range(10)) + "\n"
BARS = "\n".join(f"class Bar{number}:\n    pass\n" for number in range(10))
CODE = """
def check_width(width):
    if width < 1:
        raise ValueError("too narrow")
"""
OTHERS = {
    "anvil/__init__.py": OFFERED,
    "anvil/bar.py": f"""
from anvil.load import check_width
{BARS}
def forge(width):
    check_width(width)

class Smith:
    def draw(self, width=2):
        check_width(width)
""",
}


def solutions(code=CODE, **others):
    return part(
        explained(code, others=OTHERS | {f"anvil/{name}.py": text for name, text in others.items()}), "solution"
    )


def test_users_are_told_what_they_call_themselves():
    assert solutions() == [
        "Set `width` of `forge`, `Smith.draw` or another call that leads here to a value of at least `1`."
    ]


@pytest.mark.parametrize(
    ("code", "others"),
    [
        (CODE, {"__init__": OFFERED + "from anvil.load import check_width\n"}),
        (CODE, {"__init__": OFFERED + "from .load import *\n"}),
        (CODE, {"__init__": "from anvil.bar import Bar1\n"}),
        (CODE, {"bar": BARS}),
        (f"__all__ = ['check_width']\n{CODE}", {}),
        (CODE.replace("def", "@command\ndef"), {}),
    ],
    ids=["offered", "offered with all else", "nothing is offered", "not called", "listed", "handed to a decorator"],
)
def test_function_that_users_may_call_is_named(code, others):
    assert solutions(code, **others) == ["Set `width` of `check_width` to a value of at least `1`."]


def test_module_that_lists_what_it_offers_keeps_the_rest():
    assert solutions(f"__all__ = ['other']\n{CODE}", __init__="") == solutions()
