"""Two options of which exactly one has to be given, or both or neither."""

import pytest

from tests.ingest.explain.reading import explained, part

CODE = """
class Bar:
    def heat(self, coal=None, wood=None):
        if {}:
            raise ValueError("not so")
"""
ONE = ["Give exactly one of `coal` and `wood` of `Bar.heat`."]
BOTH = ["Give both `coal` and `wood` of `Bar.heat`, or neither."]


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("(coal is None) ^ (wood is not None)", ONE),
        ("(coal is None) == (wood is None)", ONE),
        ("(coal is not None) == (wood is not None)", ONE),
        ("not (coal is None) ^ (wood is None)", ONE),
        ("(coal is None) != (wood is not None)", ONE),
        ("(coal is None) ^ (wood is None)", BOTH),
        ("(coal is None) != (wood is None)", BOTH),
        ("(coal is None) == (wood is not None)", BOTH),
    ],
)
def test_whether_one_is_to_be_given_or_both_is_told(condition, said):
    assert part(explained(CODE.format(condition)), "solution") == said


@pytest.mark.parametrize(
    ("condition", "said"),
    [
        ("int(coal is None) + int(wood is None) != 1", ONE),
        ("sum(x is not None for x in (coal, wood)) != 1", ONE),
        ("[coal, wood].count(None) == 0", ["Give at most one of `coal` and `wood` of `Bar.heat`."]),
        ("sum([coal is None, wood is None]) > 1", ["Give at least one of `coal` and `wood` of `Bar.heat`."]),
        ("coal is None and wood is None", ["Give a value for `coal` or `wood` of `Bar.heat`: neither is given."]),
        ("not coal and not wood", ["Give a value for `coal` or `wood` of `Bar.heat`: neither is given."]),
    ],
)
def test_how_many_are_to_be_given_is_told(condition, said):
    assert part(explained(CODE.format(condition)), "solution") == said


@pytest.mark.parametrize(
    "condition", ["(coal is None) ^ (coal is 1)", "(coal is None) == STATE", "coal == wood", "coal ^ wood"]
)
def test_other_comparisons_tell_nothing_of_the_kind(condition):
    assert not {*ONE, *BOTH}.intersection(part(explained(CODE.format(condition)), "solution"))


def test_attribute_that_would_spare_an_object_a_test_is_not_asked_for():
    code = CODE.format("coal.size % coal.parts != 0 and not hasattr(coal, 'glow')")

    assert not any("glow" in text for text in part(explained(code), "solution"))
