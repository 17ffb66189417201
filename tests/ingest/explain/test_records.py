"""Fields of records and parts of configurations, by whatever name the code keeps them: they are what to set."""

import pytest

from tests.ingest.explain.reading import explained, part

RECORD = """
from dataclasses import dataclass

class Base:
    def __init_subclass__(cls, **given):
        super().__init_subclass__(**given)
        dataclass(cls, repr=False)
"""
BAR = """
from anvil.records import Base

class Bar(Base):
    width: int = 12
    parts: int = 4
    kind: ClassVar[str] = "bar"
{}
    def check(self):
        if {}:
            raise ValueError("no")
"""
FORGE = """
class Forge:
    def __init__(self, config):
        {}
        if {}:
            raise ValueError("no")
"""
RECORDS = {"anvil/records.py": RECORD}


def of_bar(condition, body=""):
    return part(explained(BAR.format(body, condition), others=RECORDS), "solution")


def of_forge(condition, *body):
    return part(explained(FORGE.format("\n        ".join(body), condition)), "solution")


def test_class_whose_base_makes_dataclasses_has_fields_that_users_give():
    (text,) = of_bar("self.width % self.parts != 0")
    assert text == "Choose `Bar.width` and `Bar.parts` so that `self.width` is divisible by `self.parts`."


def test_field_that_is_filled_in_where_it_was_left_out_is_given_all_the_same():
    body = "    def __post_init__(self):\n        if self.parts is None:\n            self.parts = 3\n"
    assert of_bar("self.parts < 2", body) == ["Set `Bar.parts` to a value of at least `2`."]


def test_field_that_the_code_sets_by_itself_is_none_that_users_set():
    assert not any(
        "Bar.parts" in text for text in of_bar("self.parts < 2", "    def grow(self):\n        self.parts = 3\n")
    )


def test_class_variable_is_no_field():
    assert not any("Bar.kind" in text for text in of_bar("self.kind == 'rod'"))


def test_class_that_derives_from_a_dataclass_alone_has_no_fields_of_its_own():
    base = {"anvil/records.py": "from dataclasses import dataclass\n\n@dataclass\nclass Base:\n    size: int = 3\n"}
    found = explained(BAR.format("", "self.parts < 2"), others=base)
    assert not any("Bar.parts" in text for text in part(found, "solution"))


@pytest.mark.parametrize(
    "value", ["config.mode", "config['mode']", "config.get('mode', 'a')", "getattr(config, 'mode', 'a')"]
)
def test_what_an_object_keeps_of_a_configuration_is_to_be_set_there(value):
    (text,) = of_forge("self.kind != 'cold'", f"self.kind = {value}")
    assert "Set `config.mode` to `'cold'`" in text or "Set `mode` in `config` to `'cold'`" in text


def test_part_of_a_configuration_is_named_with_the_whole():
    (text,) = of_forge("self.kind != 'cold'", "self.config = config", "self.kind = self.config.heat['kind']")
    assert text == "Set `kind` in `config.heat` to `'cold'`."


def test_product_of_a_quotient_is_told_as_what_it_tests():
    body = ("self.width = config.hidden", "self.heads = config.number", "self.part = self.width // self.heads")
    said = "Choose `config.hidden` and `config.number` so that `config.hidden` is divisible by `config.number`."
    assert of_forge("self.part * self.heads != self.width", *body) == [said]


def test_other_name_of_an_option_is_told():
    (text,) = of_forge("self.wide != self.high + 1", "self.wide = config.width", "self.high = config.height")
    assert text.endswith("where `self.wide` is `config.width` and `self.high` is `config.height`.")


def test_switch_of_a_configuration_is_told_as_one():
    assert of_forge("not self.is_hot", "self.is_hot = config.is_hot") == ["Set `config.is_hot` to `True`."]


def test_what_the_function_makes_itself_is_no_configuration():
    assert of_forge("self.kind != 'cold'", "config = {}", "self.kind = config['kind']") == []


def test_attribute_of_another_object_is_not_told_as_a_setting():
    code = FORGE.format("self.kind = bar.kind", "self.kind != 'cold'").replace("config", "bar")
    assert not any("Set `bar.kind`" in text for text in part(explained(code), "solution"))


def test_long_chain_of_attributes_that_are_one_another_is_followed_a_few_steps():
    chain = ("self.a0 = config", *(f"self.a{n + 1} = self.a{n}" for n in range(300)))
    assert of_forge("self.a300 > 3", *chain) == []


def test_class_of_the_project_that_is_only_called_as_one_that_makes_records_makes_none():
    base = {"anvil/records.py": "class BaseModel:\n    pass\n"}
    own = "from {} import BaseModel\n\nclass Bar(BaseModel):\n    parts: int = 4\n\n    def check(self):\n"
    own += "        if self.parts > 3:\n            raise ValueError('no')\n"

    assert part(explained(own.format("pydantic")), "solution") == ["Set `Bar.parts` to a value of at most `3`."]
    assert not any(
        "Bar.parts" in text for text in part(explained(own.format("anvil.records"), others=base), "solution")
    )
