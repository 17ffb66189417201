"""Who calls a private method of another object, and whether those are all that call it."""

import pytest

from tests.ingest.explain.reading import explained, part

BLOCK = """
class Block:
    def _heat(self, mode="slow"):
        if mode not in ("slow", "fast"):
            raise ValueError("bad mode")
"""
OVEN = """
class Oven:
    def bake(self, mode="slow"):
        for block in self.blocks:
            block._heat(mode)
"""
SET = "Set `mode` of `Oven.bake` to `'slow'` or `'fast'`."


def solutions(code=BLOCK, **others):
    files = {f"anvil/{name}.py": text for name, text in others.items()}
    return part(explained(code, others=files, path="anvil/block.py"), "solution")


def test_method_that_one_class_alone_has_is_reached_by_who_asks_it_of_an_object():
    assert solutions(oven=OVEN) == [SET]


def test_of_several_methods_of_one_name_each_is_reached_by_the_one_function_that_asks_it():
    assert solutions(oven=OVEN, other=BLOCK.replace("Block", "Stone")) == [SET]


def test_function_is_reached_through_the_module_that_it_stands_in():
    code = BLOCK.replace("class Block:\n    def _heat(self, ", "def _heat_all(").replace("\n    ", "\n")
    oven = OVEN.replace("block._heat", "block._heat_all")

    assert solutions(code, oven=oven) == [SET]


@pytest.mark.parametrize(
    "more",
    [
        "class Stone:\n    def _heat(self, mode): ...\n\ndef cook(x, mode):\n    x._heat(mode)\n",  # whose is not known
        "def cook(x):\n    def later(mode):\n        x._heat(mode)\n    return later\n",
        "hot = [block._heat('fast') for block in BLOCKS]\n",
    ],
)
def test_nobody_is_named_where_it_is_not_clear_who_asks_or_whose_method_it_is(more):
    assert solutions(oven=OVEN, more=more) == []


def test_callers_are_told_to_be_some_of_those_that_lead_there_if_another_may():
    code = BLOCK + "\n    def bake(self, mode):\n        self._heat(mode)\n"
    more = "def cook(x):\n    x._heat('hot')\n"

    assert solutions(code) == ["Set `mode` of `Block.bake` to `'slow'` or `'fast'`."]
    assert solutions(code, more=more) == [
        "Set `mode` of `Block.bake` or another call that leads here to `'slow'` or `'fast'`."
    ]
