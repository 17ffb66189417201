"""Methods that do nothing but raise, and what Python calls for an operation."""

from dataclasses import replace

import pytest

from ingest.explain.static import explain
from tests.ingest.explain.reading import evidence, explained, part


def said(code, *parts):
    result = explained(code)
    return [text for name in parts or ("trigger", "situations", "solution") for text in part(result, name)]


def solutions(code, **kwargs):
    return part(explained(code, **kwargs), "solution")


STUB = 'class Base:\n    def load(self):\n        raise NotImplementedError("later")\n'


def test_method_of_a_class_that_nobody_derives_from_is_not_told_to_be_defined():
    derived = {"anvil/more.py": "from .load import Base\n\n\nclass More(Base):\n    pass\n"}

    assert said(STUB, "solution") == []
    assert part(explained(STUB, others=derived), "solution") == [
        "If your class derives from `Base`, define `load` in it."
    ]


def test_class_that_defines_only_what_calls_the_method_is_not_said_to_define_it():
    code = (
        "class Base:\n    def load(self):\n        self.fail()\n\n    def fail(self):\n        raise ValueError('no')\n"
    )
    more = "from .load import Base\n\n\nclass More(Base):\n    def load(self):\n        return 1\n"
    filled = explained(code, others={"anvil/more.py": more.replace("load(self", "fail(self")})

    assert part(explained(code, others={"anvil/more.py": more}), "solution") == []
    assert "`More`" in part(filled, "solution")[0]


def test_special_method_tells_what_it_is_called_for():
    code = "class Clause:\n    def __bool__(self):\n        raise TypeError('not defined')\n"
    wanted = (
        "Do not test an instance of `Clause` for truth, as `if`, `not`, `and` and `or` do:"
        " Python calls `__bool__` for that, which does nothing but raise."
    )
    assert said(code, "solution") == [wanted]
    assert said(code.replace("__bool__", "check"), "solution") == []


def test_method_that_is_there_to_be_filled_in_is_not_also_told_not_to_be_used():
    code = "class Base:\n    def __len__(self):\n        raise NotImplementedError('later')\n"
    derived = {"anvil/more.py": "from .load import Base\n\n\nclass More(Base):\n    pass\n"}

    assert part(explained(code, others=derived), "solution") == [
        "If your class derives from `Base`, define `__len__` in it."
    ]
    assert len(said(code, "solution")) == 1
    assert said(code, "solution")[0].startswith("Do not ask for the length of an instance of `Base`")
    # What always raises when it is called stands in for what lacks.
    assert said(code.replace("__len__", "__call__"), "solution") == []


BASES = """
class Mixin:
    pass

class Sorted:
    def sort(self):
        raise NotImplementedError

class Other(Mixin):
    def sort(self):
        return 1

class List(Mixin, Sorted):
    def sort(self):
        return 2

class Sparse(Mixin, Sorted):
    def sort(self):
        raise NotImplementedError("not for sparse")
"""


def test_sisters_are_those_of_the_base_that_declares_the_method():
    assert solutions(BASES) == [
        "Do without `sort` of `Sparse`, which only raises: of what derives from `Sorted`, `List` can do it."
    ]
    assert solutions(BASES.replace("sort(", "_sort(")) == []
    assert solutions(BASES.replace("Sorted", "_Sorted")) == []


def test_method_that_is_refused_on_purpose_is_to_be_done_without():
    code = (
        "class Bar(Rod):\n    def save_part(self):\n        raise NotImplementedError('save_part is not supported')\n"
    )

    said = "Do without `Bar.save_part`: it does nothing but raise, whatever it is given."
    assert solutions(code) == [said]
    assert solutions(code.replace("'save_part is", "'this is")) == []
    assert solutions(code.replace("def save_part", "def _save_part")) == []


def test_method_that_every_object_has_is_not_said_to_be_left_to_others():
    code = "class Odd:\n    def __eq__(self, other):\n        raise NotImplementedError('no')\n"

    assert part(explained(code), "meaning") == ["`Odd.__eq__` does nothing but raise."]


def test_private_method_is_left_to_others_where_its_message_says_so():
    code = b"class Odd:\n    def _heat(self):\n        raise UnfinishedError('no')\n"
    known = replace(evidence({"odd.py": code}, "odd.py"), bases=("builtins.NotImplementedError",), message="no")
    told = replace(known, message="This has to be defined in the concrete class")

    said = "`Odd` itself does not implement `_heat`: the method does nothing but raise."
    assert explain(told).sentences[0].text == said
    assert explain(known).sentences[0].text == "`Odd._heat` does nothing but raise."


@pytest.mark.parametrize(
    "message",
    [
        "Use .heat() and .cool() for that.",
        "only implemented for anvils of iron",
        "No need to override, the base class does it",
        "This is no longer needed",
        "deprecated: see load_all",
    ],
)
def test_message_that_tells_of_another_way_asks_nobody_to_define_the_method(message):
    derived = {"anvil/more.py": "from .load import Base\n\n\nclass More(Base):\n    pass\n"}
    code = STUB.replace("later", message)

    assert not any("efine `load`" in text for text in part(explained(code, others=derived), "solution"))


@pytest.mark.parametrize("message", ["subclasses must use load", "load is to be defined", "not yet"])
def test_message_that_tells_of_no_other_way_leaves_it_to_define_the_method(message):
    derived = {"anvil/more.py": "from .load import Base\n\n\nclass More(Base):\n    pass\n"}
    code = STUB.replace("later", message)

    assert any("efine `load`" in text for text in part(explained(code, others=derived), "solution"))
