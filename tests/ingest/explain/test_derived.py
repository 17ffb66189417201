"""What the function makes of options on the way to a condition, told with what has to hold in the end."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = """
from urllib.parse import urlsplit

import numpy as np

class Bar:
    schemes = ["coal"]

    def heat(self, link, size=1, mode=None):
{}
            raise ValueError("it did not work")
"""


def solutions(body, old="", new=""):
    lines = "\n".join(f"        {line}" for line in body.strip().split("\n"))
    return part(explained(CODE.replace(old, new).format(lines)), "solution")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (
            "parsed = urlsplit(link)\nif parsed.scheme not in self.schemes:",
            "Choose `link` of `Bar.heat` so that `parsed.scheme` is in `self.schemes`, where `parsed` is "
            "`urlsplit(link)`.",
        ),
        (
            "text = str(link)\nparsed = urlsplit(text)\nhost = parsed.hostname\nif not host:",
            "Choose `link` of `Bar.heat` so that `host` is truthy, where `host` is `parsed.hostname`, `parsed` is "
            "`urlsplit(text)` and `text` is `str(link)`.",
        ),
        (
            "if np.ndim(link) != size:",
            "Choose `link` and `size` of `Bar.heat` so that `np.ndim(link)` equals `size`.",
        ),
        (
            "known = {'a', 'b'}\nunknown = set(link) - known\nif unknown:",
            "Choose `link` of `Bar.heat` so that `unknown` is falsy, where `unknown` is `set(link) - known` and "
            "`known` is `{'a', 'b'}`.",
        ),
    ],
)
def test_what_options_have_to_be_is_told_with_the_steps_by_which_it_is_looked_at(body, said):
    assert said in solutions(body)


@pytest.mark.parametrize(
    "body",
    [
        "age = clock()\nif age > np.ndim(link):",  # gives something else each time
        "found = self.find(link)\nif found is None:",  # the object decides as well
        "found = link.fetch(size)\nif found is None:",
        "found = lookup(self.table, link)\nif found is None:",
        "found = _look(link)\nif found is None:",  # nobody knows what it does
        "found = lookup(link)\nfound.update(size)\nif found.size:",  # nothing is wrong with it
        "found = lookup(link)\nif found == 'coal':",
        "found = lookup(link)\nif isinstance(found, dict):",
        "if mode:\n    found = lookup(link)\nelse:\n    found = lookup(size)\nif found is None:",
        "first, second = link\nkind = np.ndim(second)\nif kind != 1:",  # may have been put together by a decorator
        "if mode in (1, 2):\n    return\nfor found in lookup(link):\n    pass\nif found is None:",
    ],
)
def test_nothing_is_chosen_where_more_than_options_decides_or_something_else_would_do(body):
    assert not any(text.startswith("Choose") for text in solutions(body))


def test_of_a_private_function_nothing_is_chosen():
    body = "parsed = urlsplit(link)\nif parsed.scheme not in self.schemes:"

    assert not any(text.startswith("Choose") for text in solutions(body, "def heat", "def _heat"))
